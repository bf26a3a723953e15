package pages;

import static pages.MadeCell.closed;

import java.nio.file.Path;

/**
 * A small run with something of everything: two forks, a published figure, an INVALID cell, a probe, and texts that
 * would break a careless page.
 */
final class Waits {

    private Waits() {}

    static Runs lab(Path data) {
        return Runs.in(data).lab("waits").run("20260102-100000").verdict("SURPRISE").json("""
                {"title": "1 waits", "question": "Is 1 < 2 & 3?", "rule": "X = min(c, m) / S", "git": null,
                 "claims": [{"text": "twice as fast", "verdict": "SURPRISE", "why": "throughput 1.98, claimed at least \
                3", "hint": "look again"}],
                 "machine": {"cpu": "Testing 3000", "cpus": 2, "memory_mb": 4096}, "jdk": "25.0.1 Somebody", \
                "command": "jbang labs/waits.java -c 100"}
                """)
                .cell(closed("platform", 100).rps(120).predicted(125).published(117.14)
                        .with("why", "a thread of 50 is missing to <b>half</b> & more")
                        .latency(0, 801, 1).latency(50, 803, 500).latency(99, 812, 990).latency(99.9, 98765, 999)
                        .latency(100, 98765, 1000)
                        .seconds("second", 1, 2, 3, 3.1).seconds("rps", 100, 150, 110, 7777)
                        .seconds("p50_ms", 803, 803, 803, 803)
                        .seconds("service_cpu", 0.5, 0.5, 0.5, 0.5).seconds("platform_threads", 78, 78, 78, 78))
                .cell(closed("platform", 100).fork(2).rps(124).predicted(125).published(117.14)
                        .seconds("rps", 130, 130, 130).seconds("p50_ms", 803, 803, 803)
                        .seconds("service_cpu", 0.9, 0.9, 0.9).seconds("platform_threads", 70, 70, 70))
                .cell(closed("virtual", 100).rps(240).predicted(250).published(212.74)
                        .latency(0, 402, 1000).latency(100, 402, 1000)
                        .seconds("rps", 240, 240, 240).seconds("p50_ms", 402, 402, 402)
                        .seconds("service_cpu", 0.6, 0.6, 0.6).seconds("platform_threads", 31, 31, 31)
                        .pin(100.5, "", "org.example.Held.here:42").pin(200.5, "", "org.example.Held.here:42"))
                .cell(closed("virtual", 100).fork(2).rps(248).predicted(250).published(212.74).verdict("SURPRISE"))
                .cell(closed("</script>", 100).with("variant", "</script>\\'").rps(2000).invalid("a neighbour"))
                .cell(closed("virtual", 100).beside("probe", 5).rps(5).with("mean_ms", 3).with("bound", "rate")
                        .latency(0, 1, 1).latency(50, 3, 500).latency(100, 5, 1000));
    }
}
