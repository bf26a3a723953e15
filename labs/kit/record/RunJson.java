package kit.record;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * run.json of a run of format 4. The names of its fields are those of the components, in lower case with {@code _}
 * between words. A number that is not known is NaN here and null there; a text that is not known is empty.
 *
 * @param format        {@link Release#FORMAT} of the lab that wrote it
 * @param labVersion    version of that lab
 * @param lab           its name
 * @param run           name of the folder
 * @param started       when the run began, with its offset
 * @param ended         when it ended, or was written last
 * @param complete      whether every fork that was ordered has its rows
 * @param verdict       of the run
 * @param judgement     of `jbang own`: its word; empty where claims alone decide
 * @param title         the lab's number and name
 * @param question      that the lab answers
 * @param rule          of the lab, in words
 * @param answer        with the run's figures
 * @param headline      the bars that show the answer; null where there are none
 * @param claims        in the order of the page, on each JDK
 * @param guesses       the questions to the participant, in order
 * @param cells         how each row of summary.csv was configured, by its cell
 * @param skipped       cells that were not measured
 * @param findings      of the checks, in the order of the rows
 * @param publishedFaster how many times less time everything takes than in the published experiment
 * @param published     all published figures of a cell, not converted, by the name of its row in the first fork
 * @param pinnedFromMs  shorter pinnings of virtual threads are not recorded
 * @param bench         how it was measured
 * @param machine       that measured it
 * @param database      facts that the database reports; null in labs without one
 * @param jdk           version and vendor of the JDK that ran the lab
 * @param versions      libraries that take part in the measurement
 * @param git           revision of the sources, with {@code +} behind it where they were changed; null where unknown
 * @param command       as it was typed
 * @param options       that were typed, with their values; true for one without a value
 */
public record RunJson(int format, String labVersion, String lab, String run, String started, String ended,
        boolean complete, Verdict verdict, String judgement, String title, String question, String rule, String answer,
        Headline headline, List<Claim> claims, List<Guess> guesses, Map<String, CellFacts> cells,
        List<Skipped> skipped, List<Finding> findings, double publishedFaster,
        Map<String, Map<String, String>> published, double pinnedFromMs, Bench bench, Machine machine,
        Map<String, String> database, String jdk, Map<String, String> versions, String git, String command,
        Map<String, Object> options) {

    /** @param what the numbers are */
    public record Headline(String what, List<Bar> bars) {}

    /** @param value of the bar; NaN where it was not measured */
    public record Bar(String label, double value) {}

    /**
     * A claim and its verdict.
     *
     * @param text      what is claimed
     * @param jdk       feature version that it is about
     * @param verdict   CONFIRMED, SURPRISE, UNDECIDED, INVALID or SKIPPED
     * @param value     that was measured
     * @param low       end of its 95 % interval; NaN where there is none
     * @param high      the other end
     * @param undecided why it is not decided; null where it is
     * @param claimed   the range in words
     * @param least     that is claimed; NaN where that side is open
     * @param most      likewise
     * @param bound     what limits its cells, by the rule and by the measurement
     * @param hint      where to look when it does not hold
     * @param why       what the verdict means and what to do next; empty where it is CONFIRMED
     * @param headline  whether it answers the lab's question
     */
    public record Claim(String text, int jdk, Verdict verdict, double value, double low, double high, String undecided,
            String claimed, double least, double most, String bound, String hint, String why, boolean headline) {
        /** @throws IllegalArgumentException where the verdict is missing */
        public Claim {
            if (verdict == null) {
                throw new IllegalArgumentException("a claim has no verdict");
            }
        }
    }

    /**
     * A question to the participant.
     *
     * @param question       one sentence
     * @param jdk            feature version that it is about
     * @param choices        in rising order; none where a number was asked for
     * @param guess          the number that was guessed; NaN where a choice was, or nothing
     * @param guessChoice    key of the choice; null where a number was guessed, or nothing
     * @param rule           what the rule says; NaN where it says nothing
     * @param ruleChoice     the choice that stands for it
     * @param measured       what was measured
     * @param low            end of its 95 % interval; NaN where there is none
     * @param high           the other end
     * @param measuredChoice the choice that stands for it
     * @param right          whether the guess was; null where there was none
     * @param hints          that could be asked for
     * @param about          what is asked for
     */
    public record Guess(String question, int jdk, List<Choice> choices, double guess, String guessChoice, double rule,
            String ruleChoice, double measured, double low, double high, String measuredChoice, Boolean right,
            List<String> hints, About about) {}

    /**
     * A figure of a cell, or its ratio to the same figure of another cell.
     *
     * @param metric in words, such as {@code throughput}
     * @param cell   as in summary.csv
     * @param over   the cell that it is divided by; null where it is no ratio
     */
    public record About(String metric, String cell, String over) {}

    /** @param key a letter */
    public record Choice(String key, String text) {}

    /**
     * How a cell was configured.
     *
     * @param asked  facts that its variant asked for
     * @param found  all facts that were read back from the running service
     * @param demand what a request needs, as the rule has it; null where there is no rule
     */
    public record CellFacts(Map<String, String> asked, Map<String, String> found, Demand demand) {}

    /**
     * What a request needs when it is alone.
     *
     * @param waitMs  it waits
     * @param cpuMs   it needs of a CPU
     * @param pinned  whether it holds its carrier while it waits
     * @param further what else it holds
     * @param concurrencyLimit requests that the service serves at a time; 0 where nothing limits them
     * @param cpus    that the service can use; 0 in a run of a lab before 0.12, which tells neither
     */
    public record Demand(double waitMs, double cpuMs, boolean pinned, List<Station> further, int concurrencyLimit,
            int cpus) {}

    /** @param heldMs for how long a request holds one of them */
    public record Station(String name, double servers, double heldMs) {}

    /** A cell that was not measured on a JDK. */
    public record Skipped(String cell, int jdk, String why) {}

    /**
     * What a check found.
     *
     * @param cell        as in summary.csv; null where it is about the run
     * @param code        as in {@code findings} of summary.csv
     * @param invalidates whether the figures cannot be trusted
     */
    public record Finding(String cell, String code, boolean invalidates, String text) {}

    /**
     * How it was measured.
     *
     * @param blockSeconds  the least length of a block
     * @param userRounds    requests that each user of a closed loop sends in a block at least
     * @param rounds        recorded blocks of each cell in a fork
     * @param warmupSeconds the longest warm-up of a group
     * @param forks         the most that are measured
     * @param limitSeconds  after which no further fork begins
     * @param jdks          feature versions
     * @param generator     where the load comes from
     * @param apart         whether each cell had a JVM of its own, one after the other
     * @param seed          of the order of blocks and the moments at which users begin
     */
    public record Bench(double blockSeconds, int userRounds, int rounds, double warmupSeconds, int forks,
            double limitSeconds, List<Integer> jdks, String generator, boolean apart, long seed) {}

    /**
     * The machine.
     *
     * @param cpu                  model
     * @param cpus                 that the lab may use
     * @param memoryMb             in MiB; NaN where unknown
     * @param os                   name, version and architecture
     * @param containerCpuLimit    in words; null where there is none
     * @param containerMemoryLimit likewise
     */
    public record Machine(String cpu, int cpus, double memoryMb, String os, String containerCpuLimit,
            String containerMemoryLimit) {}

    /** A list or a map that is missing is empty, and a text that is missing is, too. */
    public RunJson {
        started = known(started);
        judgement = known(judgement);
        title = known(title);
        question = known(question);
        rule = known(rule);
        answer = known(answer);
        command = known(command);
        claims = claims == null ? List.of() : claims;
        guesses = guesses == null ? List.of() : guesses;
        cells = cells == null ? Map.of() : cells;
        skipped = skipped == null ? List.of() : skipped;
        findings = findings == null ? List.of() : findings;
        published = published == null ? Map.of() : published;
        versions = versions == null ? Map.of() : versions;
        options = options == null ? Map.of() : options;
    }

    private static String known(String text) {
        return text == null ? "" : text;
    }

    /** The first format that these types read. */
    public static final int FIRST = 4;
    /** Its name in the folder of a run. */
    public static final String FILE = "run.json";

    /** Writes run.json. */
    public void write(Path file) throws IOException {
        RecordJson.write(file, this);
    }

    /** @throws IOException where there is no such file, or it is no run.json of format 4 or later */
    public static RunJson read(Path file) throws IOException {
        try {
            return of(RecordJson.JSON.readTree(file.toFile()));
        } catch (JacksonException e) {
            throw new IOException(file + " is no " + FILE + " of format " + Release.FORMAT + ": "
                    + e.getOriginalMessage(), e);
        }
    }

    /** Of JSON that is read already. @throws JacksonException where it is none */
    public static RunJson of(JsonNode json) {
        return RecordJson.JSON.treeToValue(json, RunJson.class);
    }
}
