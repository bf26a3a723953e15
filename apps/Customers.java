///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the service of storing and backlog: a row for each request, through JPA, stored within the request or after it
//JAVA 25+
//COMPILE_OPTIONS --release 21
//DEPS org.springframework.boot:spring-boot-starter-data-jpa
//DEPS org.postgresql:postgresql
//SOURCES package-info.java Person.java RowTally.java RowWriter.java

package apps;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import jakarta.annotation.PreDestroy;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.PropertySource;
import org.springframework.core.env.Environment;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The service of the fourth experiment. One route stores the row and answers; the other one answers and leaves the row
 * to a {@link RowWriter}. What the experiment sets is in customers.properties.
 */
// Where a lab has CustomersReactive beside it, the other way to a database is on the class path too.
@EnableAutoConfiguration(excludeName = {
        "org.springframework.boot.r2dbc.autoconfigure.R2dbcAutoConfiguration",
        "org.springframework.boot.r2dbc.autoconfigure.R2dbcInitializationAutoConfiguration",
        "org.springframework.boot.data.r2dbc.autoconfigure.DataR2dbcAutoConfiguration",
        "org.springframework.boot.data.r2dbc.autoconfigure.DataR2dbcRepositoriesAutoConfiguration"})
@EntityScan(basePackageClasses = Customers.class)
@EnableJpaRepositories(considerNestedRepositories = true,
        includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Customers.Rows.class))
@PropertySource("classpath:apps/customers.properties")
@RestController
public class Customers {

    /**
     * A row. With allocationSize 1 Hibernate fetches an id for each of them: one way to the database and back more, as
     * published.
     */
    @Entity(name = "Customer")
    @Table(name = "customers")
    static class Customer {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "customers_id_seq")
        @SequenceGenerator(name = "customers_id_seq", sequenceName = "customers_id_seq", allocationSize = 1)
        private Long id;
        private UUID externalId;
        private String firstName;
        private String middleName;
        private String lastName;
        private String gender;
        private LocalDate birthDate;

        /** For Hibernate. */
        protected Customer() {}

        Customer(Person person) {
            externalId = person.externalId();
            firstName = person.firstName();
            middleName = person.middleName();
            lastName = person.lastName();
            gender = person.gender();
            birthDate = person.birthDate();
        }
    }

    /**
     * The table. Each call is a transaction: three ways to the database and back, for the id, for the row and for the
     * commit.
     */
    interface Rows extends JpaRepository<Customer, Long> {}

    private final Rows rows;
    private final HikariDataSource connections;
    private final RowTally tally = new RowTally();
    private final RowWriter writer;
    private final int insertTakesMs;

    public Customers(Rows rows, DataSource connections, Environment settings) throws SQLException {
        this.rows = rows;
        this.connections = (HikariDataSource) connections;
        String kind = settings.getRequiredProperty("customers.writer");
        this.writer = switch (kind) {
        case "fixed" -> RowWriter.fixed(settings.getRequiredProperty("customers.writer.threads", Integer.class),
                this::store, tally);
        case "bounded" ->
            RowWriter.bounded(settings.getRequiredProperty("customers.writer.rows", Integer.class), this::store, tally);
        default -> throw new IllegalArgumentException("customers.writer is fixed or bounded, not " + kind);
        };
        this.insertTakesMs = settings.getRequiredProperty("customers.insert-takes-ms", Integer.class);
        if (insertTakesMs > 0) {
            takeTime();
        }
    }

    /**
     * Has the database take that long for each row, as a remote or busy database does: it waits, the connection is
     * held, and no CPU is used. A constraint makes it wait with every insert, on any connection.
     */
    private void takeTime() throws SQLException {
        try (var connection = connections.getConnection(); var statement = connection.createStatement()) {
            statement
                    .execute("alter table customers add constraint takes_time check (pg_sleep(" + insertTakesMs / 1000.0
                            + ")::text = '')");
        }
    }

    public static void main(String[] args) {
        SpringApplication.run(Customers.class, args);
    }

    @PostMapping("/person/sync")
    public Person sync(@RequestBody Person sent) {
        Person person = sent.identified();
        store(person);
        tally.accepted();
        tally.persisted();
        return person;
    }

    @PostMapping("/person/async")
    public Person async(@RequestBody Person sent) throws InterruptedException {
        Person person = sent.identified();
        writer.accept(person);
        return person;
    }

    final void store(Person person) {
        rows.save(new Customer(person));
    }

    final RowTally tally() {
        return tally;
    }

    @ExceptionHandler(RejectedExecutionException.class)
    @ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
    public String ending() {
        return "the service is ending";
    }

    @PreDestroy
    void close() {
        writer.close();
    }

    /** Numbers that change. */
    @Bean
    public Supplier<Map<String, Number>> gauges() {
        return () -> {
            var gauges = new LinkedHashMap<>(tally.gauges());
            HikariPoolMXBean pool = connections.getHikariPoolMXBean();
            if (pool != null) {
                gauges.put("connections.max", connections.getMaximumPoolSize());
                gauges.put("connections.active", pool.getActiveConnections());
                gauges.put("connections.pending", pool.getThreadsAwaitingConnection());
            }
            return gauges;
        };
    }

    /** What is true of this service while it runs. */
    @Bean
    public Supplier<Map<String, Object>> facts() {
        return () -> {
            var facts = new LinkedHashMap<String, Object>();
            facts.put("hikari.maximum-pool-size", connections.getMaximumPoolSize());
            facts.put("hikari.connection-timeout-ms", connections.getConnectionTimeout());
            facts.put("insert-takes-ms", insertTakesMs);
            facts.putAll(writer.facts());
            facts.putAll(tally.facts());
            return facts;
        };
    }
}
