package samples;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * A service as teams have it: an ordinary Spring Boot application with a database, which knows nothing of the bench.
 * Each route has a bottleneck of its own.
 */
@EnableAutoConfiguration
@RestController
public class Shop {

    private static final int ROUNDS = 20_000_000;
    private static final BlockingQueue<RandomAccessFile> FILES = new LinkedBlockingQueue<>();
    /** In the order in which they are due. With a lock, a request that holds the carrier could wait for itself. */
    private static final Queue<Due> DUE = new ConcurrentLinkedQueue<>();
    private static final Thread WRITER = Thread.ofPlatform().daemon().name("writer").unstarted(Shop::write);

    private final JdbcTemplate database;

    public Shop(DataSource source) {
        this.database = new JdbcTemplate(source);
        database.execute("CREATE ALIAS IF NOT EXISTS WAIT FOR \"java.lang.Thread.sleep(long)\"");
    }

    /** @param at when a byte is written, by {@link System#nanoTime()} */
    private record Due(long at, RandomAccessFile file) {}

    public static void main(String[] args) throws IOException, InterruptedException {
        makeFiles();
        WRITER.start();
        SpringApplication.run(Shop.class, args);
    }

    /** Needs next to nothing. */
    @GetMapping("/light")
    public String light() {
        return "ok";
    }

    /** Waits, and holds nothing but its thread. */
    @GetMapping("/wait")
    public String waits() throws InterruptedException {
        Thread.sleep(200);
        return "ok";
    }

    /** A statement takes 100 ms, and Hikari has 10 connections. */
    @GetMapping("/stored")
    public String stored() {
        database.execute("CALL WAIT(100)");
        return "ok";
    }

    /** Waits in a lock that no other request asks for. */
    @GetMapping("/locked")
    public String locked() throws InterruptedException {
        Object own = new StringBuilder("lock");
        synchronized (own) {
            Thread.sleep(50);
            return own.toString();
        }
    }

    /** Reads a byte of a file that needs 50 ms for it, such as one of a slow file system: here it is a pipe. */
    @GetMapping("/filed")
    public String filed() throws IOException, InterruptedException {
        RandomAccessFile file = FILES.take();
        try {
            DUE.add(new Due(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50), file));
            LockSupport.unpark(WRITER);
            return String.valueOf(file.read());
        } finally {
            FILES.add(file);
        }
    }

    private static void write() {
        while (true) {
            Due first = DUE.peek();
            long left = first == null ? Long.MAX_VALUE : first.at - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(left);
                continue;
            }
            try {
                DUE.remove().file.write('x');
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void makeFiles() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("shop");
        for (int i = 0; i < 100; i++) {
            Path pipe = folder.resolve("pipe" + i);
            new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor();
            FILES.add(new RandomAccessFile(pipe.toFile(), "rw"));
            Files.delete(pipe);
        }
        Files.delete(folder);
    }

    /** The same work for each request: random numbers by xorshift (Marsaglia 2003). */
    @GetMapping("/computed")
    public String computed() {
        int x = 0x92D68CA2;
        for (int i = 0; i < ROUNDS; i++) {
            x ^= x << 13;
            x ^= x >>> 17;
            x ^= x << 5;
        }
        return String.valueOf(x);
    }
}
