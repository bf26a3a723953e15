///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the service of event-broker: a request hands its row to a broker, and a consumer in the same JVM stores it
//JAVA 25+
//COMPILE_OPTIONS --release 21
//DEPS org.springframework.boot:spring-boot-starter-artemis
//DEPS org.apache.artemis:artemis-jakarta-server
//SOURCES Customers.java

package apps;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.Environment;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
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

    public CustomersBroker(Rows rows, DataSource connections, Environment settings, JmsTemplate broker)
            throws SQLException {
        super(rows, connections, settings);
        this.broker = broker;
    }

    public static void main(String[] args) {
        SpringApplication.run(CustomersBroker.class, args);
    }

    /**
     * A row is accepted once the broker has it.
     *
     * @param ms how long the broker takes to answer: one on another machine that writes to disks takes longer than
     *           this one
     */
    @PostMapping("/person/event")
    public Person event(@RequestBody Person sent, @RequestParam(defaultValue = "0") long ms)
            throws InterruptedException {
        Person person = sent.identified();
        tally().accepted();
        try {
            broker.convertAndSend(QUEUE, JSON.writeValueAsString(person));
        } catch (RuntimeException | Error e) {
            tally().refused();
            throw e;
        }
        Thread.sleep(ms);
        return person;
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
