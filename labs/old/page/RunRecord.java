package old.page;

import kit.record.Release;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import kit.record.Verdict;
import kit.measure.FlightRecorder;
import kit.machine.Machine;
import kit.plan.Published;
import kit.machine.Provenance;
import old.run.RunFolder;
import kit.service.Facts;
import old.trust.CellResult;
import old.trust.Results;

/** The files of a run while it lasts: what is said before there is a folder is kept for it. */
final class RunRecord {

    private final Invocation invocation;
    private final LabOptions options;
    private final OffsetDateTime started = OffsetDateTime.now();
    /** What was said before there was a folder to write it to. */
    private final List<String> earlyNotes = new ArrayList<>();
    private RunFolder folder;

    RunRecord(Invocation invocation, LabOptions options) {
        this.invocation = invocation;
        this.options = options;
    }

    synchronized boolean isOpen() {
        return folder != null;
    }

    synchronized RunFolder folder() {
        return folder;
    }

    synchronized void open() {
        if (folder == null) {
            folder = new RunFolder(options.data, invocation.lab(), LocalDateTime.now());
            earlyNotes.forEach(folder::note);
        }
    }

    /** All that was published of each cell, as it was, by the names of the first forks. */
    private static Map<String, Map<String, String>> publishedFigures(Results results) {
        return results.all().stream().filter(r -> r.outcome().fork == 1 && r.outcome().attempt == 1)
                .filter(r -> !r.published().said().isEmpty())
                .collect(Collectors.toMap(CellResult::name, r -> {
                    var told = new LinkedHashMap<>(r.published().said());
                    told.values().removeIf(String::isEmpty);
                    return told;
                }, (a, b) -> a, LinkedHashMap::new));
    }

    synchronized void note(String text) {
        if (folder == null) {
            earlyNotes.add(text);
        } else {
            folder.note(text);
        }
    }

    /**
     * Writes run.json, and gives the folder its name.
     *
     * @param about    what the page said of itself
     * @param complete whether the page came to its end
     * @param stored   what is true of the database; null where there is none
     */
    synchronized void close(PageText.About about, Verdict verdict, boolean complete, Published published, Judge judge,
            Results results, Machine machine, Facts stored) {
        var json = new LinkedHashMap<String, Object>();
        json.put("format", RunFolder.FORMAT);
        json.put("lab_version", Release.VERSION);
        json.put("started", started.toString());
        json.put("ended", OffsetDateTime.now().toString());
        json.put("complete", complete);
        json.put("verdict", verdict);
        json.put("judgement", about.judgement());
        json.put("title", about.title());
        json.put("question", about.question());
        json.put("rule", about.rule());
        json.put("answer", about.answer());
        json.put("headline", about.headline().json());
        json.put("published_file", published.file());
        json.put("published_faster", published.faster());
        json.put("published", publishedFigures(results));
        json.put("pinned_from_ms", FlightRecorder.PINNED_THRESHOLD.toMillis());
        json.put("claims", judge.claims());
        json.put("predictions", judge.predictions());
        json.put("cells",
                results.all().stream().filter(CellResult::isMain).collect(Collectors.toMap(CellResult::name,
                        r -> Map.of("asked", r.variant().asked().values(), "found", r.outcome().found().values()),
                        (a, b) -> a, LinkedHashMap::new)));
        json.put("findings",
                results.all().stream().collect(Collectors.toMap(CellResult::name,
                        CellResult::codeNames, (a, b) -> a, LinkedHashMap::new)));
        json.put("machine", machine.description());
        json.put("database", stored == null ? null : stored.values());
        json.put("jdk", Runtime.version() + " " + System.getProperty("java.vendor"));
        json.put("versions", Provenance.versions());
        json.put("git", Provenance.revision());
        json.put("command", invocation.typed());
        Map<String, Object> all = options.values();
        all.putAll(invocation.options());
        json.put("options", all);
        json.put("seed", options.seed());
        folder.close(json);
    }
}
