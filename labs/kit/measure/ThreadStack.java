package kit.measure;

import kit.record.Frameworks;
import kit.record.WholeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A thread in a dump that {@code jcmd Thread.dump_to_file -format=json} wrote.
 *
 * @param state  such as {@code WAITING}; empty on JDKs whose dumps have no states (before 25)
 * @param isMounted whether it is a virtual thread on a carrier; JDKs before 25 do not tell
 * @param frames innermost first
 */
record ThreadStack(String state, boolean isMounted, List<Frame> frames) {

    /** Where a server gives a request to the service. An idle thread of its pool has no such frame. */
    private static final List<String> SERVING = List.of("jakarta.servlet.", "javax.servlet.",
            "org.apache.catalina.core.StandardEngineValve.", "org.springframework.web.servlet.",
            "org.springframework.web.filter.",
            "org.springframework.web.reactive.", "org.springframework.web.method.support.",
            "com.sun.net.httpserver.Filter$Chain.", "org.eclipse.jetty.server.Server.handle",
            "org.eclipse.jetty.server.handler.", "io.undertow.server.Connectors.executeRootHandler",
            "io.helidon.webserver.http.", "io.javalin.http.", "org.glassfish.jersey.server.",
            "org.jboss.resteasy.core.",
            "io.micronaut.http.server.", "io.grpc.internal.ServerCallImpl", "com.linecorp.armeria.server.",
            "spark.http.matching.");
    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
    /** What the JDK waits with: a thread there is parked. */
    private static final List<String> PARKED = List.of("jdk.internal.misc.Unsafe.park", "java.lang.VirtualThread.park",
            "java.lang.VirtualThread.yieldContinuation", "jdk.internal.vm.Continuation.yield", "java.lang.Object.wait",
            "java.lang.Thread.sleep");
    /** Calls of the system that wait: to the JVM such a thread runs. */
    private static final List<String> SYSTEM = List.of("sun.nio.ch.Net.poll", "sun.nio.ch.Net.accept",
            "sun.nio.ch.Net.connect0", "sun.nio.ch.SocketDispatcher.read", "sun.nio.ch.UnixDispatcher.read",
            "sun.nio.ch.EPoll.wait", "sun.nio.ch.KQueue.poll", "sun.nio.ch.WEPoll.wait",
            "sun.nio.ch.UnixFileDispatcherImpl.force", "sun.nio.ch.FileDispatcherImpl.force",
            "java.io.FileInputStream.read", "java.lang.ProcessImpl.waitFor", "java.lang.ProcessHandleImpl.waitFor",
            "java.net.Inet6AddressImpl.lookupAllHostAddr", "java.net.Inet4AddressImpl.lookupAllHostAddr");
    /** Frames that tell nothing of what is waited for. */
    private static final Pattern PLUMBING = Pattern.compile("(jdk\\.internal|sun)\\..*|java\\.lang\\.VirtualThread\\..*"
            + "|java\\.lang\\.System\\$.*|java\\.lang\\.(Thread\\.sleep|Object\\.wait)\\w*\\d.*"
            + "|java\\.lang\\.Thread\\.sleepNanos|java\\.net\\.Socket\\$Socket\\w+\\.impl\\w+"
            + "|java\\.util\\.concurrent\\.(locks\\.)?(LockSupport|AbstractQueued\\w*)[.$].*"
            + "|java\\.util\\.concurrent\\.[\\w.]*\\$.*|java\\.util\\.concurrent\\.ForkJoinPool\\..*"
            + "|java\\.util\\.concurrent\\.(CompletableFuture\\.(waiting|timed)Get|FutureTask\\.awaitDone)"
            + "|java\\.util\\.concurrent\\.(LinkedTransferQueue|SynchronousQueue)\\.(xfer|awaitMatch).*");
    /** The call for which a pool of connections is known, whatever it waits with. */
    private static final String CONNECTION = ".getConnection";
    /** Classes that are generated at run time have no lines. */
    private static final Pattern GENERATED = Pattern.compile(".*(\\$\\$|\\$Proxy|reflect\\.).*");

    /** What a thread does. */
    enum Doing {
        /** It waits, and its frames tell for what. */
        WAITS,
        /** It waits for a monitor that another thread has. */
        MONITOR,
        /** It runs, or waits for a CPU. */
        RUNS,
        /** It runs or waits for a monitor: this JDK does not tell which. */
        UNCLEAR
    }

    /**
     * A frame.
     *
     * @param method such as {@code org.example.Shop.order}
     * @param line   of its source; 0 where it is not known
     */
    record Frame(String method, int line) {

        /** {@code java.base/java.lang.Thread.sleep(Thread.java:509)}: loader and module stand before the class. */
        private static final Pattern TEXT = Pattern
                .compile("(?:[^/(]*/){0,2}?(?<method>[^/(]+(?:/0x\\p{XDigit}+[^/(]*)?)\\((?<source>.*)\\)");
        private static final Pattern LINE = Pattern.compile(".*:(\\d{1,9})");

        static Frame of(String text) {
            Matcher frame = TEXT.matcher(text);
            if (!frame.matches()) {
                return new Frame(text, 0);
            }
            Matcher line = LINE.matcher(frame.group("source"));
            return new Frame(frame.group("method"), line.matches() ? Integer.parseInt(line.group(1)) : 0);
        }

        private boolean isOneOf(List<String> prefixes) {
            return prefixes.stream().anyMatch(method::startsWith);
        }

        private boolean isOwn() {
            return !Frameworks.contain(method);
        }

        /** The name of the method, and of its class without package. */
        private String brief() {
            int dot = method.lastIndexOf('.');
            String type = method.substring(method.lastIndexOf('.', dot - 1) + 1, Math.max(dot, 0));
            String nested = type.substring(type.lastIndexOf('$') + 1);
            return (nested.isEmpty() || Character.isDigit(nested.charAt(0)) ? type : nested) + "."
                    + method.substring(dot + 1);
        }

        @Override
        public String toString() {
            return line > 0 ? method + ":" + line : method;
        }
    }

    /**
     * All threads of a dump.
     *
     * @throws IOException where it cannot be read, or is no such dump, or not a whole one
     */
    static List<ThreadStack> read(Path dump) throws IOException {
        JsonNode containers;
        try {
            containers = JsonMapper.shared().readTree(WholeText.of(dump)).path("threadDump")
                    .path("threadContainers");
        } catch (JacksonException e) {
            throw new IOException("a thread dump is not whole (" + e.getOriginalMessage() + ")", e);
        }
        if (!containers.isArray()) {
            throw new IOException("a thread dump has no threads");
        }
        var threads = new ArrayList<ThreadStack>();
        for (JsonNode container : containers) {
            for (JsonNode thread : container.path("threads")) {
                threads.add(new ThreadStack(thread.path("state").asString(""), thread.has("carrier"),
                        thread.path("stack").valueStream().filter(JsonNode::isString)
                                .map(frame -> Frame.of(frame.stringValue())).toList()));
            }
        }
        return threads;
    }

    /** Whether a known server gave it a request. */
    boolean isServing() {
        return outermostServing() >= 0;
    }

    private int outermostServing() {
        return IntStream.range(0, frames.size()).filter(i -> frames.get(i).isOneOf(SERVING)).max().orElse(-1);
    }

    /** Whether it is in the service's own code. */
    boolean isInOwnCode() {
        return frames.stream().anyMatch(Frame::isOwn);
    }

    Doing doing() {
        if (state.equals("BLOCKED")) {
            return Doing.MONITOR;
        }
        if (frames.isEmpty()) {
            return Doing.RUNS;
        }
        Frame innermost = frames.getFirst();
        if (innermost.isOneOf(SYSTEM)) {
            return Doing.WAITS;
        }
        if (!state.isEmpty()) {
            // One that is parked and yet runnable has been woken, and waits for a CPU or a carrier.
            return state.equals("RUNNABLE") ? Doing.RUNS : Doing.WAITS;
        }
        return innermost.isOneOf(PARKED) ? Doing.WAITS : Doing.UNCLEAR;
    }

    /**
     * The line at which it waits: the innermost frame of the service's own code. Code that is neither of the JDK nor of
     * a known framework is taken to be the service's own; where there is none, it is the innermost frame outside the
     * JDK.
     */
    String line() {
        int at = at();
        return at < 0 ? "" : frames.get(at).toString();
    }

    private int at() {
        int served = isServing() ? outermostServing() : frames.size();
        // A proxy around own code has a name in its package, but no line to look at.
        return IntStream.range(0, served).filter(i -> frames.get(i).isOwn() && frames.get(i).line > 0).findFirst()
                .orElseGet(() -> IntStream.range(0, served).filter(i -> frames.get(i).isOwn()).findFirst()
                        .orElseGet(() -> IntStream.range(0, frames.size()).filter(i -> !frames.get(i).isOneOf(JDK))
                                .findFirst().orElse(frames.size() - 1)));
    }

    /** What waits there: a method of the JDK, or that of a pool which gives connections; and what the line calls. */
    String operation() {
        return switch (doing()) {
        case RUNS -> "running";
        case UNCLEAR -> "running or waiting for a monitor";
        case MONITOR -> calls("monitor");
        case WAITS -> calls(waited());
        };
    }

    private String waited() {
        List<Frame> inner = frames.subList(0, Math.max(at(), 0));
        return inner.stream().filter(frame -> frame.method.endsWith(CONNECTION)).findFirst()
                .or(() -> inner.stream().filter(frame -> !PLUMBING.matcher(frame.method).matches()).findFirst())
                .or(() -> inner.stream().reduce((a, b) -> b)).map(Frame::brief).orElse("unknown");
    }

    /** With the method that the line calls, where that is another one. */
    private String calls(String operation) {
        Optional<String> called = at() <= 0 ? Optional.empty()
                : Optional.of(frames.get(at() - 1)).filter(frame -> !GENERATED.matcher(frame.method).matches())
                        .map(Frame::brief).filter(name -> !name.equals(operation));
        return called.map(name -> operation + " in " + name).orElse(operation);
    }

    @Override
    public String toString() {
        return state + " " + frames.stream().map(Frame::toString).collect(Collectors.joining(" < "));
    }
}
