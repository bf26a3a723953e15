package kit.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Changed;
import fixtures.MadeMeasurement;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import kit.base.Finding;
import kit.base.Finding.Code;
import kit.judge.Judge;
import kit.judge.JudgedRun;
import kit.judge.JudgedRun.JudgedClaim;
import kit.measure.Block;
import kit.measure.Measurement;
import kit.plan.BenchPlan;
import kit.plan.LabPlan;
import kit.record.Undecided;
import kit.record.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** The page of requests that wait, with made-up looks at the memory. */
@Tag(Lane.UNIT)
class MemoryPageTest {

    private static final String LIMITED = "virtual-defaults-b10000";
    /** Of 10,000 requests. */
    private static final double ACCEPTED = 0.8192;

    private static Page page() {
        return MadePage.page("waiting", "Waiting");
    }

    /** Each burst is the only one of its JVM, and the load generator has another one. */
    @Test
    void eachCellHasAJvmOfItsOwnAndOneBlock() {
        BenchPlan bench = page().plan().bench();
        assertEquals(List.of(BenchPlan.Alive.ONE_CELL, 1), List.of(bench.alive(), bench.rounds()));
        assertTrue(page().plan().cells().stream().allMatch(cell -> cell.looksAtMemory()
                && cell.generator(bench.generator()).isApart()));
        assertEquals(BenchPlan.Alive.ALL, MadePage.page("herd", "HerdLab").plan().bench().alive());
    }

    @Test
    void whereEachRequestTakesWhatItShouldTheRunIsConfirmed() {
        MadePage run = MadePage.of(page(), 1, Map.of(LIMITED, ACCEPTED));
        assertEquals(List.of(), run.judged().claims().stream().filter(one -> one.verdict() != Verdict.CONFIRMED)
                .map(Object::toString).toList());
        String notebook = run.inNotebook();
        assertFalse(Pattern.compile("\\{[a-z]\\w*[.}]").matcher(notebook).find(), notebook);
        assertTrue(notebook.contains("A request that waits needed 280 KiB on platform threads and 100 KiB on virtual "
                + "threads. With Tomcat's defaults, 8192 of 10000 requests waited together"), notebook);
    }

    /** Fewer wait together than were sent; and threads that always exist count more where few wait. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "platform-sized-b1000 | 0.9  | platform-sized, 1000 users in 5 s: requests that wait together is",
            "virtual-b10000       | 0.99 | virtual, 10000 users in 5 s: requests that wait together is",
            "virtual-b20000       | 0.99 | virtual, 20000 users in 10 s: requests that wait together is",
            "virtual-b1000        | 0.05 | virtual, 1000 users in 5 s: platform threads for each request that waits is",
            "platform-sized-b1000 | 0.05 | platform-sized, 1000 users in 5 s: platform threads for each request that",
            LIMITED + "           | 0.5  | virtual-defaults, 10000 users in 5 s: requests that wait together is",
            LIMITED + "           | 0.5  | virtual-defaults, 10000 users in 5 s: requests answered is"})
    void eachClaimOfACountTurnsRed(String cell, double factor, String text) {
        assertEquals(Verdict.SURPRISE, only(run(Map.of(cell, factor), block -> block), text).verdict());
    }

    @Test
    void theClaimOfMemoryTurnsRedWhereThreadsTakeNone() {
        JudgedRun run = run(Map.of(), block -> block.cell().equals("platform-sized-b1000") ? light(block) : block);
        assertEquals(Verdict.SURPRISE, only(run, "memory (RSS) for each request that waits").verdict());
    }

    /** On a busy machine, requests arrive too late to wait together: that says nothing of the service. */
    @Test
    void aCountOfABurstThatWasDisturbedIsNoSurprise() {
        JudgedRun run = run(Map.of("virtual-b10000", 0.9), block -> new Block(block.cell(), block.jdk(), block.fork(),
                block.round(), block.attempt(), block.order(), block.warmup(), block.began(), block.seconds(),
                block.vitals(), block.totals(), block.generatorTimer(), block.serviceTimer(), block.hiccups(),
                block.usage(), block.surroundings(),
                List.of(Finding.remark(Code.NOISY, "others used 1 CPU"))).ofBurst(null, block.memory()));
        JudgedClaim count = only(run, "virtual, 10000 users in 5 s: requests that wait together is");
        assertEquals(List.of(Verdict.UNDECIDED, Undecided.DISTURBED), List.of(count.verdict(), count.why()));
        assertEquals(9000, count.value(), "it is told all the same: such a burst is sent once in a JVM");
    }

    private static Block light(Block block) {
        Block.Memory had = block.memory();
        return block.ofBurst(null, new Block.Memory(had.requests(), had.heapRest(), had.heapWaiting(),
                had.residentRest(), had.residentRest() + had.heapWaiting() - had.heapRest(), had.threads()));
    }

    private static JudgedRun run(Map<String, Double> factors, UnaryOperator<Block> change) {
        LabPlan plan = MadePage.page("waiting", "Waiting", "--forks", "3").plan();
        Measurement made = MadeMeasurement.of(plan, 3, factors);
        return Judge.judge(plan, Changed.with(made, "forks", made.forks().stream()
                .map(fork -> Changed.with(fork, "blocks", fork.blocks().stream().map(change).toList())).toList()));
    }

    private static JudgedClaim only(JudgedRun run, String text) {
        List<JudgedClaim> found = run.claims().stream().filter(one -> one.claim().text().contains(text)).toList();
        assertEquals(1, found.size(), run.claims().toString());
        return found.getFirst();
    }
}
