package old.engine;

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
import kit.load.Engine;
import kit.load.Engines;
import kit.machine.Program;
import kit.plan.Request;
import kit.report.CellReport;

/** An engine by its recipe, as it is on this machine. */
public final class EngineByRecipe implements Engine {

    /** Those that there is a recipe for. */
    public static final Engines RECIPES = new Engines() {
        @Override
        public Engine named(String name) throws IOException, InterruptedException {
            return EngineByRecipe.named(name);
        }

        @Override
        public Map<String, String> script(String name, Request request) {
            return EngineByRecipe.script(name, request);
        }
    };

    private static final List<Recipe> ALL = List.of(new Locust(), new K6(), Hyperfoil.here(), new Wrk(), new Ab());
    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+[\\w.+-]*");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Recipe recipe;
    private final String missing;
    private final String version;

    private EngineByRecipe(Recipe recipe) throws IOException, InterruptedException {
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
    public static EngineByRecipe named(String name) throws IOException, InterruptedException {
        return new EngineByRecipe(recipe(name));
    }

    /** The one that these words start. */
    public static EngineByRecipe typed(List<String> words) throws IOException, InterruptedException {
        return new EngineByRecipe(new Typed(words));
    }

    /** The names of all recipes, in a sentence. */
    public static String names() {
        return ALL.stream().map(Recipe::name).collect(Collectors.joining(", "));
    }

    /**
     * The script that an engine needs, and other files that it reads, by their names.
     *
     * @throws LabException where there is no recipe of that name, or it needs no script
     */
    public static Map<String, String> script(String name, Request request) {
        Map<String, String> files = recipe(name).files(request);
        if (files.isEmpty()) {
            throw new LabException(name + " has no script: its command line says all");
        }
        return files;
    }

    private static Recipe recipe(String name) {
        Recipe controlled = Hyperfoil.byController(name);
        return controlled != null ? controlled
                : ALL.stream().filter(one -> one.name().equals(name)).findFirst()
                        .orElseThrow(() -> new LabException("there is no recipe for '" + name + "'"
                                + Misspelt.hint(name, ALL.stream().map(Recipe::name).toList()) + ": there are "
                                + names() + ". --load-command takes any other engine"));
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

    /** What it counts in another way than the load generator of this project; null where that is not known. */
    public String differs() {
        return recipe.differs();
    }

    @Override
    public Run prepare(Job job, Consumer<CellReport> out) throws IOException {
        return new EngineLoad(recipe.name(), recipe, job, out);
    }

    @Override
    public String toString() {
        return version.isEmpty() ? recipe.name() : recipe.name() + " " + version;
    }
}
