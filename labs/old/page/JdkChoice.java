package old.page;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import kit.machine.Jdks;
import kit.plan.Variant;

/** The JDKs that the cells of a run are measured on, by their feature versions, and where they are on this machine. */
final class JdkChoice {

    private final List<Integer> asked;
    private final SortedSet<Integer> chosen = new TreeSet<>(Set.of(Jdks.current()));
    private final Map<Integer, Optional<Path>> homes = new HashMap<>();

    /** @param asked the JDKs of {@code --jdk}; none where the lab may choose */
    JdkChoice(List<Integer> asked) {
        this.asked = asked.stream().distinct().sorted().toList();
    }

    /** One more, where the lab may choose. */
    void alsoOn(int feature) {
        chosen.add(feature);
    }

    /** All of them, installed or not, the oldest first. */
    List<Integer> all() {
        return asked.isEmpty() ? List.copyOf(chosen) : asked;
    }

    /** The one that is meant where a page names none: the newest on this machine; where it has none, the newest. */
    int usual() {
        return all().reversed().stream().filter(jdk -> missing(jdk) == null).findFirst().orElse(all().getLast());
    }

    boolean areSeveral() {
        return all().size() > 1;
    }

    /** Those that a variant is measured on. */
    List<Integer> of(Variant variant) {
        return variant.jdk() != 0 ? List.of(variant.jdk()) : all();
    }

    Optional<Path> home(int jdk) {
        return homes.computeIfAbsent(jdk, Jdks::home);
    }

    /** Why nothing can run on this JDK here, and what to do, in words; null where it can. */
    String missing(int jdk) {
        if (jdk != Jdks.current() && !Jdks.previewFlags().isEmpty()) {
            return "this lab uses preview features of JDK " + Jdks.current()
                    + ", which no other JDK runs: leave out --jdk";
        }
        return home(jdk).isPresent() ? null
                : "there is no JDK " + jdk + " on this machine; " + Jdks.howToInstall(jdk) + " installs it";
    }

    /** What this machine lacks to measure a variant on a JDK, and how to get it; null where it lacks nothing. */
    String missing(Variant variant, int jdk) {
        return missing(jdk) != null ? missing(jdk) : variant.service().missing();
    }
}
