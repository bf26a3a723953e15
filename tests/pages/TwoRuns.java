package pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Two made-up runs of one lab to compare, and what others are built of. */
final class TwoRuns {

    static final String SUMMARY = "lab,run,cell,variant,jdk,load,path,users,rate,ramp_s,fork,ok,rps,mean_ms,"
            + "p50_ms,p99_ms,cpu_us_per_request,verdict,why\n";
    static final double[] TWICE_A = {100, 101, 102, 103, 104};
    static final double[] TWICE_B = {201, 203, 205, 207, 209};
    static final double[] SAME_A = {50, 51, 52};
    static final double[] SAME_B = {50.5, 51.5, 50, 52.5};

    private TwoRuns() {}

    /** On JDK 25 and two CPUs. */
    static void writeA(Path a) throws IOException {
        write(a, """
                {"lab": "waits", "run": "20260101-100000", "complete": true, "verdict": "CONFIRMED", "title": "1 waits",
                 "machine": {"cpu": "Testing 3000", "cpus": 2, "memory_mb": 4096, "os": "Linux"}, "jdk": "25.0.1 \
                Somebody", "git": "abc1234",
                 "versions": {"spring-boot": "4.1.0"}, "options": {"--forks": 5, "--quick": false, "--variant": "[]", \
                "--data": "data",
                 "--jdbc-url": null}, "cells": {"platform-c100-f1": {"asked": {"tomcat.threads.max": "50"}, "found": \
                {"gc": "G1"}}},
                 "claims": [{"text": "twice as many", "jdk": 25, "verdict": "CONFIRMED", "value": 1.998, "low": 1.99, \
                "high": 2.01},
                            {"text": "mine alone", "jdk": 25, "verdict": "CONFIRMED", "value": 1}]}
                """, forks("platform", "c100", "", "25.0.1", "closed,GET /wait,100,,", TWICE_A)
                + forks("virtual", "c100", "", "25.0.1", "closed,GET /wait,100,,", SAME_A)
                + forks("slow", "c100", "plain", "25.0.1", "closed,GET /wait,100,,", 10)
                + forks("slow", "c100", "other", "25.0.1", "closed,GET /wait,100,,", 20, 20.1)
                + row("bad-c100-f1", "bad", "25.0.1", "closed,GET /wait,100,,", 1, 30, "INVALID", "a neighbour")
                + row("bad-c100-f2", "bad", "25.0.1", "closed,GET /wait,100,,", 2, 30, "VALID", "")
                + row("gone-r50", "gone", "25.0.1", "open,GET /wait,,50,", 1, Double.NaN, "SKIPPED", "no node here")
                + forks("virtual", "r50", "", "25.0.1", "open,GET /wait,,50,", 50, 50)
                + forks("virtual", "b200", "", "25.0.1", "burst,GET /wait,200,,1", 90)
                + row("virtual-c100-f1~probe", "virtual", "25.0.1", "open,GET /probe,,5,", 1, 5, "VALID", "")
                + row("two-c9-jdk21-f1", "two", "21.0.8", "closed,GET /wait,9,,", 1, 7, "VALID", "")
                + row("two-c9-jdk25-f1", "two", "25.0.1", "closed,GET /wait,9,,", 1, 70, "VALID", ""));
    }

    /** The same lab, on JDK 26 and eight CPUs, and not to its end. */
    static void writeB(Path b) throws IOException {
        write(b, """
                {"lab": "waits", "run": "20260202-100000", "complete": false, "verdict": "SURPRISE", "title": "1 waits",
                 "machine": {"cpu": "Testing 9000", "cpus": 8, "memory_mb": 4096, "os": "Linux"}, "jdk": "26.0.1 \
                Somebody", "git": "abc1234",
                 "versions": {"spring-boot": "4.2.0"}, "options": {"--forks": 3, "--quick": true, "--variant": "[]", \
                "--data": "elsewhere",
                 "--jdbc-url": "jdbc:postgresql://db/lab?user=me&password=word"},
                 "cells": {"platform-c100-f1": {"asked": {"tomcat.threads.max": "60"}, "found": {"gc": "ZGC"}}},
                 "claims": [{"text": "twice as many", "jdk": 26, "verdict": "SURPRISE", "value": 1.5}]}
                """, forks("platform", "c100", "", "26.0.1", "closed,GET /wait,100,,", TWICE_B)
                + forks("virtual", "c100", "", "26.0.1", "closed,GET /wait,100,,", SAME_B)
                + forks("slow", "c100", "plain", "26.0.1", "closed,GET /wait,100,,", 11, 12)
                + forks("slow", "c100", "other", "26.0.1", "closed,GET /wait,100,,", 20, 20.1)
                + forks("bad", "c100", "", "26.0.1", "closed,GET /wait,100,,", 33)
                + row("gone-r50", "gone", "26.0.1", "open,GET /wait,,50,", 1, 10, "VALID", "")
                + forks("virtual", "r60", "", "26.0.1", "open,GET /wait,,60,", 60, 60)
                + forks("virtual", "b200", "", "26.0.1", "burst,GET /wait,200,,2", 95)
                + row("virtual-c100-f1~probe", "virtual", "26.0.1", "open,GET /probe,,5,", 1, 6, "VALID", "")
                + row("two-c9-jdk25-f1", "two", "25.0.3", "closed,GET /wait,9,,", 1, 77, "VALID", "")
                + row("two-c9-jdk26-f1", "two", "26.0.1", "closed,GET /wait,9,,", 1, 7, "VALID", ""));
    }

    static void write(Path run, String json, String rows) throws IOException {
        Files.createDirectories(run);
        Files.writeString(run.resolve("run.json"), json);
        Files.writeString(run.resolve("summary.csv"), SUMMARY + rows);
    }

    static String forks(String variant, String load, String name, String jdk, String columns, double... rps) {
        return IntStream.range(0, rps.length)
                .mapToObj(i -> row(variant + (name.isEmpty() ? "" : "-" + name) + "-" + load + "-f" + (i + 1), variant,
                        jdk,
                        columns, i + 1, rps[i], "VALID", ""))
                .collect(Collectors.joining());
    }

    /** @param columns load, path, users, rate and ramp */
    static String row(String cell, String variant, String jdk, String columns, int fork, double rps,
            String verdict, String why) {
        boolean served = !Double.isNaN(rps);
        return "waits,r,%s,%s,%s,%s,%d,1000,%s,%s,%s,%s,%s,%s,%s%n".formatted(cell, variant, jdk, columns, fork,
                served ? rps : "", served ? 400 : "",
                served ? 400 : "", served ? 410 : "", served ? 900 : "", verdict, why);
    }

    static String timed(String variant, double ms) {
        return IntStream.rangeClosed(1, 3).mapToObj(
                fork -> "waits,r,%s-c100-f%d,%1$s,25,closed,GET /wait,100,,,%2$d,1000,100,400,%3$s,,,CONFIRMED,%n"
                        .formatted(variant, fork, ms))
                .collect(Collectors.joining());
    }
}
