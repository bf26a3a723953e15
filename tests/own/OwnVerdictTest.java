package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import kit.judge.Bottleneck;
import kit.record.Forks;
import kit.record.Undecided;
import kit.record.Verdict;
import java.util.List;
import java.util.Optional;
import own.Compared.Figure;
import own.Compared.Effect;
import own.OwnVerdict.Evidence;
import own.OwnVerdict.Stopped;
import own.OwnVerdict.Word;
import kit.service.PoolUse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** Which figures make which verdict. */
@Tag(Lane.UNIT)
class OwnVerdictTest {

    private static final Optional<String> DIED = Optional.of("with 150/s: virtual-f1: it died");
    private static final Optional<String> FAILED = Optional.of("f1: 50 of 100 requests failed");
    private static final Stopped NONE = new Stopped(Optional.empty(), Optional.empty());
    private static final Compared SAME = throughput(1.0, 0.97, 1.03);

    private static Compared throughput(double ratio, double low, double high) {
        return figure(Figure.THROUGHPUT, true, ratio, low, high, "");
    }

    private static Compared tail(double ratio, double low, double high, String note) {
        return figure(Figure.TAIL, true, ratio, low, high, note);
    }

    private static Compared cpu(double ratio, double low, double high, String note) {
        return figure(Figure.CPU_PER_REQUEST, true, ratio, low, high, note);
    }

    private static Compared figure(Figure figure, boolean decides, double ratio, double low, double high,
            String note) {
        return made(decides ? "400 users" : "100 users", decides ? Role.DECIDES : Role.COUNTS, figure, ratio, low,
                high, note);
    }

    /** With the effect that the judge would find, if the interval were all that it knows. */
    private static Compared made(String load, Role role, Figure figure, double ratio, double low, double high,
            String note) {
        double bound = switch (figure) {
        case TAIL, MEDIAN, LIGHT -> Comparing.TIME;
        case SUCCESS -> 1.01;
        default -> Comparing.THROUGHPUT;
        };
        boolean isMoreBetter = figure == Figure.THROUGHPUT || figure == Figure.SUCCESS;
        Effect effect = low > bound ? isMoreBetter ? Effect.BETTER : Effect.WORSE
                : high < 1 / bound ? isMoreBetter ? Effect.WORSE : Effect.BETTER
                        : low > 1 / bound && high < bound ? Effect.SAME : Effect.OPEN;
        return new Compared(load, role, figure, figure.name(), ratio, new Forks.Interval(low, high), effect,
                effect == Effect.OPEN ? Undecided.SPREAD : null, note);
    }

    private static OwnVerdict verdict(Compared... compared) {
        return verdict(Optional.of(true), Bottleneck.POOL, Bottleneck.USERS, compared);
    }

    private static OwnVerdict verdict(Optional<Boolean> switched, Bottleneck platform, Bottleneck virtual,
            Compared... compared) {
        return verdict(Optional.empty(), NONE, switched, platform, virtual, compared);
    }

    private static OwnVerdict verdict(Optional<String> missing, Stopped stopped, Optional<Boolean> switched,
            Bottleneck platform, Bottleneck virtual, Compared... compared) {
        return OwnVerdict.of(new Evidence(List.of(compared), missing, stopped, switched, bottleneck(platform),
                bottleneck(virtual), 400, 200, Optional.empty(), Optional.empty()));
    }

    /** Of a load that was stopped on one kind of thread, where the pool was the bottleneck. */
    private static Optional<OwnVerdict.Stop> stop() {
        return FAILED.map(why -> new OwnVerdict.Stop("400 users", why, bottleneck(Bottleneck.POOL)));
    }

    private static Limit bottleneck(Bottleneck station) {
        return new Limit(station, null, null);
    }

    @ParameterizedTest
    @CsvSource({
            // ratio, low, high of the throughput, and the verdict
            "2.00, 1.90, 2.10, ENABLE", "1.15, 1.11, 1.19, ENABLE", "1.08, 1.049, 1.099, NO_EFFECT",
            "1.00, 0.97, 1.03, NO_EFFECT", "1.02, 0.92, 1.09, NO_EFFECT", "1.02, 0.90, 1.16, CANNOT_TELL",
            "0.95, 0.86, 1.05, CANNOT_TELL", "0.85, 0.80, 0.90, HARMFUL", "0.94, 0.92, 0.96, NO_EFFECT",
            "0.50, 0.20, 1.20, CANNOT_TELL", "1.60, 0.90, 2.80, CANNOT_TELL"})
    void throughputDecides(double ratio, double low, double high, Word word) {
        assertEquals(word, verdict(throughput(ratio, low, high)).word());
    }

    @Test
    void aShorterTailIsAGainUnlessItIsTheOrderInWhichCpusServe() {
        assertEquals(Word.ENABLE, verdict(SAME, tail(0.5, 0.4, 0.7, "")).word());
        assertEquals(Word.NO_EFFECT, verdict(SAME, tail(0.9, 0.85, 0.96, "")).word());
        assertEquals(Word.NO_EFFECT, verdict(SAME, tail(0.5, 0.4, 0.6, Compared.ORDER)).word());
        assertEquals(Word.NO_EFFECT, verdict(SAME, tail(0.5, 0.4, 0.6, "small")).word());
        assertEquals(Word.NO_EFFECT, verdict(SAME, tail(1.5, 1.2, 1.9, Compared.ORDER)).word());
        assertEquals(Word.HARMFUL, verdict(SAME, tail(1.5, 1.3, 1.9, "")).word());
        assertEquals(Word.CANNOT_TELL, verdict(SAME, tail(1.5, 0.9, 2.5, "")).word());
    }

    /** Where nothing is at its limit, no bottleneck explains a difference of response times. */
    @Test
    void aLimitOfTheLoadIsNoBottleneckOfTheService() {
        OwnVerdict better = verdict(Optional.of(true), Bottleneck.RATE, Bottleneck.RATE, SAME, tail(0.7, 0.6, 0.75,
                ""));
        assertEquals(List.of(Word.ENABLE, Bottleneck.RATE), List.of(better.word(), better.bottleneck()));
        assertTrue(better.sentence().contains("On platform threads all requests that arrived were served. The only "
                + "difference is that a request takes less time on virtual threads."), better.sentence());
        OwnVerdict worse = verdict(Optional.of(true), Bottleneck.USERS, Bottleneck.USERS, SAME, tail(1.5, 1.3, 1.9,
                ""));
        assertEquals(List.of(Word.HARMFUL, Bottleneck.USERS), List.of(worse.word(), worse.bottleneck()));
        assertTrue(worse.sentence().contains("On virtual threads all users were served at the same time. The only "
                + "difference is that a request takes longer on virtual threads."), worse.sentence());
    }

    @Test
    void whatIsWorseForbidsToEnable() {
        Compared gain = throughput(2, 1.9, 2.1);
        assertEquals(Word.CANNOT_TELL, verdict(gain, cpu(1.2, 1.11, 1.3, "")).word());
        assertEquals(Word.ENABLE, verdict(gain, cpu(1.2, 1.11, 1.3, "spare")).word());
        assertEquals(Word.ENABLE, verdict(gain, cpu(1.2, 0.9, 1.6, "")).word());
        assertEquals(Word.ENABLE, verdict(gain, cpu(1.09, 1.08, 1.099, "")).word());
        // Under a load that decides nothing, too.
        assertEquals(Word.CANNOT_TELL,
                verdict(gain, figure(Figure.TAIL, false, 1.3, 1.26, 1.4, "")).word());
        assertEquals(Word.HARMFUL, verdict(SAME, cpu(1.2, 1.11, 1.3, "")).word());
    }

    @Test
    void requestsThatFailOutweighAnyGain() {
        Compared gain = throughput(2, 1.9, 2.1);
        assertEquals(Word.HARMFUL, verdict(gain, figure(Figure.SUCCESS, true, 0.9, 0.9, 0.9, "")).word());
        assertEquals(Word.HARMFUL, verdict(gain, figure(Figure.SUCCESS, false, 0.97, 0.96, 0.98, "")).word());
        assertEquals(Word.ENABLE, verdict(gain, figure(Figure.SUCCESS, true, 0.995, 0.991, 0.999, "")).word());
        assertEquals(Word.CANNOT_TELL, verdict(gain, figure(Figure.SUCCESS, true, 0.9, 0.7, 1.1, "")).word());
        assertEquals(Word.CANNOT_TELL, verdict(gain, tail(1.6, 0.95, 2.7, "")).word());
        // Of those that platform threads fail, virtual threads serve some.
        assertEquals(Word.ENABLE, verdict(SAME, figure(Figure.SUCCESS, true, 2, 1.9, 2.1, "")).word());
    }

    @Test
    void aGainUnderALoadThatDecidesNothingIsNone() {
        assertEquals(Word.NO_EFFECT,
                verdict(SAME, figure(Figure.THROUGHPUT, false, 2, 1.9, 2.1, "")).word());
    }

    @Test
    void doubtsDecideNothing() {
        // The judge decides nothing of what something disturbed, whatever its interval is.
        for (Figure figure : List.of(Figure.THROUGHPUT, Figure.TAIL, Figure.LIGHT)) {
            var doubted = new Compared("400 users", Role.DECIDES, figure, figure.name(), 2,
                    new Forks.Interval(1.9, 2.1), Effect.OPEN, Undecided.DISTURBED, "");
            OwnVerdict verdict = verdict(SAME, doubted);
            assertEquals(Word.CANNOT_TELL, verdict.word());
            assertTrue(verdict.sentence().contains("--warmup") && !verdict.sentence().contains("--minutes"),
                    "more of it would be disturbed, too: " + verdict.sentence());
        }
    }

    @Test
    void aSwitchThatDoesNothingIsNoMeasurementOfVirtualThreads() {
        OwnVerdict verdict = verdict(Optional.of(false), Bottleneck.POOL, Bottleneck.POOL, SAME);
        assertEquals(Word.CANNOT_TELL, verdict.word());
        assertTrue(verdict.sentence().contains("no virtual thread"), verdict.sentence());
        assertEquals(Word.NO_EFFECT, verdict(Optional.empty(), Bottleneck.POOL, Bottleneck.POOL, SAME).word());
    }

    @Test
    void nothingToCompareIsInvalidAndSaysWhy() {
        OwnVerdict verdict = verdict(DIED, NONE, Optional.of(true), Bottleneck.POOL, Bottleneck.USERS,
                figure(Figure.THROUGHPUT, false, 2, 1.9, 2.1, ""));
        assertEquals(Word.INVALID, verdict.word());
        assertTrue(verdict.sentence().contains("virtual-f1: it died"), verdict.sentence());
    }

    @Test
    void aLoadGeneratorThatIsTheBottleneckSaysNothingOfTheService() {
        assertEquals(Word.CANNOT_TELL, verdict(Optional.of(true), Bottleneck.POOL, Bottleneck.GENERATOR, SAME).word());
        assertEquals(Word.CANNOT_TELL, verdict(Optional.of(true), Bottleneck.GENERATOR, Bottleneck.CPU, SAME).word());
    }

    /** The process takes as much memory as the collector likes: it forbids to enable, and is no harm by itself. */
    @Test
    void moreMemoryForbidsToEnable() {
        Compared more = figure(Figure.MEMORY, true, 1.3, 1.2, 1.4, "");
        assertEquals(Word.CANNOT_TELL, verdict(throughput(2, 1.9, 2.1), more).word());
        OwnVerdict same = verdict(SAME, more);
        assertEquals(Word.NO_EFFECT, same.word());
        assertTrue(same.sentence().contains("MEMORY x 1.30"), same.sentence());
        assertEquals(Word.ENABLE, verdict(throughput(2, 1.9, 2.1), figure(Figure.MEMORY, true, 1.3, 1.2, 1.4,
                "other load")).word());
        assertEquals(Word.NO_EFFECT, verdict(SAME, figure(Figure.MEMORY, true, 0.5, 0.4, 0.6, "")).word());
    }

    /** Nothing was measured of the load that was stopped, so no figure decides. */
    @Test
    void aLoadThatIsStoppedOnVirtualThreadsOnlyIsHarmful() {
        OwnVerdict stopped = verdict(Optional.of("with 400 users: virtual-f1: stopped"), new Stopped(stop(), Optional
                .empty()), Optional.empty(), Bottleneck.POOL, Bottleneck.UNKNOWN);
        assertEquals(Word.HARMFUL, stopped.word());
        assertTrue(stopped.sentence().contains("50 of 100 requests failed"), stopped.sentence());
    }

    /** What platform threads cannot serve and virtual threads can is the strongest reason. */
    @Test
    void aLoadThatIsStoppedOnPlatformThreadsOnlyIsAReasonToEnable() {
        var stopped = new Stopped(Optional.empty(), stop());
        Optional<String> missing = Optional.of("with 400 users: platform-f1: stopped");
        OwnVerdict enable = verdict(missing, stopped, Optional.of(true), Bottleneck.POOL, Bottleneck.USERS);
        assertEquals(Word.ENABLE, enable.word());
        assertEquals(Bottleneck.POOL, enable.bottleneck());
        assertTrue(enable.sentence().contains("50 of 100 requests failed"), enable.sentence());
        assertEquals(Word.CANNOT_TELL, verdict(missing, stopped, Optional.of(true), Bottleneck.POOL, Bottleneck.USERS,
                cpu(1.2, 1.11, 1.3, "")).word(), "something else is worse");
        for (Stopped either : List.of(stopped, new Stopped(stop(), Optional.empty()))) {
            assertEquals(Word.CANNOT_TELL,
                    verdict(missing, either, Optional.of(false), Bottleneck.POOL, Bottleneck.USERS).word(),
                    "the switch does nothing");
        }
    }

    @Test
    void theStationIsThatOfTheSideThatIsLimited() {
        assertEquals(Bottleneck.POOL, verdict(throughput(2, 1.9, 2.1)).bottleneck());
        OwnVerdict none = verdict(Optional.of(true), Bottleneck.CPU, Bottleneck.CPU, SAME);
        assertEquals(Bottleneck.CPU, none.bottleneck());
        assertTrue(none.sentence().contains("up to 400 users") && none.sentence().contains("the CPUs"),
                none.sentence());
        OwnVerdict idle = OwnVerdict.of(new Evidence(List.of(SAME), Optional.empty(), NONE,
                Optional.of(true), bottleneck(Bottleneck.USERS), bottleneck(Bottleneck.USERS), 50, 200,
                Optional.empty(),
                Optional.empty()));
        assertTrue(idle.sentence().contains("below 200 users"), idle.sentence());
        OwnVerdict more = verdict(Optional.of(true), Bottleneck.USERS, Bottleneck.USERS, SAME);
        assertTrue(more.sentence().contains("more than 200 threads (--pool)"), more.sentence());
    }

    @Test
    void aWaitOfMostRequestsIsNamedWhereNeitherThreadsNorCpusAreShort() {
        String line = "org.example.Shop.order:12 (ReentrantLock.lock)";
        OwnVerdict waits = OwnVerdict.of(new Evidence(List.of(SAME), Optional.empty(), NONE, Optional.of(true),
                new Limit(Bottleneck.POOL, line, null), new Limit(Bottleneck.OTHER, line, null), 400, 200,
                Optional.empty(), Optional.empty()));
        assertTrue(waits.sentence().endsWith("the bottleneck is the wait at " + line + "."), waits.sentence());
        assertEquals(Bottleneck.OTHER, waits.bottleneck());
        OwnVerdict computes = OwnVerdict
                .of(new Evidence(List.of(SAME), Optional.empty(), NONE, Optional.of(true),
                        new Limit(Bottleneck.CPU, line, null), new Limit(Bottleneck.CPU, line, null), 400, 200,
                        Optional.empty(), Optional.empty()));
        assertTrue(computes.sentence().endsWith("the bottleneck is the CPUs."), computes.sentence());
        assertTrue(bottleneck(Bottleneck.OTHER).words().startsWith("something other than threads and CPUs"));
    }

    @Test
    void evidenceIsThreeLinesAtMostAndTheDecidingOneFirst() {
        OwnVerdict verdict = verdict(cpu(1, 0.9, 1.1, ""), SAME,
                figure(Figure.THROUGHPUT, false, 1, 0.9, 1.1, ""), tail(0.5, 0.4, 0.6, ""),
                figure(Figure.TAIL, true, 1, 0.9, 1.1, ""));
        assertEquals(Figure.TAIL, verdict.evidence().getFirst().figure());
        assertEquals(3, verdict.evidence().size());
        assertFalse(verdict.evidence().stream().anyMatch(one -> !one.decides()));
    }

    // ---- a peak that was told decides ----

    private static Compared beyond(Figure figure, double ratio, double low, double high, String weight) {
        return made("400 users", Role.WARNS, figure, ratio, low, high, weight);
    }

    private static Compared atPeak(Figure figure, double ratio, double low, double high) {
        return made("100/s", Role.DECIDES, figure, ratio, low, high, "");
    }

    private static OwnVerdict ofPeak(Bottleneck atPeak, Compared... compared) {
        var lock = new Limit(Bottleneck.OTHER, "org.example.Desk.locked:17 (monitor)", null);
        return OwnVerdict.of(new Evidence(List.of(compared), Optional.empty(), NONE, Optional.of(true),
                bottleneck(atPeak), bottleneck(atPeak), 400, 200, Optional.of(new OwnVerdict.Beyond("400 users", lock,
                        Optional.empty())),
                Optional.empty()));
    }

    /** What became slower beyond what the service can do is a warning, and no verdict on the peak. */
    @Test
    void aLoadBeyondThePeakWarnsAndDoesNotDecide() {
        Compared same = atPeak(Figure.THROUGHPUT, 1, 0.99, 1.01);
        OwnVerdict verdict = ofPeak(Bottleneck.RATE, same, beyond(Figure.LIGHT, 1.4, 1.26, 1.84, ""),
                beyond(Figure.MEDIAN, 0.19, 0.15, 0.24, Compared.ORDER), beyond(Figure.TAIL, 2, 0.5, 8, ""),
                beyond(Figure.THROUGHPUT, 1.3, 1.2, 1.4, "doubted"));
        assertEquals(List.of(Word.NO_EFFECT, Bottleneck.OTHER), List.of(verdict.word(), verdict.bottleneck()));
        assertTrue(verdict.sentence().startsWith("Virtual threads have no effect at 100/s (THROUGHPUT x 1.00"), verdict
                .sentence());
        assertTrue(verdict.sentence().endsWith("with 400 users without pauses, the bottleneck on virtual threads is "
                + "the wait at org.example.Desk.locked:17 (monitor); better there: MEDIAN x 0.19 [0.15, 0.24]; worse "
                + "there: LIGHT x 1.40 [1.26, 1.84]."), verdict.sentence());
        for (Compared worse : List.of(beyond(Figure.THROUGHPUT, 0.5, 0.4, 0.6, ""), beyond(Figure.SUCCESS, 0.8,
                0.7, 0.9, ""), beyond(Figure.CPU_PER_REQUEST, 2, 1.9, 2.1, ""))) {
            assertEquals(Word.NO_EFFECT, ofPeak(Bottleneck.RATE, same, worse).word(), worse::toString);
        }
        assertEquals(Word.NO_EFFECT, ofPeak(Bottleneck.RATE, same, beyond(Figure.THROUGHPUT, 2, 1.9, 2.1, ""))
                .word(), "a gain beyond the peak");
    }

    @Test
    void whatChangesAtThePeakDecides() {
        Compared same = beyond(Figure.THROUGHPUT, 1, 0.99, 1.01, "");
        assertEquals(Word.HARMFUL, ofPeak(Bottleneck.RATE, same, atPeak(Figure.THROUGHPUT, 1, 0.99, 1.01), atPeak(
                Figure.LIGHT, 1.4, 1.26, 1.8)).word());
        OwnVerdict enable = ofPeak(Bottleneck.POOL, same, atPeak(Figure.THROUGHPUT, 1.4, 1.3, 1.5));
        assertEquals(List.of(Word.ENABLE, Bottleneck.POOL), List.of(enable.word(), enable.bottleneck()));
        OwnVerdict unknown = ofPeak(Bottleneck.UNKNOWN, beyond(Figure.THROUGHPUT, 2, 1.9, 2.1, ""));
        assertEquals(List.of(Word.INVALID, Bottleneck.UNKNOWN), List.of(unknown.word(), unknown.bottleneck()),
                "the peak could not be compared");
        assertTrue(unknown.sentence().contains("better there: THROUGHPUT x 2.00"), unknown.sentence());
    }

    @Test
    void aLoadBeyondThePeakThatWasStoppedIsToldWithItsReason() {
        OwnVerdict verdict = OwnVerdict.of(new Evidence(List.of(atPeak(Figure.THROUGHPUT, 1, 0.99, 1.01)), Optional
                .empty(), NONE, Optional.of(true), bottleneck(Bottleneck.RATE), bottleneck(Bottleneck.RATE),
                400, 200,
                Optional.of(new OwnVerdict.Beyond("400 users", bottleneck(Bottleneck.UNKNOWN), FAILED)),
                Optional.empty()));
        assertEquals(List.of(Word.NO_EFFECT, Bottleneck.RATE), List.of(verdict.word(), verdict.bottleneck()));
        assertTrue(verdict.sentence().endsWith("nothing could be compared: " + FAILED.get() + "."), verdict.sentence());
    }

    /** The main lesson of the project: the pool was too small. */
    @ParameterizedTest
    @CsvSource({"132, 260, 239, SAME, is as good", "132, 300, 239, WORSE, is as good",
            "132, 210, 239, OPEN, may be as good", "132, 200, 239, BETTER, brings a part of it",
            "132, 133, 239, BETTER, does not bring it", "132, 90, 239, BETTER, does not bring it"})
    void aLargerPoolThatDoesTheSameIsInTheAnswer(double asItIs, double larger, double virtual, Effect effect,
            String words) {
        OwnVerdict enable = OwnVerdict.of(new Evidence(List.of(throughput(1.81, 1.7, 1.9)), Optional.empty(),
                NONE, Optional.of(true), bottleneck(Bottleneck.POOL), bottleneck(Bottleneck.USERS), 400, 200,
                Optional
                        .empty(),
                Optional.of(new LargerPool(400, "/s", asItIs, larger, virtual, effect))));
        assertEquals(Word.ENABLE, enable.word());
        assertTrue(enable.sentence().contains("A pool of 400 platform threads " + words + ": 132/s as it is"), enable
                .sentence());
    }

    @ParameterizedTest
    @CsvSource({"800, 900, does not", "800, 300, brings a part"})
    void aShorterTimeIsAGain(double asItIs, double larger, String words) {
        assertTrue(new LargerPool(400, " ms", asItIs, larger, 150, Effect.BETTER).sentence().contains(words));
    }

    @Test
    void exitCodes() {
        assertEquals(List.of(0, 0, 0, 3, 2), List.of(Word.values()).stream().map(Word::verdict)
                .map(Verdict::exitCode).toList());
        assertEquals("cannot tell", Word.CANNOT_TELL.toString());
    }

    @Test
    void aConnectionPoolIsNamedWithItsSize() {
        var pool = new PoolUse(PoolUse.Kind.CONNECTIONS, "orders", 10, 9.96, 49.7);
        OwnVerdict waits = OwnVerdict.of(new Evidence(List.of(SAME), Optional.empty(), NONE, Optional.of(true),
                new Limit(Bottleneck.CONNECTIONS, null, pool), new Limit(Bottleneck.CONNECTIONS, null, pool), 60,
                200, Optional.empty(), Optional.empty()));
        assertEquals(Bottleneck.CONNECTIONS, waits.bottleneck());
        assertTrue(waits.sentence().endsWith("the bottleneck is the 10 connections of orders (10.0 in use, and 50 "
                + "requests waited for one)."), waits.sentence());
    }

    /** Of a mix, the lightest call on its own is what heavier ones can spoil. */
    @Test
    void theLightestCallCountsWhateverTheBottleneckIs() {
        Compared longer = figure(Figure.LIGHT, true, 8, 5, 12, "");
        assertEquals(Word.HARMFUL, verdict(Optional.of(true), Bottleneck.CPU, Bottleneck.CPU, SAME, longer).word());
        Compared shorter = figure(Figure.LIGHT, true, 0.2, 0.1, 0.3, "");
        assertEquals(Word.ENABLE, verdict(SAME, shorter).word());
        assertEquals(Word.CANNOT_TELL, verdict(SAME, figure(Figure.LIGHT, true, 2, 0.9, 4, "")).word());
        assertEquals(Word.NO_EFFECT, verdict(SAME, figure(Figure.LIGHT, true, 2, 1.5, 3, "small")).word());
    }

    @Test
    void whatHoldsTheCarriersIsNamed() {
        assertEquals(
                "the carriers, which virtual threads hold while they wait (2.0 of 2 in use, and 98 virtual threads "
                        + "waited for one): they are held at org.example.Desk.call:28",
                new Limit(Bottleneck.CARRIERS,
                        "org.example.Desk.call:28", new PoolUse(PoolUse.Kind.CARRIERS, "", 2, 2, 98)).words());
    }
}
