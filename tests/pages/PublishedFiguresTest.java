package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static pages.Drawn.matches;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** The table of all that was published of a run's cells. */
@Tag(Lane.PAGES)
class PublishedFiguresTest {

    @TempDir
    static Path temp;

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        Runs.in(temp).lab("stored").json("""
                {"published_faster": 10, "published_file": "e2.csv",
                 "cells": {"virtual-c100-f1": {"found": {"cpus": "4"}}},
                 "published": {"virtual-c100-f1": {"n": "1000", "rps": "24.5", "time_s": "40", "p95_ms": "<34.43>",
                                                   "p99_ms": "40", "drain_s": "15", "total_requests": "2940",
                                                   "cpu_percent": "16", "lag_rows": "450000-480000", "users": "100"},
                               "platform-stages-f1~500-users": {"p99_ms": "1500", "source": "read off a graph"},
                               "gone-c1-f1": {"rps": "1"}}}""")
                .cell(MadeCell.closed("virtual", 100).rps(240).with("p95_ms", 35).with("service_cpu_s", 8)
                        .with("duration_s", 10).with("lag_rows", 12))
                .cell(MadeCell.closed("virtual", 100).fork(2).rps(260).with("p95_ms", 37).with("service_cpu_s", 8)
                        .with("duration_s", 10).with("lag_rows", 14))
                .cell(MadeCell.closed("virtual", 100).fork(3).rps(9000).invalid("late"))
                .cell(MadeCell.stages("platform", 500).stream("500-users").with("load", "stage").rps(400)
                        .with("p99_ms", 120))
                .write();
        Runs.in(temp).lab("unpublished").cell(MadeCell.closed("virtual", 100).rps(240)).write();
        drawn = Drawn.quietly(temp);
    }

    @Test
    void eachStandsBesideWhatWasMeasuredAndIsConvertedByThePaceOfTheRun() throws IOException {
        String page = drawn.page("stored");
        contains(page, "Every published figure, beside what was measured", "1 / 10",
                "From <code>data/published/e2.csv</code>");
        assertEquals(List.of("virtual-c100 throughput, requests/s 245 250",
                "time for the published number of requests, s 4 4.006",
                "requests in as long as the published run took 29,400 30,000", "95th percentile, ms &lt;34.43&gt; 36",
                "99th percentile, ms 4 too few answers for a percentile",
                "CPU, % of all CPUs (measured: of the service) 16 20",
                "rows that were still to be stored 450000-480000 13",
                "time until they were stored, s 15 not known", "platform-stages~500-users read off a graph "
                        + "99th percentile, ms 150 120"),
                matches(page.substring(page.indexOf("Every published figure")), "<tr>(<t[hd].*?)</tr>").stream()
                        .map(row -> row.replaceAll("<[^>]*>", " ").strip().replaceAll("\\s+", " "))
                        .filter(row -> !row.startsWith("Cell ")).limit(9).toList());
    }

    @Test
    void whereNothingWasPublishedThereIsNoTable() throws IOException {
        assertFalse(drawn.page("unpublished").contains("Every published figure"));
    }
}
