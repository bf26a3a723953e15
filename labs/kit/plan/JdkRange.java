package kit.plan;

import java.util.List;
import java.util.OptionalInt;

/**
 * The JDKs that a claim or a question is about, by their feature versions.
 *
 * @param since  the oldest
 * @param before they are all older than this one
 */
public record JdkRange(int since, int before) {

    public static final JdkRange ALL = new JdkRange(0, Integer.MAX_VALUE);

    /** @throws IllegalArgumentException where there is no such JDK */
    public JdkRange {
        if (since >= before) {
            throw new IllegalArgumentException("no JDK is since " + since + " and before " + before);
        }
    }

    /** Only this one and later ones. */
    public JdkRange since(int jdk) {
        return new JdkRange(jdk, before);
    }

    /** Only older ones than this. */
    public JdkRange before(int jdk) {
        return new JdkRange(since, jdk);
    }

    /** Whether it is about this one. */
    public boolean holds(int jdk) {
        return since <= jdk && jdk < before;
    }

    /** The newest of these that it is about; empty where it is about none of them. @param jdks the oldest first */
    public OptionalInt newest(List<Integer> jdks) {
        return jdks.reversed().stream().mapToInt(jdk -> jdk).filter(this::holds).findFirst();
    }

    /** For people, such as {@code JDKs before 24}; empty where it is about all. */
    public String words() {
        return equals(ALL) ? ""
                : since == 0 ? "JDKs before " + before
                        : before == Integer.MAX_VALUE ? "JDK " + since + " and later"
                                : "JDK " + since + " to " + (before - 1);
    }
}
