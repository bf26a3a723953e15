package tests;

import tools.jackson.databind.json.JsonMapper;

/**
 * What became of a test in one attempt: a line of JSON from a lane to the JVM that started it.
 *
 * @param test    such as {@code ForksTest.anInterval()}; of a class that could not be set up, its name
 * @param message why it failed or was skipped, in one line; empty where it passed
 * @param trace   what is printed of it where it failed; empty where it did not
 * @param folder  of its files, which stays where it failed; null where it has none
 * @param id      of a test that is tried again, as JUnit selects it; null otherwise
 */
record TestEvent(String test, Outcome outcome, long ms, String message, String trace, String folder, String id) {

    TestEvent(String test, Outcome outcome, long ms, String message) {
        this(test, outcome, ms, message, "", null, null);
    }

    enum Outcome {
        PASSED("passed"), FAILED("FAILED"), SKIPPED("skipped"),
        /** It failed, measures, and is tried again. */
        AGAIN("again"),
        /** A class has ended, its set-up included. */
        CLASS("");

        private final String word;

        Outcome(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    private static final JsonMapper JSON = JsonMapper.shared();

    static TestEvent parse(String line) {
        try {
            return JSON.readValue(line, TestEvent.class);
        } catch (tools.jackson.core.JacksonException e) {
            return new TestEvent("a lane", Outcome.FAILED, 0, "it told what is no event: " + line);
        }
    }

    String line() {
        return JSON.writeValueAsString(this);
    }

    /** Of a lane that did not come to its end. */
    static TestEvent ofLane(Lane lane, String why) {
        return new TestEvent("lane " + lane.name(), Outcome.FAILED, 0, why);
    }

    TestEvent failed(String why) {
        return new TestEvent(test, Outcome.FAILED, ms, why, trace, folder, null);
    }
}
