///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the reactive service of storing: a row for each request, on event loops, through R2DBC
//JAVA 25+
//COMPILE_OPTIONS --release 21
//DEPS org.springframework.boot:spring-boot-starter-webflux
//DEPS org.springframework.boot:spring-boot-starter-data-r2dbc
//DEPS org.postgresql:r2dbc-postgresql
//SOURCES package-info.java Person.java RowTally.java

package apps;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.PoolMetrics;
import io.r2dbc.spi.ConnectionFactory;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.PropertySource;
import org.springframework.data.annotation.Id;
import org.springframework.data.r2dbc.repository.R2dbcRepository;
import org.springframework.data.r2dbc.repository.config.EnableR2dbcRepositories;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

/**
 * {@link Customers}' first route without a thread for each request: few event loops, which never wait. What
 * the experiment sets is in customers.properties.
 */
// The other way to a database may be on the class path, and Tomcat is, which the other services need.
@EnableAutoConfiguration(excludeName = {
        "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
        "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
        "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration",
        "org.springframework.boot.tomcat.autoconfigure.reactive.TomcatReactiveWebServerAutoConfiguration"})
@EnableR2dbcRepositories(considerNestedRepositories = true,
        includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = CustomersReactive.Rows.class))
@PropertySource("classpath:apps/customers.properties")
@RestController
public class CustomersReactive {

    /** A row. The database makes its id while it inserts it. */
    @Table("customers")
    record Customer(@Id Long id, UUID externalId, String firstName, String middleName, String lastName, String gender,
            LocalDate birthDate) {

        static Customer of(Person person) {
            return new Customer(null, person.externalId(), person.firstName(), person.middleName(), person.lastName(),
                    person.gender(),
                    person.birthDate());
        }
    }

    /**
     * The table. A row is one statement, which commits by itself: one way to the database and back, where JPA has
     * three.
     */
    interface Rows extends R2dbcRepository<Customer, Long> {}

    private final Rows rows;
    private final ConnectionPool connections;
    private final RowTally tally = new RowTally();
    private final LongAdder requests = new LongAdder();
    private volatile String requestThread = "unknown";

    public CustomersReactive(Rows rows, ConnectionFactory connections) {
        this.rows = rows;
        this.connections = (ConnectionPool) connections;
    }

    public static void main(String[] args) {
        new SpringApplicationBuilder(CustomersReactive.class).web(WebApplicationType.REACTIVE).run(args);
    }

    @PostMapping("/person/reactive")
    public Mono<Person> reactive(@RequestBody Person sent) {
        Person person = sent.identified();
        return rows.save(Customer.of(person)).map(stored -> {
            tally.accepted();
            tally.persisted();
            return person;
        });
    }

    /** Sees every request before it is served. */
    @Bean
    public WebFilter counting() {
        return (exchange, chain) -> {
            requests.increment();
            Thread thread = Thread.currentThread();
            requestThread = thread.isVirtual() ? "virtual"
                    : thread.getName().startsWith("reactor-") ? "event-loop" : "platform";
            return chain.filter(exchange);
        };
    }

    /** Numbers that change. */
    @Bean
    public Supplier<Map<String, Number>> gauges() {
        return () -> {
            var gauges = new LinkedHashMap<>(tally.gauges());
            connections.getMetrics().ifPresent(pool -> {
                gauges.put("connections.max", pool.getMaxAllocatedSize());
                gauges.put("connections.active", pool.acquiredSize());
                gauges.put("connections.pending", pool.pendingAcquireSize());
            });
            return gauges;
        };
    }

    /** What is true of this service while it runs. */
    @Bean
    public Supplier<Map<String, Object>> facts() {
        return () -> {
            var facts = new LinkedHashMap<String, Object>();
            facts.put("server.requests", requests.sum());
            facts.put("request.thread", requestThread);
            connections.getMetrics().map(PoolMetrics::getMaxAllocatedSize)
                    .ifPresent(size -> facts.put("r2dbc.pool.max-size", size));
            return facts;
        };
    }
}
