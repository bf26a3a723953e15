package kit.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** What control groups of both versions say, read from folders like theirs. */
@Tag(Lane.UNIT)
class CgroupTest {

    @TempDir
    Path mount;

    private void file(String path, String text) throws IOException {
        Path file = mount.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    private Cgroup group(String... lines) {
        return new Cgroup(mount, List.of(lines));
    }

    @Test
    void ofVersionTwoTheLeastOfAllGroupsAbove() throws IOException {
        file("a/b/cpu.max", "max 100000");
        file("a/cpu.max", "150000 100000");
        file("cpu.max", "400000 100000");
        file("a/b/memory.max", "max");
        file("a/memory.max", String.valueOf(512 * 1024 * 1024));
        file("a/b/cpu.stat", "usage_usec 9\nnr_throttled 3\nthrottled_usec 250000");
        file("a/cpu.stat", "usage_usec 9\nthrottled_usec 1500000");
        Cgroup group = group("0::/a/b");
        assertEquals(1.5, group.cpus().orElseThrow(), 1e-9);
        assertEquals(512, group.memoryMb().orElseThrow(), 1e-9);
        assertEquals(1.75, group.throttledSeconds(), 1e-9);
    }

    @Test
    void ofVersionOneEachControllerHasItsOwnPlace() throws IOException {
        file("cpu,cpuacct/job/cpu.cfs_quota_us", "50000");
        file("cpu,cpuacct/job/cpu.cfs_period_us", "100000");
        file("cpu,cpuacct/cpu.cfs_quota_us", "-1");
        file("cpu,cpuacct/cpu.cfs_period_us", "100000");
        file("cpu,cpuacct/job/cpu.stat", "nr_periods 7\nnr_throttled 2\nthrottled_time 2500000000");
        file("memory/cell/memory.limit_in_bytes", String.valueOf(64 * 1024 * 1024));
        file("memory/memory.limit_in_bytes", "9223372036854771712");
        Cgroup group = group("9:name=systemd:/", "4:memory:/cell", "3:cpu,cpuacct:/job", "0::/");
        assertEquals(0.5, group.cpus().orElseThrow(), 1e-9);
        assertEquals(64, group.memoryMb().orElseThrow(), 1e-9);
        assertEquals(2.5, group.throttledSeconds(), 1e-9);
    }

    @Test
    void memoryThatIsLeftIsThatOfTheGroupWithTheLeast() throws IOException {
        long mib = 1024 * 1024;
        file("a/b/memory.max", "max");
        file("a/b/memory.current", String.valueOf(9 * mib));
        file("a/memory.max", String.valueOf(512 * mib));
        file("a/memory.current", String.valueOf(400 * mib));
        file("a/memory.stat", "anon 7\ninactive_file " + 100 * mib);
        assertEquals(212, group("0::/a/b").memoryLeftMb(), 1e-9);
        file("memory/cell/memory.limit_in_bytes", String.valueOf(64 * mib));
        file("memory/cell/memory.usage_in_bytes", String.valueOf(60 * mib));
        assertEquals(4, group("4:memory:/cell").memoryLeftMb(), 1e-9);
        assertEquals(Double.POSITIVE_INFINITY, group("4:memory:/nowhere").memoryLeftMb());
        assertTrue(new Machine(group("4:memory:/cell")).availableMb() <= 4, "not the host's");
    }

    /** A quota of all CPUs that this JVM sees is one, too, where the host has more. */
    @Test
    void aQuotaOfWholeCpusIsOneWhereTheHostHasMore() throws Exception {
        int cpus = Runtime.getRuntime().availableProcessors();
        file("cpu.stat", "usage_usec 1000000");
        file("cpu.max", cpus * 100_000 + " 100000");
        Machine machine = new Machine(group("0::/"));
        boolean isAll = cpus == new oshi.SystemInfo().getHardware().getProcessor().getLogicalProcessorCount();
        Machine.Watch watch = machine.watch(ProcessHandle.current().pid());
        file("cpu.stat", "usage_usec 61000000");
        // Figures of CPU time have steps: in a shorter time, what else ran may seem to be many CPUs.
        Thread.sleep(300);
        assertEquals(!isAll, watch.end().cpus() > 5 * cpus, "60 s of CPU time within 0.3 s");
    }

    /** A container sees its own group at the top, while its path is that of the host. */
    @Test
    void insideAContainerItsOwnGroupStandsAtTheTop() throws IOException {
        file("cpu/cpu.cfs_quota_us", "25000");
        file("cpu/cpu.cfs_period_us", "100000");
        assertEquals(0.25, group("1:cpu:/docker/0123").cpus().orElseThrow(), 1e-9);
    }

    @Test
    void cpuTimeIsThatOfItsOwnProcesses() throws IOException {
        file("a/b/cpu.stat", "usage_usec 2500000");
        file("a/cpu.stat", "usage_usec 9000000");
        assertEquals(2.5, group("0::/a/b").usedSeconds(), 1e-9);
        file("cpu,cpuacct/job/cpuacct.usage", "1500000000");
        assertEquals(1.5, group("3:cpu,cpuacct:/job").usedSeconds(), 1e-9);
        assertTrue(Double.isNaN(group("3:cpu,cpuacct:/nowhere").usedSeconds()));
    }

    /** What the host does is nothing that the container does: this machine is not idle while tests run on it. */
    @Test
    void idleTimeAndNeighboursAreThoseOfAContainerWithAQuota() throws Exception {
        file("cpu.max", "50000 100000");
        file("cpu.stat", "usage_usec 1000000");
        var machine = new Machine(group("0::/"));
        assertEquals(0.5, machine.cpuLimit(), 1e-9);
        assertEquals(1, machine.idle(50), 1e-9, "it used nothing");
        Machine.Watch watch = machine.watch(ProcessHandle.current().pid());
        file("cpu.stat", "usage_usec 61000000");
        assertTrue(watch.end().cpus() > 1, "it used 60 s within a moment, more than this JVM can have");
    }

    @Test
    void whereThereIsNoneNothingIsLimitedAndNothingIsKnown() throws IOException {
        file("cpu.max", "max 100000");
        Cgroup none = group("0::/");
        assertTrue(none.cpus().isEmpty() && none.memoryMb().isEmpty());
        assertTrue(Double.isNaN(none.throttledSeconds()));
        assertTrue(Double.isNaN(group().throttledSeconds()) && group("what is this").cpus().isEmpty());
    }
}
