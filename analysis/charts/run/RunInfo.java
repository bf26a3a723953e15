package charts.run;

import charts.text.Damaged;
import charts.text.Numbers;
import kit.record.Release;
import kit.record.RunJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What run.json says of a run. A field that is missing is an empty string; {@code complete} is empty where the file
 * could not be read.
 *
 * @param quick           whether it was a smoke test
 * @param publishedFaster how many times less time everything took than it took the authors of the published figures,
 *                        which are converted in the CSV; 1 where nothing is said
 */
public record RunInfo(String lab, Optional<Boolean> complete, String verdict, String title, String question,
        String rule, String answer, Headline headline,
        List<Claim> claims, String machine, String jdk, String git, String command,
        double publishedFaster, boolean quick) {

    /** One claim of the lab, fixed before the run. @param measured what came of it, @param bound what explains it */
    public record Claim(String text, String verdict, String measured, String bound, String hint) {}

    private static final JsonMapper JSON = new JsonMapper();

    static RunInfo unknown() {
        return new RunInfo("", Optional.empty(), "", "", "", "", "", Headline.NONE, List.of(), "", "", "", "", 1,
                false);
    }

    /** @throws Damaged if there is no run.json or it is not the JSON of a run */
    static RunInfo read(Path folder) throws Damaged {
        JsonNode json = json(folder);
        List<Claim> claims = isTyped(json) ? claims(RunJson.of(json)) : claims(json);
        JsonNode complete = json.path("complete");
        return new RunInfo(words(json.path("lab")),
                complete.isBoolean() ? Optional.of(complete.booleanValue()) : Optional.empty(),
                verdict(json), words(json.path("title")), words(json.path("question")),
                words(json.path("rule")), words(json.path("answer")), Headline.of(json.path("headline")),
                List.copyOf(claims), words(json.path("machine")), words(json.path("jdk")), words(json.path("git")),
                words(json.path("command")), json.path("published_faster").asDouble(1),
                json.path("options").path("--quick").asBoolean(false));
    }

    /** Whether it has the types of {@link RunJson}. */
    static boolean isTyped(JsonNode json) {
        return json.path("format").asInt(Release.UNNUMBERED) >= RunJson.FIRST;
    }

    private static List<Claim> claims(RunJson run) {
        boolean severalJdks = run.claims().stream().map(RunJson.Claim::jdk).distinct().count() > 1;
        return run.claims().stream()
                .map(claim -> new Claim((severalJdks ? "JDK " + claim.jdk() + ": " : "") + claim.text(),
                        claim.verdict().name(), measured(claim), claim.bound(), claim.hint()))
                .toList();
    }

    private static String measured(RunJson.Claim claim) {
        return (Double.isNaN(claim.value()) ? "" : "measured " + Numbers.table(claim.value()))
                + (Double.isNaN(claim.low()) || Double.isNaN(claim.high()) ? ""
                        : " (" + Numbers.table(claim.low()) + " to " + Numbers.table(claim.high()) + ")")
                + (Double.isNaN(claim.value()) ? "" : ", ") + "claimed " + claim.claimed()
                + (claim.why() == null || claim.why().isEmpty() ? "" : ". " + claim.why());
    }

    private static List<Claim> claims(JsonNode json) {
        List<Claim> claims = new ArrayList<>();
        boolean severalJdks = json.path("claims").valueStream().map(claim -> words(claim.path("jdk"))).distinct()
                .count() > 1;
        for (JsonNode claim : json.path("claims")) {
            String on = severalJdks && !words(claim.path("jdk")).isEmpty() ? "JDK " + words(claim.path("jdk")) + ": "
                    : "";
            claims.add(claim.isObject()
                    ? new Claim(on + words(claim.path("text")), words(claim.path("verdict")), measured(claim),
                            words(claim.path("bound")), words(claim.path("hint")))
                    : new Claim(words(claim), "", "", "", ""));
        }
        return claims;
    }

    /** The word of a run that judges by itself, without claims; else its verdict. */
    static String verdict(JsonNode json) {
        String judgement = words(json.path("judgement"));
        return judgement.isEmpty() ? words(json.path("verdict")) : judgement.toUpperCase(Locale.ROOT);
    }

    /**
     * The whole of run.json, for what only some pages tell.
     *
     * @throws Damaged if there is none or it is not the JSON of a run
     */
    public static JsonNode json(Path folder) throws Damaged {
        Path file = folder.resolve("run.json");
        if (!Files.exists(file)) {
            throw new Damaged("it is missing");
        }
        JsonNode json;
        try {
            json = JSON.readTree(file);
        } catch (JacksonException e) {
            throw new Damaged("it is not whole JSON"
                    + (e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")"));
        }
        if (!json.isObject()) {
            throw new Damaged(json.isMissingNode() ? "it is empty" : "it holds no JSON object");
        }
        JsonNode format = json.path("format");
        int number = format.isMissingNode() ? Release.UNNUMBERED : format.asInt(0);
        if (number < Release.UNNUMBERED) {
            throw new Damaged("its format is '" + words(format) + "', which is no number of a format");
        }
        if (number > Release.FORMAT) {
            throw new Damaged("it has format " + number + ", and version " + Release.VERSION + " reads formats up to "
                    + Release.FORMAT
                    + ": take a newer version of the lab");
        }
        if (isTyped(json)) {
            try {
                RunJson.of(json);
            } catch (JacksonException e) {
                throw new Damaged("it does not hold what a run of format " + number + " has (" + field(e) + ")");
            }
        }
        return json;
    }

    /** Where the JSON is wrong. */
    private static String field(JacksonException e) {
        return e.getPath().stream().map(JacksonException.Reference::getPropertyName).filter(Objects::nonNull)
                .collect(Collectors.joining("."));
    }

    /** Whether it says that the run was cut short. One that does not say so says nothing against the rows. */
    static boolean cutShort(JsonNode run) {
        return run.path("complete").isBoolean() && !run.path("complete").booleanValue();
    }

    /** The lab's place in the workshop, which its title begins with; behind all others where it has none. */
    public static int number(String title) {
        String digits = title.replaceFirst("(?s)\\D.*", "");
        return digits.isEmpty() || digits.length() > 4 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    /** The lab's own sentence; without one, the bare numbers. */
    private static String measured(JsonNode claim) {
        if (!words(claim.path("why")).isEmpty()) {
            return words(claim.path("why"));
        }
        String value = words(claim.has("measured") ? claim.path("measured") : claim.path("value"));
        String interval = claim.path("low").isNumber() && claim.path("high").isNumber()
                ? words(claim.path("low")) + " to " + words(claim.path("high"))
                : words(claim.path("interval"));
        String claimed = words(claim.path("claimed"));
        return (value.isEmpty() ? "" : "measured " + value) + (interval.isEmpty() ? "" : " (" + interval + ")")
                + (claimed.isEmpty() ? "" : ", claimed " + claimed);
    }

    /** A line for people out of whatever stands there: texts as they are, numbers with their name. */
    static String words(JsonNode node) {
        if (node.isMissingNode() || node.isNull()) {
            return "";
        }
        if (node.isNumber()) {
            return node.isIntegralNumber() ? node.asString() : Numbers.table(node.doubleValue());
        }
        if (node.isValueNode()) {
            return node.asString().strip();
        }
        List<String> parts = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(part -> parts.add(words(part)));
        } else {
            node.properties().forEach(field -> {
                String value = words(field.getValue());
                parts.add(value.isEmpty() ? "" : named(field.getKey(), field.getValue(), value));
            });
        }
        parts.removeIf(String::isBlank);
        return String.join(", ", parts);
    }

    private static String named(String name, JsonNode node, String value) {
        if (name.equals("cpus")) {
            return value + " CPUs";
        }
        if (name.endsWith("_mb") && node.isNumber()) {
            return Numbers.brief(node.doubleValue() / 1024) + " GiB " + name.replace("_mb", "").replace('_', ' ');
        }
        boolean speaksForItself = node.isContainer() || node.isString() && !name.endsWith("_limit");
        return speaksForItself ? value : name.replace('_', ' ') + " " + value;
    }
}
