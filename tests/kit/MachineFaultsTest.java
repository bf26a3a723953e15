package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fixtures.Light;
import fixtures.LightLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.Request;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;
import tests.Repository;

/** A machine that has other work to do, or that gives a container less than its CPUs: each is named by its code. */
@Tag(Lane.QUIET)
@EnabledOnOs(OS.LINUX)
class MachineFaultsTest {

    /** 80 to 180 ms of work, by how fast the machine is, and 50 ms of rest: half of a CPU, or more. */
    private static final String HALF_A_CPU = "while :; do i=0; while [ $i -lt 120000 ]; do i=$((i+1)); done; "
            + "sleep 0.05; done";
    private static final String CELL = "virtual-c4-f1";

    @TempDir
    Path temp;

    private Ran lab(String data) throws Exception {
        return Ran.lab(temp.resolve(data),
                page -> page.measure(page.cell(Light.virtual("virtual"), Request.get("/wait"),
                        ClosedLoop.of(4, Duration.ofSeconds(3)), Demand.waiting(Duration.ofMillis(20)))));
    }

    @Test
    @Measures
    void halfACpuOfANeighbourIsNamed() throws Exception {
        assertFalse(lab("alone").codes(CELL).contains("noisy"), "nothing else runs");
        // Of a shell that ends at once: a child of this JVM would be the lab's own.
        Repository.Ran started = Repository.run(new ProcessBuilder("sh", "-c",
                "timeout 60 sh -c '" + HALF_A_CPU + "' >/dev/null 2>&1 & echo $!"));
        ProcessHandle neighbour = ProcessHandle.of(Long.parseLong(started.out().strip())).orElseThrow();
        try {
            Ran ran = lab("beside");
            CSVRecord row = ran.row(CELL);
            assertTrue(ran.codes(CELL).contains("noisy"), row.toString());
            assertTrue(row.get("neighbour").matches("(sh|dash|bash|busybox)( .*)?"), row.toString());
        } finally {
            Stream.concat(neighbour.descendants(), Stream.of(neighbour)).forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** A control group of its own that may use so much of a CPU; null where none can be made. */
    private static Path group(double cpus) {
        long period = 100_000;
        String name = "virtual-thread-lab-test-" + ProcessHandle.current().pid();
        for (String mount : List.of("/sys/fs/cgroup", "/sys/fs/cgroup/cpu")) {
            Path group = Path.of(mount).resolve(name);
            try {
                Files.createDirectory(group);
                if (Files.exists(group.resolve("cpu.max"))) {
                    Files.writeString(group.resolve("cpu.max"), Math.round(cpus * period) + " " + period);
                    return group;
                }
                if (Files.exists(group.resolve("cpu.cfs_quota_us"))) {
                    Files.writeString(group.resolve("cpu.cfs_period_us"), String.valueOf(period));
                    Files.writeString(group.resolve("cpu.cfs_quota_us"), String.valueOf(Math.round(cpus * period)));
                    return group;
                }
                Files.delete(group);
            } catch (IOException e) {
                // Not this one.
            }
        }
        return null;
    }

    /** A whole lab within a quota of half a CPU, as in a small container. */
    @Test
    @Tag(Lane.WHOLE)
    void aQuotaIsNamed() throws Exception {
        Path group = group(0.5);
        assumeTrue(group != null, "no control group can be made here");
        try {
            var words = new ArrayList<>(List.of("sh", "-c", "echo $$ > '" + group.resolve("cgroup.procs")
                    + "' && exec \"$@\"", "sh"));
            words.addAll(LightLab.command(temp.resolve("data"), List.of("-Dlight.requests=2000"), "--cells",
                    "first-c5"));
            try (var lab = new LabProcess(temp, temp.resolve("data"), new ProcessBuilder(words))) {
                // The load generator has half a CPU, too: it may be late, which makes the row INVALID.
                assertTrue(List.of(0, 2).contains(lab.exit()), lab.said());
                CSVRecord row = lab.cells("light").get("first-c5-f1");
                assertTrue(Ran.codes(row).containsAll(List.of("cpu-quota", "throttled")), row.toString());
                assertEquals("0.5 CPUs", lab.json("light").at("/machine/container_cpu_limit").asString());
            }
        } finally {
            LabProcess.until("the group is empty", () -> group.toFile().delete() ? true : null);
        }
    }
}
