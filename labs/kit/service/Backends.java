package kit.service;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import kit.machine.ChildJvm;
import kit.machine.Compilers;
import kit.machine.Jdks;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The services that a service calls, running: in this JVM, or all together in another one. */
interface Backends extends AutoCloseable {

    Backends NONE = new InThisJvm(Map.of());

    /** Where each listens, by its name. */
    Map<String, URI> addresses();

    /** What is true of them now, each fact's name with the backend's name and a dot before it. */
    Facts facts();

    /**
     * CPU time of their own process, its JIT compilers left out where the system tells them apart, in s; 0 where they
     * are in this one.
     */
    double cpuSecondsElsewhere();

    @Override
    void close();

    /** Starts them and returns once they answer. Without any, nothing is started. */
    static Backends start(Map<String, BootService> services, BackendMode where) throws Exception {
        return where == BackendMode.IN_CELL || services.isEmpty() ? InThisJvm.start(services)
                : InTheirOwnJvm.start(services);
    }

    /** In this JVM, on ports of their own. */
    record InThisJvm(Map<String, RunningService> running) implements Backends {

        private static InThisJvm start(Map<String, BootService> services) throws Exception {
            var backends = new InThisJvm(new LinkedHashMap<>());
            try {
                for (Map.Entry<String, BootService> service : services.entrySet()) {
                    backends.running.put(service.getKey(), service.getValue().start());
                }
                return backends;
            } catch (Exception e) {
                backends.close();
                throw e;
            }
        }

        @Override
        public Map<String, URI> addresses() {
            var addresses = new LinkedHashMap<String, URI>();
            running.forEach((name, service) -> addresses.put(name, service.address()));
            return addresses;
        }

        @Override
        public Facts facts() {
            Facts facts = Facts.none();
            for (Map.Entry<String, RunningService> backend : running.entrySet()) {
                facts = facts.with(backend.getKey() + ".requests", backend.getValue().requestsCounted());
                for (Map.Entry<String, String> fact : backend.getValue().facts().values().entrySet()) {
                    facts = facts.with(backend.getKey() + "." + fact.getKey(), fact.getValue());
                }
            }
            return facts;
        }

        @Override
        public double cpuSecondsElsewhere() {
            return 0;
        }

        @Override
        public void close() {
            running.values().forEach(RunningService::close);
        }
    }

    /**
     * In a JVM of their own, on the same JDK and class path, with the same compilers, but without the other flags of
     * the variant: those are the caller's.
     */
    record InTheirOwnJvm(ChildProcess child, Map<String, URI> addresses, Compilers compilers) implements Backends {

        private static final String ADDRESSES = "addresses";

        private static InTheirOwnJvm start(Map<String, BootService> services) throws IOException, InterruptedException {
            var flags = new ArrayList<>(List.of("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir")));
            flags.addAll(Jdks.compilerFlags());
            var jvm = ChildJvm.onThisJdk(flags, InTheirOwnJvm.class,
                    List.of(JsonMapper.shared().writeValueAsString(services)));
            var child = new ChildProcess("the backends' JVM", jvm.start());
            try {
                var addresses = new LinkedHashMap<String, URI>();
                ((Map<?, ?>) child.listen().get(ADDRESSES))
                        .forEach((name, url) -> addresses.put(name.toString(), URI.create(url.toString())));
                return new InTheirOwnJvm(child, addresses, new Compilers(child.pid()));
            } catch (IOException | InterruptedException | RuntimeException e) {
                child.close();
                throw e;
            }
        }

        /** That JVM: boots the services, and tells of them what {@link ChildProcess} asks. */
        public static void main(String[] args) throws Exception {
            var told = System.out;
            // Standard output is for what is told; Spring writes its log there.
            System.setOut(System.err);
            Map<String, BootService> services = JsonMapper.shared().readValue(args[0], new TypeReference<>() {});
            try (var backends = InThisJvm.start(services)) {
                told.println(JsonMapper.shared().writeValueAsString(Map.of(ADDRESSES, backends.addresses())));
                var asked = new Scanner(System.in);
                while (asked.hasNextLine()) {
                    asked.nextLine();
                    told.println(JsonMapper.shared().writeValueAsString(backends.facts().values()));
                }
            }
            System.exit(0);
        }

        @Override
        public Facts facts() {
            return child.facts();
        }

        @Override
        public double cpuSecondsElsewhere() {
            double jit = compilers.cpuSeconds();
            return child.cpuSeconds() - (Double.isNaN(jit) ? 0 : jit);
        }

        @Override
        public void close() {
            child.close();
        }
    }
}
