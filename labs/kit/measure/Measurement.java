package kit.measure;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import kit.base.Finding;
import kit.service.Facts;

/**
 * All that was measured of a run so far. It does not change: a further fork makes another one. It can be saved and read
 * again, so that it can be judged without measuring.
 *
 * @param lab     name of the lab
 * @param started when the run began
 * @param cpus    of the machine
 * @param machine what is known of it, by name
 * @param forks   in their order
 * @param skipped cells that were not measured, by their names and JDK, and why
 * @param broken  why the run ended before its end, as Ctrl-C; null where it did not
 */
public record Measurement(String lab, Instant started, int cpus, Map<String, Object> machine, List<Fork> forks,
        List<Skipped> skipped, String broken) {

    /**
     * One group of JVMs, or several in turn where they did not fit together.
     *
     * @param number     from 1
     * @param members    its JVMs
     * @param blocks     in the order in which they were driven, warm-up included
     * @param calibrated numbers that its services were told
     * @param speeds     of the machine at its beginning and at its end, see {@link kit.machine.Canary}
     * @param quiet      share of the CPUs that nothing used before it began
     */
    public record Fork(int number, List<Member> members, List<Block> blocks, Map<String, Long> calibrated,
            List<Double> speeds, double quiet) {}

    /**
     * The JVM of a variant.
     *
     * @param variant its name
     * @param jdk     feature version
     * @param cells   names of the cells that were to be driven on it
     * @param asked   facts that must hold
     * @param found   facts that do; none where it never answered
     * @param warmupSeconds of load that it had before the first block that counts
     * @param failure why it ended before its end; null where it did not
     * @param pins    virtual threads that held their carrier, and when
     * @param stored  what was in its schema in the end; null where it had none
     */
    public record Member(String variant, int jdk, List<String> cells, Facts asked, Facts found, double warmupSeconds,
            Finding failure, Flight pins, Schema stored) {

        /** Without a database. */
        public Member(String variant, int jdk, List<String> cells, Facts asked, Facts found, double warmupSeconds,
                Finding failure, Flight pins) {
            this(variant, jdk, cells, asked, found, warmupSeconds, failure, pins, null);
        }

        /**
         * With another JVM of the same cell: where each block has one. Facts that differ from what was asked,
         * and a failure, are those of the first that has any.
         */
        Member and(Member later) {
            boolean isAsAsked = asked.differences(found).isEmpty();
            return new Member(variant, jdk, cells, isAsAsked ? later.asked : asked, isAsAsked ? later.found : found,
                    Math.max(warmupSeconds, later.warmupSeconds), failure == null ? later.failure : failure,
                    pins.and(later.pins), stored);
        }

        /** With what is known of its database. */
        Member with(Facts database, Schema schema) {
            return new Member(variant, jdk, cells, asked, found.with(database), warmupSeconds, failure, pins, schema);
        }
    }

    /**
     * The schema of a variant when its JVM had ended.
     *
     * @param confirmed rows that its service had confirmed, in the warm-up, too; those of a block that broke off are
     *                  not among them
     * @param rows      in the table; negative where they could not be counted
     * @param uncounted why not; null where they were
     * @param left      why the schema is still there; null where it is not
     */
    public record Schema(long confirmed, long rows, String uncounted, String left) {}

    /** A cell that was not measured on a JDK. */
    public record Skipped(String cell, int jdk, String why) {}

    /** With one fork more. */
    public Measurement plus(Fork fork) {
        var more = new ArrayList<>(forks);
        more.add(fork);
        return new Measurement(lab, started, cpus, machine, List.copyOf(more), skipped, broken);
    }

    public Measurement brokenOff(String why) {
        return new Measurement(lab, started, cpus, machine, forks, skipped, why);
    }

    /** Without the blocks that something disturbed; those of the warm-up stay. */
    public Measurement undisturbed() {
        return new Measurement(lab, started, cpus, machine, forks.stream().map(fork -> new Fork(fork.number,
                fork.members,
                fork.blocks.stream().filter(block -> block.warmup() || block.disturbances().isEmpty()).toList(),
                fork.calibrated, fork.speeds, fork.quiet)).toList(), skipped, broken);
    }

    /** All blocks of a cell on a JDK, warm-up and disturbed ones included. */
    public Stream<Block> blocks(String cell, int jdk) {
        return forks.stream().flatMap(fork -> fork.blocks.stream())
                .filter(block -> block.cell().equals(cell) && block.jdk() == jdk);
    }

    /** Writes it to a file that {@link #read} reads. */
    public void save(Path file) {
        MeasurementFile.write(this, file);
    }

    /** @throws kit.base.LabException where the file is none */
    public static Measurement read(Path file) {
        return MeasurementFile.read(file);
    }
}
