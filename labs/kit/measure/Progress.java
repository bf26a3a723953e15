package kit.measure;

import java.util.List;

/** What happens while a plan is measured, told as it happens. */
public sealed interface Progress {

    /** JVMs of these variants start. */
    record Booting(int fork, List<String> variants) implements Progress {}

    /** A cell is driven now. @param most rounds that there may be */
    record Driving(int fork, int round, int most, boolean warmup, String cell, int jdk) implements Progress {}

    /** A block has ended. */
    record Driven(Block block) implements Progress {}

    /** A JVM has ended before its end; the others go on. */
    record Lost(Measurement.Member member) implements Progress {}
}
