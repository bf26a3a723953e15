package pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folders of a made-up room. It has three labs, and their names are not in the order of their numbers:
 *
 * <ul>
 * <li>{@code waits}, number 1: one rule for all; runs that are older, cut short, INVALID, damaged, hidden, and from
 * before measurements were told
 * <li>{@code spins}, number 2: a rule that depends on the machine; a guess that is far off
 * <li>{@code picks}, number 10: a choice
 * </ul>
 */
final class MadeRoom {

    static final String WAITS = "How many times as many, </script> or not?";
    static final String SPINS = "And when they spin?";
    static final String PICKS = "Which serve more?";
    static final String NAMED = "dora & <b>";

    private MadeRoom() {}

    static void fill(Path room) throws IOException {
        Path anna = room.resolve("anna/data");
        run(anna, "waits", "20260101-100000", "CONFIRMED", true, "Testing 3000", 2,
                number(WAITS, 3.5, 3.5, 3.5, 3.5, 3.5));
        run(anna, "waits", "20260102-100000", "CONFIRMED", true, "Testing 3000", 2, number(WAITS, 2, 2, 1.9, 1.8, 2.0));
        run(anna, "waits", ".20260103-100000.partial", "CONFIRMED", true, "Testing 3000", 2,
                number(WAITS, 8.8, 8.8, 8.8, null, null));
        run(anna.resolve("sample"), "waits", "20260104-100000", "CONFIRMED", true, "Testing 3000", 2,
                number(WAITS, 8.8, 8.8, 8.8, null, null));
        run(anna, "spins", "20260102-110000", "SURPRISE", true, "Testing 3000", 2,
                number(SPINS, 1, 5, 5.2, null, null));
        run(anna, "picks", "20260102-120000", "CONFIRMED", true, "Testing 3000", 2,
                choice("a", "b", "b", 1.01, 0.97, 1.05));
        Path ben = room.resolve("ben/virtual-thread-lab/data");
        run(ben, "waits", "20260102-100000", "SURPRISE", true, "Testing 9000", 8, number(WAITS, 4, 2, 2.1, null, null));
        run(ben, "waits", "20260105-100000", "CONFIRMED", false, "Testing 9000", 8,
                number(WAITS, 9, 2, 9.9, null, null));
        run(ben, "spins", "20260102-110000", "CONFIRMED", true, "Testing 9000", 8,
                number(SPINS, 4000, 1.25, 1.2, null, null));
        run(ben, "picks", "20260102-120000", "CONFIRMED", true, "Testing 9000", 8,
                choice("b", "b", "b", 0.99, null, null));
        Path carla = room.resolve("carla");
        run(carla, "waits", "20260102-100000", "CONFIRMED", true, "Testing 3000", 2,
                number(WAITS, null, 2, 2.0, null, null));
        run(carla, "picks", "20260102-120000", "CONFIRMED", true, "Testing 3000", 2,
                choice(null, "b", "c", 1.6, null, null));
        run(room.resolve(NAMED), "waits", "20260102-100000", "INVALID", true, "Testing 3000", 2,
                number(WAITS, 2, 2, 7.7, null, null));
        run(room.resolve("emil"), "waits", "20260102-100000", "INVALID", false, "Testing 3000", 2,
                number(WAITS, 2, 2, 6.6, null, null));
        run(room.resolve("fay"), "waits", "20260102-100000", "CONFIRMED", true, "Testing 3000", 2,
                "{\"question\": \"%s\", \"guess\": 3.0, \"rule\": 2.0}".formatted(WAITS));
        Path broken = run(room.resolve("gus"), "waits", "20260102-100000", "CONFIRMED", true, "Testing 3000", 2, "");
        Files.writeString(broken.resolve("run.json"), "{\"lab\": \"waits\", \"verd");
    }

    static Path run(Path data, String lab, String name, String verdict, boolean complete, String cpu,
            int cpus, String... predictions) throws IOException {
        Path run = Files.createDirectories(data.resolve(lab).resolve(name));
        int number = lab.equals("waits") ? 1 : lab.equals("spins") ? 2 : 10;
        String started = name.replaceFirst("^\\.?(\\d{4})(\\d\\d)(\\d\\d)-(\\d\\d)(\\d\\d)(\\d\\d).*",
                "$1-$2-$3T$4:$5:$6Z");
        Files.writeString(run.resolve("run.json"), """
                {"lab": "%s", "run": "%s", "started": "%s", "complete": %s, "verdict": "%s", "title": "%d %1$s", \
                "question": "What is it about?",
                 "claims": [], "predictions": [%s], "machine": {"cpu": "%s", "cpus": %d, "memory_mb": 4096}, "jdk": \
                "25.0.1 Somebody",
                 "options": {"--quick": false}}
                """.formatted(lab, name, started, complete, verdict, number, String.join(", ", predictions), cpu,
                cpus));
        return run;
    }

    static String number(String question, Number guess, Number rule, Number measured, Number low, Number high) {
        return ("{\"question\": \"%s\", \"jdk\": 25, \"choices\": null, \"guess\": %s, \"guess_choice\": null, "
                + "\"rule\": %s, \"rule_choice\": null, "
                + "\"measured\": %s, \"low\": %s, \"high\": %s, \"measured_choice\": null, \"hints\": []}")
                .formatted(question, guess, rule, measured, low, high);
    }

    static String choice(String guess, String rule, String measuredChoice, Number measured, Number low,
            Number high) {
        return ("{\"question\": \"%s\", \"jdk\": 25, \"choices\": [{\"key\": \"a\", \"text\": \"fewer\"}, {\"key\": "
                + "\"b\", \"text\": \"as many\"}, "
                + "{\"key\": \"c\", \"text\": \"more\"}], \"guess\": null, \"guess_choice\": %s, \"rule\": 1.0, "
                + "\"rule_choice\": \"%s\", \"measured\": %s, "
                + "\"low\": %s, \"high\": %s, \"measured_choice\": \"%s\", \"hints\": []}")
                .formatted(PICKS, guess == null ? "null" : "\"" + guess + "\"", rule, measured, low, high,
                        measuredChoice);
    }
}
