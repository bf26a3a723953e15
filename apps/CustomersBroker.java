///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the service of event-broker: a request hands its row to a broker, and a consumer in the same JVM stores it
//JAVA 25+
//COMPILE_OPTIONS --release 21
//DEPS org.springframework.boot:spring-boot-starter-artemis
//DEPS org.apache.artemis:artemis-jakarta-server
//SOURCES Customers.java

package apps;

import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.Environment;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import tools.jackson.databind.json.JsonMapper;

/**
 * The fourth experiment's "real world example": the service hands each row to an event broker and answers. The broker
 * (Apache Artemis) is in this JVM, in memory, and so is the consumer that stores the rows.
 */
public class CustomersBroker extends Customers {

    private static final String QUEUE = "persons";
    private static final String CONSUMERS = "${spring.datasource.hikari.maximum-pool-size}";
    private static final JsonMapper JSON = new JsonMapper();

    private final JmsTemplate broker;
    /** How long the broker takes to answer: one on another machine that writes to disks takes longer than this one. */
    private final int answersAfterMs;

    public CustomersBroker(Rows rows, DataSource connections, Environment settings, JmsTemplate broker)
            throws SQLException {
        super(rows, connections, settings);
        this.broker = broker;
        this.answersAfterMs = settings.getRequiredProperty("customers.broker.answers-after-ms", Integer.class);
    }

    public static void main(String[] args) {
        SpringApplication.run(CustomersBroker.class, args);
    }

    /** A row is accepted once the broker has it. */
    @PostMapping("/person/event")
    public Person event(@RequestBody Person sent) throws InterruptedException {
        Person person = sent.identified();
        tally().accepted();
        try {
            broker.convertAndSend(QUEUE, JSON.writeValueAsString(person));
        } catch (RuntimeException | Error e) {
            tally().refused();
            throw e;
        }
        Thread.sleep(answersAfterMs);
        return person;
    }

    @Override
    Map<String, Object> furtherFacts() {
        return Map.of("broker.answers-after-ms", answersAfterMs);
    }

    /** A consumer for each connection to the database. */
    @JmsListener(destination = QUEUE, concurrency = CONSUMERS + "-" + CONSUMERS)
    void store(String message) {
        Person person = JSON.readValue(message, Person.class);
        try {
            store(person);
            tally().persisted();
        } catch (RuntimeException e) {
            // The broker would bring it again, and it would be counted twice.
            tally().lost(person.externalId(), e);
        }
    }
}
