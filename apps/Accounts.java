///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION a service that the back office calls: 4 accounts, 1 s later
//JAVA 25+
//SOURCES package-info.java Backend.java

package apps;

import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Knows who buys. */
@EnableAutoConfiguration
@RestController
public class Accounts {

    public record Account(int id, String fullname) {}

    private static final List<Account> ALL = List.of(new Account(1, "Ada Lovelace"), new Account(2, "Alan Turing"),
            new Account(3, "Grace Hopper"), new Account(4, "Agner Erlang"));

    private final Backend backend;

    public Accounts(Environment settings) {
        backend = new Backend("accounts", settings, 1000);
    }

    public static void main(String[] args) {
        SpringApplication.run(Accounts.class, args);
    }

    @GetMapping("/api/v1/accounts")
    public List<Account> all() throws InterruptedException {
        backend.works();
        return ALL;
    }
}
