///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the service of pinning and deadlock: the same wait in five places, and a report to a shared buffer
//JAVA 25+
//COMPILE_OPTIONS --release 21
//SOURCES package-info.java

package apps;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Routes that wait 100 ms each, where a virtual thread can leave its carrier meanwhile and where it cannot. */
@EnableAutoConfiguration
@RestController
public class Pinning {

    private static final int WAIT_MS = 100;
    private static final int BEFORE_REPORT_MS = 50;

    public static void main(String[] args) {
        SpringApplication.run(Pinning.class, args);
    }

    @GetMapping("/pinning/plain")
    public String plain(@RequestParam(defaultValue = "" + WAIT_MS) int ms) throws InterruptedException {
        Thread.sleep(ms);
        return "ok";
    }

    /** Every request locks an object of its own, so no request waits for the lock of another. */
    @GetMapping("/pinning/synchronized")
    public String insideSynchronized(HttpServletRequest request) throws InterruptedException {
        // Not a new Object(): the compiler removes a lock that no other thread can use.
        synchronized (request) {
            Thread.sleep(WAIT_MS);
            return "ok";
        }
    }

    @GetMapping("/pinning/lock")
    public String insideLock() throws InterruptedException {
        var lock = new ReentrantLock();
        lock.lock();
        try {
            Thread.sleep(WAIT_MS);
            return "ok";
        } finally {
            lock.unlock();
        }
    }

    /** With {@code -Djdk.reflect.useNativeAccessorOnly=true} the JVM makes this call by way of native code. */
    @GetMapping("/pinning/native")
    public String insideNativeFrame() throws ReflectiveOperationException {
        return (String) Pinning.class.getMethod("calledByReflection").invoke(null);
    }

    public static String calledByReflection() throws InterruptedException {
        Thread.sleep(WAIT_MS);
        return "ok";
    }

    /** A class is initialised once; so every request brings its own, as a container does for each application. */
    @GetMapping("/pinning/initializer")
    public String insideInitializer() throws ReflectiveOperationException {
        var anew = new Anew();
        anew.define(Settings.class.getName(), SETTINGS);
        var reader = (Supplier<?>) anew.define(Reader.class.getName(), READER).getDeclaredConstructor().newInstance();
        return (String) reader.get();
    }

    // Read once: JDK 21 lends the scheduler another carrier while a virtual thread reads a file, and so would blur what
    // is shown here.
    private static final byte[] SETTINGS = code(Settings.class);
    private static final byte[] READER = code(Reader.class);

    private static byte[] code(Class<?> of) {
        try (InputStream in = of.getResourceAsStream("/" + of.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Anew extends ClassLoader {
        Anew() {
            super(Pinning.class.getClassLoader());
        }

        Class<?> define(String name, byte[] code) {
            return defineClass(name, code, 0, code.length);
        }
    }

    /**
     * What is slow to make, and made when it is first used. No native method is in sight: the JVM itself calls the
     * initialiser.
     */
    public static final class Settings {
        static final String VALUE = read();

        private static String read() {
            try {
                Thread.sleep(WAIT_MS);
                return "ok";
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static final class Reader implements Supplier<String> {
        @Override
        public String get() {
            return Settings.VALUE;
        }
    }

    // ---- the deadlock ----

    private static final Duration BETWEEN_FLUSHES = Duration.ofSeconds(3);
    private static final Duration FLUSH = Duration.ofMillis(200);

    private final ReentrantLock buffer = new ReentrantLock();
    private final AtomicBoolean flushing = new AtomicBoolean();
    private long reports;

    /**
     * Waits, then reports what it did, as a tracing library does: inside a monitor it acquires the lock of a buffer.
     */
    @GetMapping("/pinning/report")
    public String report(HttpServletRequest request) throws InterruptedException {
        startFlushing();
        Thread.sleep(BEFORE_REPORT_MS);
        synchronized (request) {
            buffer.lock();
            try {
                reports++;
            } finally {
                buffer.unlock();
            }
        }
        return "ok";
    }

    /** With a ReentrantLock of the request's own in place of synchronized. */
    @GetMapping("/pinning/report-lock")
    public String reportWithoutMonitor() throws InterruptedException {
        startFlushing();
        Thread.sleep(BEFORE_REPORT_MS);
        var own = new ReentrantLock();
        own.lock();
        try {
            buffer.lock();
            try {
                reports++;
            } finally {
                buffer.unlock();
            }
        } finally {
            own.unlock();
        }
        return "ok";
    }

    private void startFlushing() {
        if (flushing.compareAndSet(false, true)) {
            Thread.ofVirtual().name("flush").start(this::flushes);
        }
    }

    /** Now and then writes the buffer out. It holds the lock while it waits, but no monitor: it leaves its carrier. */
    private void flushes() {
        try {
            while (true) {
                Thread.sleep(BETWEEN_FLUSHES);
                buffer.lock();
                try {
                    Thread.sleep(FLUSH);
                    reports = 0;
                } finally {
                    // To get here it needs a carrier again.
                    buffer.unlock();
                }
            }
        } catch (InterruptedException e) {
            // It is never interrupted: it ends with its JVM.
        }
    }
}
