package kit.record;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.apache.commons.text.similarity.JaroWinklerSimilarity;
import org.apache.commons.text.similarity.LevenshteinDistance;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Proposes the name that was probably meant where a typed one does not exist. */
public final class Misspelt {

    /** Of 1, with which names are alike. Letters that are wrong, missing, too much or swapped leave it above this. */
    private static final double ALIKE = 0.85;
    private static final JaroWinklerSimilarity SIMILARITY = new JaroWinklerSimilarity();
    private static final LevenshteinDistance ONE = new LevenshteinDistance(1);

    private Misspelt() {}

    /** Of these names the one that is nearest to what was typed; empty where none is near. */
    public static Optional<String> meant(String typed, Collection<String> names) {
        ToDoubleFunction<String> alike = name -> alike(letters(typed), letters(name));
        return names.stream().filter(name -> alike.applyAsDouble(name) >= ALIKE).max(Comparator.comparingDouble(alike));
    }

    /** Of 1. In a short word, one letter is much. */
    private static double alike(String typed, String name) {
        boolean isOneOff = typed.length() > 1 && (ONE.apply(typed, name) >= 0 || sorted(typed).equals(sorted(name)));
        return Math.max(isOneOff ? ALIKE : 0, SIMILARITY.apply(typed, name));
    }

    private static String sorted(String letters) {
        return letters.chars().sorted().collect(StringBuilder::new, StringBuilder::appendCodePoint,
                StringBuilder::append).toString();
    }

    /** As a question, as in {@code  (did you mean cpu-light?)}; empty where no name is near. */
    public static String hint(String typed, Collection<String> names) {
        return meant(typed, names).map(name -> " (did you mean " + name + "?)").orElse("");
    }

    /** What is wrong with a command line, in one line without a full stop. An unknown option has the nearest one. */
    public static String inWords(ParameterException e) {
        // One that is misspelt is also missing, if it is required.
        boolean isOfNames = e instanceof UnmatchedArgumentException || e instanceof MissingParameterException;
        return e.getCommandLine().getUnmatchedArguments().stream().findFirst()
                .filter(typed -> isOfNames && typed.startsWith("-"))
                .map(typed -> unknown(typed.replaceFirst("=.*", ""), e.getCommandLine().getCommandSpec()))
                .orElseGet(() -> e.getMessage().lines().findFirst().orElse(""));
    }

    private static String unknown(String option, CommandSpec command) {
        return "Unknown option '" + option + "'" + hint(option, command.options().stream().filter(one -> !one.hidden())
                .map(OptionSpec::longestName).toList());
    }

    /** Without what is typed before an option, and where one word has two parts. */
    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replace("-", "");
    }
}
