package tests;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import kit.machine.Jdks;
import kit.measure.VariantJvm;
import tests.Repository.Ran;

/**
 * A script of the checkout that is resolved and compiled once for all tests of a run: JBang is asked for the command
 * that starts it, and the tests start that command. It saves the 1.7 s that each start of JBang takes. What JBang
 * itself does with a script, one test for each script looks at (see {@code scripts.StartTest}).
 */
public final class Script {

    /** Where the commands are kept that JBang has answered, for all lanes of a run. */
    static final String COMMANDS = "tests.commands";

    /** Folders whose scripts are built before the first one is used, see {@link Together}. It may be empty. */
    static final String TOGETHER = "tests.together";

    /** With these a JVM that lives for seconds needs a third less CPU time. */
    public static final List<String> FOR_SECONDS = List.of(Jdks.C1_ONLY, "-XX:+UseSerialGC");

    private static final Map<String, Script> KNOWN = new ConcurrentHashMap<>();
    private final String source;
    private final List<String> command;
    private URLClassLoader loader;

    private Script(String source, List<String> command) {
        this.source = source;
        this.command = command;
    }

    /** @param file of the checkout, such as {@code labs/cpu-light.java} */
    public static Script of(String file) {
        return KNOWN.computeIfAbsent(file, f -> new Script(f, resolve(f)));
    }

    /** The command that starts it with these arguments. */
    public List<String> command(String... arguments) {
        var words = new ArrayList<>(command);
        words.addAll(1, FOR_SECONDS);
        // In a lane with C2, services have it, too.
        Jdks.compilerFlags().forEach(flag -> words.add(1, servicesWith(flag)));
        words.addAll(List.of(arguments));
        return words;
    }

    /** What tells a lab that its services have this flag, too. */
    static String servicesWith(String flag) {
        return "-D" + VariantJvm.FURTHER_FLAG + "=" + flag;
    }

    /** The same, not yet started, in the checkout. */
    public ProcessBuilder process(String... arguments) {
        return new ProcessBuilder(command(arguments)).directory(Repository.root().toFile());
    }

    /** With another class path entry before its own, and these JVM options. */
    public ProcessBuilder process(Path first, List<String> options, String... arguments) {
        var words = new ArrayList<>(command(arguments));
        int at = words.indexOf("-classpath") + 1;
        words.set(at, first + java.io.File.pathSeparator + words.get(at));
        words.addAll(1, options);
        return new ProcessBuilder(words).directory(Repository.root().toFile());
    }

    /** The jar of its classes, as JBang has compiled them. */
    public Path jar() {
        return classPath().getFirst();
    }

    /** That jar, and behind it those of its libraries. */
    public List<Path> classPath() {
        return Stream.of(command.get(command.indexOf("-classpath") + 1).split(java.io.File.pathSeparator))
                .map(Path::of).toList();
    }

    /** Runs it to its end in a JVM of its own. */
    public Ran run(String... arguments) throws IOException, InterruptedException {
        return Repository.run(process(arguments));
    }

    /**
     * Runs it in this JVM, from its own class path: a script of analysis/, which has a method {@code execute} that
     * returns its exit code.
     */
    public synchronized Ran inProcess(String... arguments) throws IOException {
        return inProcess(ownLoader(), own -> {
            var constructor = own.loadClass(command.getLast()).getDeclaredConstructor();
            constructor.setAccessible(true);
            Object script = constructor.newInstance();
            return own.loadClass("charts.text.Script").getMethod("execute", String[].class)
                    .invoke(script, (Object) arguments);
        });
    }

    private synchronized URLClassLoader ownLoader() throws MalformedURLException {
        if (loader == null) {
            loader = loader(classPath().stream());
        }
        return loader;
    }

    private boolean hasPreview() {
        return command.contains("--enable-preview");
    }

    private Ran page(ClassLoader own, String lab, List<String> arguments) throws IOException {
        return inProcess(own, classes -> {
            Class<?> type = classes.loadClass(command.getLast());
            return declared(classes, type, lab, arguments);
        });
    }

    /** A lab whose page declares what is measured. */
    private static Object declared(ClassLoader classes, Class<?> type, String lab, List<String> arguments)
            throws ReflectiveOperationException {
        Constructor<?> page = type.getDeclaredConstructor(classes.loadClass("kit.page.Options"));
        page.setAccessible(true);
        Function<Object, Object> made = options -> {
            try {
                return page.newInstance(options);
            } catch (InvocationTargetException e) {
                throw Script.<RuntimeException>unchecked(e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        };
        var run = classes.loadClass("kit.page.LabRun").getDeclaredMethod("run", String.class, Function.class,
                String[].class);
        run.setAccessible(true);
        return run.invoke(null, lab, made, arguments.toArray(String[]::new));
    }

    /** Runs a lab in this JVM, where that measures nothing: cells would have this JVM's class path. */
    public Ran labHere(String... arguments) throws IOException, InterruptedException {
        String lab = Path.of(source).getFileName().toString().replace(".java", "");
        return hasPreview() ? run(arguments) : page(ownLoader(), lab, List.of(arguments));
    }

    /** What a page throws has a meaning to the kit, whatever it is. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E unchecked(Throwable e) throws E {
        throw (E) e;
    }

    /** What is done with the classes of a script. It returns an exit code. */
    private interface Use {
        Object of(ClassLoader own) throws ReflectiveOperationException;
    }

    private Ran inProcess(ClassLoader own, Use use) throws IOException {
        return Repository.captured(() -> {
            ClassLoader context = Thread.currentThread().getContextClassLoader();
            try {
                Thread.currentThread().setContextClassLoader(own);
                return (int) use.of(own);
            } catch (InvocationTargetException e) {
                throw new IllegalStateException(command.getLast() + " threw " + e.getCause(), e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(command.getLast() + " cannot be run in this JVM: " + e, e);
            } finally {
                Thread.currentThread().setContextClassLoader(context);
            }
        });
    }

    private static URLClassLoader loader(Stream<Path> classPath) throws MalformedURLException {
        var urls = new ArrayList<URL>();
        for (Path entry : classPath.toList()) {
            urls.add(entry.toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /** The answer of JBang, which another lane may have already. */
    private static List<String> resolve(String file) {
        return alone(file, answer -> {
            if (!Files.exists(answer)) {
                Files.write(answer, ask(file));
            }
            return Files.readAllLines(answer);
        });
    }

    /** What is done while no other lane builds the script. */
    public interface Work<T> {
        /** @param answer the file for what JBang answers */
        T with(Path answer) throws IOException, InterruptedException;
    }

    /** Does what may build this script. One lane at a time: two builds of one script spoil each other's jar. */
    public static <T> T alone(String file, Work<T> work) {
        try {
            Path folder = commands();
            String together = System.getProperty(TOGETHER, "");
            if (!together.isEmpty()) {
                buildTogether(folder, together);
            }
            return locked(answer(folder, file), work);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Path answer(Path folder, String file) {
        return folder.resolve(file.replaceAll("[^A-Za-z0-9.-]", "_"));
    }

    private static <T> T locked(Path answer, Work<T> work) throws IOException, InterruptedException {
        try (var lock = FileChannel.open(answer.resolveSibling(answer.getFileName() + ".lock"),
                StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock.lock();
            return work.with(answer);
        }
    }

    /**
     * Builds the scripts of the catalog in these folders, once in a run of the tests. A lock of a file is one of the
     * whole JVM.
     *
     * @param commands where lanes look for what JBang answered
     * @param folders  with commas between them
     */
    static synchronized void buildTogether(Path commands, String folders) throws IOException, InterruptedException {
        locked(Files.createDirectories(commands).resolve("together"), done -> {
            if (!Files.exists(done)) {
                buildAll(commands, List.of(folders.split(",")));
                Files.createFile(done);
            }
            return done;
        });
    }

    private static void buildAll(Path commands, List<String> folders) throws IOException, InterruptedException {
        List<String> scripts = Repository.aliases().values().stream()
                .filter(script -> folders.contains(script.split("/")[0])).toList();
        Ran built = run(System.getProperty("java.class.path"), Stream
                .concat(Stream.of(Together.class.getName(), jbang()), scripts.stream()).toList());
        if (built.exit() != 0) {
            throw new IllegalStateException(
                    "the scripts are not built: exit code " + built.exit() + "\n" + built.err());
        }
        List<String> lines = built.out().lines().toList();
        for (String script : scripts) {
            Files.write(answer(commands, script), words(lines.get(lines.indexOf(script) + 1)));
        }
    }

    private static Path commands() throws IOException {
        String folder = System.getProperty(COMMANDS);
        if (folder == null) {
            folder = Files.createTempDirectory("commands").toString();
            System.setProperty(COMMANDS, folder);
        }
        return Files.createDirectories(Path.of(folder));
    }

    private static List<String> ask(String file) throws IOException, InterruptedException {
        Ran answered = run(jbang(), List.of("dev.jbang.Main", file));
        if (answered.exit() != Together.RUN_THIS) {
            throw new IllegalStateException(
                    file + " does not build: exit code " + answered.exit() + "\n" + answered.out() + answered.err());
        }
        return words(answered.out().strip());
    }

    /** Runs a class with JBang in a JVM of its own, in the environment that the launcher makes. */
    private static Ran run(String classPath, List<String> classAndArguments) throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
        words.addAll(FOR_SECONDS);
        words.addAll(List.of("-classpath", classPath));
        words.addAll(classAndArguments);
        var jbang = new ProcessBuilder(words).directory(Repository.root().toFile());
        jbang.environment().putAll(Map.of("JBANG_RUNTIME_SHELL", "bash", "JBANG_STDIN_NOTTY", "true",
                "JBANG_NO_VERSION_CHECK", "true", "JBANG_LAUNCH_CMD", Repository.root().resolve("jbang").toString()));
        return Repository.run(jbang);
    }

    /** The words of a shell's command line, split by a shell. */
    private static List<String> words(String line) throws IOException, InterruptedException {
        return Repository.run(new ProcessBuilder("bash", "-c", "printf '%s\\n' " + line)).out().lines().toList();
    }

    /** The class path of the JBang that started the tests: what the launcher has brought, or what is installed. */
    private static String jbang() throws IOException {
        Path lib = Repository.root().resolve(".jbang/lib");
        if (Files.isDirectory(lib)) {
            try (var versions = Files.list(lib)) {
                var newest = versions.filter(v -> !v.getFileName().toString().startsWith("."))
                        .max((a, b) -> Long.compare(a.toFile().lastModified(), b.toFile().lastModified()));
                if (newest.isPresent()) {
                    return newest.get() + "/*";
                }
            }
        }
        return Path.of(System.getenv("JBANG_LAUNCH_CMD")).resolveSibling("jbang.jar").toString();
    }
}
