package own.generator;

import kit.record.Misspelt;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import kit.base.LabException;
import kit.load.ExternalGenerator;

import kit.machine.Program;
import kit.plan.Request;
import kit.report.CellReport;

/** A load generator that there is a recipe for, or a command of the user, as it is on this machine. */
public final class RecipeGenerator implements ExternalGenerator {

    private static final List<Recipe> ALL = List.of(new Locust(), new K6(), Hyperfoil.here(), new Wrk(), new Ab());
    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+[\\w.+-]*");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Recipe recipe;
    private final String missing;
    private final String version;

    private RecipeGenerator(Recipe recipe) throws IOException, InterruptedException {
        this.recipe = recipe;
        this.missing = recipe.isThere() ? null
                : recipe.install() == null
                        ? "there is no " + recipe.program() + " on this machine: install it, or name it with its folder"
                        : "there is no " + recipe.name() + " on this machine; " + recipe.install() + " installs it";
        List<String> command = recipe.versionCommand();
        this.version = missing != null || command.isEmpty() ? "" : version(command.toArray(String[]::new));
    }

    /**
     * One of those that there is a recipe for.
     *
     * @throws LabException where there is none
     */
    public static RecipeGenerator named(String name) throws IOException, InterruptedException {
        return new RecipeGenerator(recipe(name));
    }

    /** The one that these words start. */
    public static RecipeGenerator typed(List<String> words) throws IOException, InterruptedException {
        return new RecipeGenerator(new Typed(words));
    }

    /** The names of all recipes, in a sentence. */
    public static String names() {
        return ALL.stream().map(Recipe::name).collect(Collectors.joining(", "));
    }

    /** The files that it reads to send these requests, by their names: its script. Empty where it needs none. */
    public Map<String, String> script(Request request) {
        return recipe.files(request);
    }

    private static Recipe recipe(String name) {
        Recipe controlled = Hyperfoil.byController(name);
        return controlled != null ? controlled
                : ALL.stream().filter(one -> one.name().equals(name)).findFirst()
                        .orElseThrow(() -> new LabException("there is no recipe for '" + name + "'"
                                + Misspelt.hint(name, ALL.stream().map(Recipe::name).toList()) + ": there are "
                                + names()
                                + ". A command takes any other one, such as --generator 'wrk -c {users} -d {duration}s "
                                + "--latency {url}'"));
    }

    private static String version(String... command) throws InterruptedException, IOException {
        Program.Ran ran = Program.run(LIMIT, command);
        Matcher version = VERSION.matcher(ran.out() + ran.err());
        return version.find() ? version.group() : "";
    }

    @Override
    public String missing() {
        return missing;
    }

    @Override
    public String refuses(Request request) {
        return recipe.refuses(request);
    }

    @Override
    public boolean isElsewhere() {
        return recipe.isElsewhere();
    }

    @Override
    public boolean hasRate() {
        return recipe.rated() != null;
    }

    @Override
    public String differs() {
        return recipe.differs();
    }

    @Override
    public Run prepare(Job job, Consumer<CellReport> out) throws IOException {
        return new RecipeRun(toString(), recipe, job, out);
    }

    @Override
    public String toString() {
        return version.isEmpty() ? recipe.name() : recipe.name() + " " + version;
    }
}
