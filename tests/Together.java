package tests;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Attributes.Name;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager.Location;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Builds scripts in one JVM. JBang starts {@code javac} and {@code jar} for each script, and each lab has the whole
 * kit among its sources, so each build compiles the kit again. Here JBang tells what a script consists of, one
 * {@code javac} compiles what several scripts have in common once, and the jars are written where JBang looks for
 * them. Then JBang has nothing to build, and answers with the command. {@code scripts.BrokenJarTest} compares such a
 * jar with the one that JBang builds.
 */
final class Together {

    /** A JVM's own options, for a compiler that is a process. */
    private static final String OF_THE_JVM = "-J";
    private static final String PREVIEW = "//PREVIEW";
    /** Most sources are those of many scripts, and each is read once. */
    private static final Map<Path, Boolean> WITH_PREVIEW = new HashMap<>();
    /** JBang prints a command and leaves it to its caller to run it. */
    static final int RUN_THIS = 255;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final Object line;
    private final Method execute;

    private Together(String jbangClassPath) throws ReflectiveOperationException, IOException {
        // Before its classes are loaded: some of them keep what was the standard output then.
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        var urls = new ArrayList<URL>();
        for (Path jar : jars(jbangClassPath)) {
            urls.add(jar.toUri().toURL());
        }
        // It has libraries of its own, in other versions than the tests.
        var loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        line = loader.loadClass("dev.jbang.cli.JBang").getMethod("getCommandLine").invoke(null);
        execute = loader.loadClass("picocli.CommandLine").getMethod("execute", String[].class);
    }

    /**
     * Builds them as far as they are not built, and prints for each its name and the command that starts it.
     *
     * @param args the class path of JBang, and the scripts
     */
    public static void main(String... args) throws Exception {
        var together = new Together(args[0]);
        List<String> scripts = List.of(args).subList(1, args.length);
        var missing = new ArrayList<Built>();
        for (String script : scripts) {
            Built built = Built.of(JsonMapper.shared().readTree(together.ask(0, "info", "tools", script)));
            if (!Files.exists(built.jar)) {
                missing.add(built);
            }
        }
        for (var same : missing.stream().collect(Collectors.groupingBy(Built::options)).entrySet()) {
            var classes = compiled(same.getKey(), same.getValue());
            for (Built built : same.getValue()) {
                built.write(classes);
            }
        }
        var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        for (String script : scripts) {
            out.println(script);
            // JBang prints it past System.out.
            together.ask(RUN_THIS, "run", script);
        }
        System.exit(0);
    }

    private static List<Path> jars(String classPath) throws IOException {
        if (!classPath.endsWith("/*")) {
            return List.of(Path.of(classPath));
        }
        try (var files = Files.list(Path.of(classPath.substring(0, classPath.length() - 2)))) {
            return files.toList();
        }
    }

    /** What JBang prints for a command. */
    private String ask(int expected, String... command) throws ReflectiveOperationException {
        said.reset();
        int exit = (int) execute.invoke(line, (Object) command);
        if (exit != expected) {
            throw new IllegalStateException("jbang " + String.join(" ", command) + ": exit code " + exit);
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    /** The classes of each source. */
    private static Map<Path, Map<String, ByteArrayOutputStream>> compiled(List<String> options, List<Built> scripts)
            throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        Set<Path> sources = scripts.stream().flatMap(script -> script.sources.stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        Set<String> libraries = scripts.stream().flatMap(script -> script.libraries.stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        var words = new ArrayList<>(options);
        words.addAll(List.of("-classpath", String.join(java.io.File.pathSeparator, libraries)));
        try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            var kept = new Kept(files);
            if (!javac.getTask(null, kept, null, words, null, files.getJavaFileObjectsFromPaths(sources)).call()) {
                throw new IllegalStateException("the scripts do not compile, see above: " + scripts.stream()
                        .map(script -> script.jar.getFileName().toString()).toList());
            }
            return kept.classes;
        }
    }

    /** Keeps the classes that the compiler writes, by their sources. */
    private static final class Kept extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<Path, Map<String, ByteArrayOutputStream>> classes = new HashMap<>();

        Kept(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind,
                FileObject source) {
            var bytes = new ByteArrayOutputStream();
            String entry = name.replace('.', '/') + kind.extension;
            classes.computeIfAbsent(Path.of(source.toUri()), path -> new HashMap<>()).put(entry, bytes);
            return new SimpleJavaFileObject(Path.of("/", entry).toUri(), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }

    /**
     * What a script consists of.
     *
     * @param jar       where JBang looks for it; its folder's name is a digest of all sources and files
     * @param files     by their places in the jar
     * @param libraries in the order of the class path
     */
    private record Built(Path jar, String main, String jdk, List<String> options, List<Path> sources,
            Map<String, Path> files, List<String> libraries) {

        static Built of(JsonNode info) {
            var files = new LinkedHashMap<String, Path>();
            info.path("files").forEach(file -> files.put(file.path("target").asString(),
                    Path.of(file.path("backingResource").asString())));
            List<Path> sources = info.path("sources").valueStream()
                    .map(source -> Path.of(source.path("backingResource").asString())).distinct().toList();
            String jdk = info.path("javaVersion").asString();
            // A source may repeat an option of another one.
            Stream<String> options = texts(info.path("compileOptions")).stream()
                    .filter(option -> !option.startsWith(OF_THE_JVM)).distinct();
            // JBang gives the compiler these, too, but does not tell them.
            Stream<String> preview = sources.stream()
                    .anyMatch(source -> WITH_PREVIEW.computeIfAbsent(source, Built::hasPreview))
                            ? Stream.of("--enable-preview", "-source", jdk)
                            : Stream.of();
            String main = info.path("mainClass").asString("");
            if (main.isEmpty()) {
                throw new IllegalStateException(info.path("originalResource").asString() + " has no //MAIN");
            }
            return new Built(Path.of(info.path("applicationJar").asString()), main, jdk,
                    Stream.concat(preview, options).toList(), sources, files, texts(info.path("resolvedDependencies")));
        }

        private static boolean hasPreview(Path source) {
            try {
                return Files.readAllLines(source).contains(PREVIEW);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static List<String> texts(JsonNode array) {
            return array.valueStream().map(JsonNode::asString).toList();
        }

        /** Beside it and then renamed, so that a jar which is there is whole. */
        void write(Map<Path, Map<String, ByteArrayOutputStream>> classes) throws IOException {
            Files.createDirectories(jar.getParent());
            Path part = Files.createTempFile(jar.getParent(), "part", ".jar");
            var manifest = new Manifest();
            manifest.getMainAttributes().put(Name.MANIFEST_VERSION, "1.0");
            manifest.getMainAttributes().putValue("Build-Jdk", jdk);
            manifest.getMainAttributes().put(Name.MAIN_CLASS, main);
            var entries = new TreeMap<String, byte[]>();
            sources.forEach(source -> classes.getOrDefault(source, Map.of())
                    .forEach((entry, bytes) -> entries.put(entry, bytes.toByteArray())));
            for (var file : files.entrySet()) {
                entries.put(file.getKey(), Files.readAllBytes(file.getValue()));
            }
            // Spring looks for classes in the folders of a jar.
            List.copyOf(entries.keySet()).forEach(entry -> {
                for (int end = entry.indexOf('/'); end >= 0; end = entry.indexOf('/', end + 1)) {
                    entries.put(entry.substring(0, end + 1), new byte[0]);
                }
            });
            try (var out = new JarOutputStream(Files.newOutputStream(part), manifest)) {
                out.setLevel(Deflater.NO_COMPRESSION); // it is read some hundred times
                for (var entry : entries.entrySet()) {
                    out.putNextEntry(new JarEntry(entry.getKey()));
                    out.write(entry.getValue());
                    out.closeEntry();
                }
            }
            Files.move(part, jar, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
