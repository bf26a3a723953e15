package charts.run;

import charts.text.BadInput;
import charts.text.Messages;
import charts.text.Numbers;
import kit.record.Forks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Two runs of one lab, cell by cell. */
public final class Comparison {

    /**
     * A cell that both have, by its forks that may be believed, and its figures that both have.
     *
     * @param cell as A has it, without its JDK where JDKs are not told apart
     */
    public record Compared(Cell cell, List<ComparedRun.Fork> ofA, List<ComparedRun.Fork> ofB,
            List<ComparedFigure> figures) {}

    /** A cell, or some forks of one, that is not compared. */
    public record LeftOut(String cell, String why) {}

    /** A claim of the lab in both runs. Empty where a run did not make it. */
    public record Claim(String text, String verdictA, String valueA, String verdictB, String valueB) {}

    private final ComparedRun a;
    private final ComparedRun b;
    private final List<Cell> matched = new ArrayList<>();
    private final List<Compared> cells = new ArrayList<>();
    private final List<LeftOut> leftOut = new ArrayList<>();

    private Comparison(ComparedRun a, ComparedRun b) {
        this.a = a;
        this.b = b;
    }

    /** @throws BadInput if one of them is no run, or they have nothing in common */
    public static Comparison of(Path pathA, Path pathB, Messages messages) {
        ComparedRun a = ComparedRun.read("A", pathA, messages);
        ComparedRun b = ComparedRun.read("B", pathB, messages);
        if (!a.lab().equals(b.lab())) {
            throw new BadInput(pathA + " is a run of " + a.lab() + " and " + pathB + " one of " + b.lab()
                    + ": they measure different things. Give two runs of the same lab");
        }
        Comparison comparison = new Comparison(a, b);
        comparison.match();
        if (comparison.cells.isEmpty()) {
            throw new BadInput("the runs have no cell in common that can be compared: " + comparison.leftOut.stream()
                    .map(left -> left.cell + " (" + left.why + ")").limit(3).collect(Collectors.joining(", "))
                    + (comparison.leftOut.size() > 3 ? " and others" : "")
                    + ". Give two runs of the same loads and variants");
        }
        return comparison;
    }

    private void match() {
        Map<ComparedRun.Key, List<ComparedRun.Fork>> ofA = a.byKey();
        Map<ComparedRun.Key, List<ComparedRun.Fork>> ofB = b.byKey();
        Set<ComparedRun.Key> keys = new LinkedHashSet<>(ofA.keySet());
        keys.addAll(ofB.keySet());
        for (ComparedRun.Key key : keys) {
            Map<String, List<ComparedRun.Fork>> jdksOfA = byJdk(ofA.getOrDefault(key, List.of()));
            Map<String, List<ComparedRun.Fork>> jdksOfB = byJdk(ofB.getOrDefault(key, List.of()));
            if (jdksOfA.size() == 1 && jdksOfB.size() == 1) { // across JDKs, where they are not the same
                compare(jdksOfA.values().iterator().next(), jdksOfB.values().iterator().next(), true);
                continue;
            }
            Set<String> jdks = new LinkedHashSet<>(jdksOfA.keySet());
            jdks.addAll(jdksOfB.keySet());
            jdks.forEach(
                    jdk -> compare(jdksOfA.getOrDefault(jdk, List.of()), jdksOfB.getOrDefault(jdk, List.of()), false));
        }
    }

    private static Map<String, List<ComparedRun.Fork>> byJdk(List<ComparedRun.Fork> forks) {
        return forks.stream()
                .collect(Collectors.groupingBy(fork -> fork.cell().jdk(), LinkedHashMap::new, Collectors.toList()));
    }

    private void compare(List<ComparedRun.Fork> ofA, List<ComparedRun.Fork> ofB, boolean acrossJdks) {
        Cell first = Stream.concat(ofA.stream(), ofB.stream()).findFirst().orElseThrow().cell();
        matched.add(acrossJdks ? first.onAnyJdk() : first);
        if (ofA.isEmpty() || ofB.isEmpty()) {
            leftOut.add(new LeftOut(name(first), "only in " + (ofA.isEmpty() ? "B" : "A")));
            return;
        }
        List<ComparedRun.Fork> believedA = believed(ofA, "A");
        List<ComparedRun.Fork> believedB = believed(ofB, "B");
        if (believedA.isEmpty() || believedB.isEmpty()) {
            return; // it has been said why
        }
        if (Stream.concat(believedA.stream(), believedB.stream()).map(ComparedRun.Fork::aotCache).distinct()
                .count() > 1) {
            leftOut.add(new LeftOut(name(first),
                    "an AOT cache (--aot) was used in some of its forks and not in the others"));
            return;
        }
        List<ComparedRun.Fork> trustedA = trusted(believedA, "A");
        List<ComparedRun.Fork> trustedB = trusted(believedB, "B");
        List<ComparedFigure> figures = new ArrayList<>();
        for (ComparedFigure.Kind kind : ComparedFigure.Kind.values()) {
            double[] valuesA = ComparedRun.figures(kind.isLatency() ? trustedA : believedA, kind);
            double[] valuesB = ComparedRun.figures(kind.isLatency() ? trustedB : believedB, kind);
            if (valuesA.length > 0 && valuesB.length > 0) {
                ComparedFigure figure = ComparedFigure.of(kind, valuesA, valuesB);
                if (figure.ratio() > 0 && Double.isFinite(figure.ratio()) && !Double.isNaN(Math.log(figure.ratio()))) {
                    figures.add(figure);
                }
            }
        }
        if (figures.isEmpty()) {
            leftOut.add(new LeftOut(name(first),
                    "nothing was served in one of the runs, or none of its figures is known in both"));
            return;
        }
        cells.add(new Compared(matched.getLast(), believedA, believedB, List.copyOf(figures)));
    }

    /** The forks from which a lesson may be drawn; the others are named with their reason. */
    private List<ComparedRun.Fork> believed(List<ComparedRun.Fork> forks, String letter) {
        forks.stream().filter(fork -> !fork.cell().counts()).forEach(fork -> leftOut.add(new LeftOut(fork.cell().name(),
                fork.cell().verdict() + " in " + letter
                        + (fork.cell().why().isEmpty() ? "" : ": " + fork.cell().why()))));
        return forks.stream().filter(fork -> fork.cell().counts()).toList();
    }

    /** Of these, the forks whose response times can be believed; of the others these alone are not compared. */
    private List<ComparedRun.Fork> trusted(List<ComparedRun.Fork> forks, String letter) {
        forks.stream().filter(fork -> !fork.cell().latencyTrusted())
                .forEach(fork -> leftOut.add(new LeftOut(fork.cell().name()
                        + ", response times alone",
                        "the client was late in " + letter
                                + (fork.cell().why().isEmpty() ? "" : ": " + fork.cell().why()))));
        return forks.stream().filter(fork -> fork.cell().latencyTrusted()).toList();
    }

    /** A cell's name without the fork's number, and its load in words: two of one name may differ in that. */
    private static String name(Cell cell) {
        return cell.name().replaceFirst("-f\\d+(?=$|~)", "") + " (" + cell.size() + ")";
    }

    public ComparedRun a() {
        return a;
    }

    public ComparedRun b() {
        return b;
    }

    /** Every cell that one of them has, as it is named: with its JDK only where that tells which is which. */
    public List<Cell> matched() {
        return matched;
    }

    /** In the order of A. */
    public List<Compared> cells() {
        return cells;
    }

    public List<LeftOut> leftOut() {
        return leftOut;
    }

    public List<ComparedFigure> figures() {
        return cells.stream().flatMap(cell -> cell.figures().stream()).toList();
    }

    /** What was claimed before the runs and what came of it, side by side. */
    public List<Claim> claims() {
        boolean several = Stream.of(a, b).anyMatch(run -> run.json().path("claims").valueStream()
                .map(claim -> RunInfo.words(claim.path("jdk"))).distinct().count() > 1);
        Map<String, JsonNode> ofA = claims(a, several);
        Map<String, JsonNode> ofB = claims(b, several);
        Set<String> texts = new LinkedHashSet<>(ofA.keySet());
        texts.addAll(ofB.keySet());
        return texts.stream()
                .map(text -> new Claim(text, verdict(ofA.get(text)), value(ofA.get(text)), verdict(ofB.get(text)),
                        value(ofB.get(text))))
                .toList();
    }

    private static Map<String, JsonNode> claims(ComparedRun run, boolean severalJdks) {
        Map<String, JsonNode> claims = new LinkedHashMap<>();
        run.json().path("claims")
                .forEach(claim -> claims.put((severalJdks ? "JDK " + RunInfo.words(claim.path("jdk")) + ": " : "")
                        + RunInfo.words(claim.path("text")), claim));
        return claims;
    }

    private static String verdict(JsonNode claim) {
        return claim == null ? "" : RunInfo.words(claim.path("verdict"));
    }

    private static String value(JsonNode claim) {
        if (claim == null || !claim.path("value").isNumber()) {
            return "";
        }
        return Numbers.times(claim.path("value").doubleValue())
                + (!claim.path("low").isNumber() || !claim.path("high").isNumber() ? ""
                        : " [" + Numbers.times(claim.path("low").doubleValue()) + ", "
                                + Numbers.times(claim.path("high").doubleValue()) + "]");
    }

    /** How many of the intervals leave 1 out. */
    long differing() {
        return figures().stream().filter(ComparedFigure::differs).count();
    }

    /** What chance alone does to that many intervals; empty where there are none. */
    public String byChance() {
        List<ComparedFigure> judged = figures().stream().filter(figure -> !figure.oneFork()).toList();
        if (judged.isEmpty()) {
            return "";
        }
        long outside = differing();
        return "Of " + judged.size() + (judged.size() == 1 ? " interval " : " intervals ") + outside
                + (outside == 1 ? " does" : " do") + " not contain the ratio 1. At 95 % about 1 interval in 20 "
                + "misses it by chance: "
                + "about " + Numbers.brief((1 - Forks.LEVEL) * judged.size()) + " of these " + judged.size() + ".";
    }
}
