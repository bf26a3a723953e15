package samples;

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

    private final JdbcTemplate database;

    public Shop(DataSource source) {
        this.database = new JdbcTemplate(source);
        database.execute("CREATE ALIAS IF NOT EXISTS WAIT FOR \"java.lang.Thread.sleep(long)\"");
    }

    public static void main(String[] args) {
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
