///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the service of ramp: asks an external service about a user, and stores what it said
//JAVA 25+
//COMPILE_OPTIONS --release 21
//DEPS org.springframework.boot:spring-boot-starter-data-jpa
//DEPS org.postgresql:postgresql
//DEPS org.apache.httpcomponents.client5:httpclient5
//SOURCES package-info.java Score.java
//FILES apps/users.sql=users.sql apps/users.properties=users.properties

package apps;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.PropertySource;
import org.springframework.core.NestedRuntimeException;
import org.springframework.core.env.Environment;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/**
 * The service of the second experiment: a user is made of what the request says and of what an external service
 * answers. Tomcat and Hikari are as Spring Boot sets them up.
 */
@EnableAutoConfiguration
@PropertySource("classpath:apps/users.properties")
@RestController
public class Users {

    /** What a user is made of. */
    public record NewUser(String name, String tag) {}

    /** A user as it is stored. */
    @Entity
    @Table(name = "users")
    public static class User {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        public Long id;
        public String name;
        public String tag;
        public int userScore;
        public Instant createdAt;
        public Instant modifiedAt;

        protected User() {}

        User(NewUser made, int score) {
            name = made.name;
            tag = made.tag;
            userScore = score;
            createdAt = Instant.now();
            modifiedAt = createdAt;
        }
    }

    /** Each of its methods is one transaction, unless there is one already. */
    public interface Repository extends JpaRepository<User, Long> {}

    private final Repository users;
    private final TransactionTemplate transaction;
    private final HikariDataSource pool;
    private final PoolingHttpClientConnectionManager connections;
    private final RestClient external;
    private final int permits;
    private final Semaphore guard;
    private final AtomicLong connectionTimeouts = new AtomicLong();

    public Users(Repository users, TransactionTemplate transaction, DataSource database, Environment settings)
            throws SQLException {
        this.users = users;
        this.transaction = transaction;
        pool = database.unwrap(HikariDataSource.class);
        // Enough for all requests, and used by the request's own thread: this client has no threads.
        int most = settings.getProperty("http.connections", Integer.class, 10_000);
        long patience = settings.getProperty("http.timeout-ms", Long.class, 30_000L);
        connections = PoolingHttpClientConnectionManagerBuilder.create().setMaxConnTotal(most).setMaxConnPerRoute(most)
                .setDefaultConnectionConfig(ConnectionConfig.custom().setConnectTimeout(patience, TimeUnit.MILLISECONDS)
                        .setSocketTimeout((int) patience, TimeUnit.MILLISECONDS).build())
                .build();
        // A failed call is not repeated automatically.
        var client = HttpClients.custom().setConnectionManager(connections).disableAutomaticRetries().build();
        external = RestClient.builder().requestFactory(new HttpComponentsClientHttpRequestFactory(client))
                .baseUrl(settings.getProperty("score.url", "http://127.0.0.1:8090")).build();
        permits = settings.getProperty("guard.permits", Integer.class, 8);
        guard = new Semaphore(permits, true);
    }

    public static void main(String[] args) {
        SpringApplication.run(Users.class, args);
    }

    /** As published: a request that waits for the external service holds no connection to the database. */
    @PostMapping("/user/create")
    public User create(@RequestBody NewUser user) {
        int score = score(user);
        return users.save(new User(user, score));
    }

    /** In one transaction, as if it were {@code @Transactional}: a waiting request holds a connection. */
    @PostMapping("/user/create/in-transaction")
    public User createInTransaction(@RequestBody NewUser user) {
        return transaction.execute(status -> create(user));
    }

    /**
     * Where no more than so many requests may be in the transaction at a time; the others wait, without a
     * connection.
     */
    @PostMapping("/user/create/in-transaction/guarded")
    public User createGuarded(@RequestBody NewUser user) throws InterruptedException {
        guard.acquire();
        try {
            return createInTransaction(user);
        } finally {
            guard.release();
        }
    }

    /** Needs a connection for a moment. */
    @GetMapping("/user/count")
    public long count() {
        return users.count();
    }

    private int score(NewUser user) {
        return external.post().uri("/user/score").contentType(MediaType.APPLICATION_JSON)
                .body(new Score.Question(user.name, user.tag))
                .retrieve().body(Score.Answer.class).score();
    }

    // ---- what goes wrong, and what is told of it ----

    /** At the beginning of a transaction, or at its first statement where connections are taken late. */
    @ExceptionHandler({CannotCreateTransactionException.class, DataAccessResourceFailureException.class})
    public ResponseEntity<String> noConnection(NestedRuntimeException e) {
        boolean waitedTooLong = e.getRootCause() instanceof SQLTransientConnectionException;
        if (waitedTooLong) {
            connectionTimeouts.incrementAndGet();
        }
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .body(waitedTooLong ? "no connection to the database was free in time"
                        : "the database cannot be reached");
    }

    @ExceptionHandler(RestClientException.class)
    @ResponseStatus(HttpStatus.BAD_GATEWAY)
    public String badGateway() {
        return "the service behind this one failed";
    }

    /** What is true of this service while it runs. */
    @Bean
    public Supplier<Map<String, Object>> facts() {
        return () -> {
            var facts = new LinkedHashMap<String, Object>();
            facts.put("http.connections", connections.getMaxTotal());
            facts.put("hikari.maximum-pool-size", pool.getMaximumPoolSize());
            facts.put("hikari.connection-timeout-ms", pool.getConnectionTimeout());
            facts.put("guard.permits", permits);
            facts.put("connection-timeouts", connectionTimeouts.get());
            return facts;
        };
    }

    /** Numbers that change all the time. */
    @Bean
    public Supplier<Map<String, Number>> gauges() {
        return () -> Map.of("connections.max", pool.getMaximumPoolSize(),
                "connections.active", pool.getHikariPoolMXBean().getActiveConnections(),
                "connections.pending", pool.getHikariPoolMXBean().getThreadsAwaitingConnection());
    }

    // ---- its own classes, and no others of their package ----

    @Bean
    static PersistenceManagedTypes entities() {
        return PersistenceManagedTypes.of(User.class.getName());
    }

    @Bean
    static JpaRepositoryFactoryBean<Repository, User, Long> repository() {
        return new JpaRepositoryFactoryBean<>(Repository.class);
    }
}
