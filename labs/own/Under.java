package own;

import java.util.List;
import java.util.stream.Stream;
import kit.plan.Cell;
import kit.plan.Comparison;
import kit.plan.Load;
import kit.plan.Request.Call;
import kit.plan.Variant;

/**
 * A load, and the variants that are compared under it.
 *
 * @param role       of it
 * @param comparison of the variants
 * @param virtual    null where a service is measured as it is
 * @param sized      platform threads with a larger pool; null where there is none
 * @param beside     the lightest call on its own, sent beside this load; null where there is none
 * @param light      that call
 */
record Under(Role role, Comparison comparison, Variant platform, Variant virtual, Variant sized, Comparison beside,
        Call light) {

    /** For people, such as {@code 400 users}. */
    String name() {
        return load().inWords();
    }

    Load load() {
        return comparison.cells().getFirst().load();
    }

    /** Whether the verdict is about it. */
    boolean decides() {
        return role == Role.DECIDES;
    }

    /** The cell of one of its variants. */
    Cell cell(Variant variant) {
        return comparison.of(variant);
    }

    /** All that is measured under it. */
    Stream<Comparison> comparisons() {
        return Stream.of(comparison, beside).filter(one -> one != null);
    }

    /** The first of those with the most users. */
    static Under largest(List<Under> loads) {
        return loads.stream().reduce((a, b) -> b.load().users() > a.load().users() ? b : a).orElseThrow();
    }
}
