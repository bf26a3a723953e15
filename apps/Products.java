///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION a service that the back office calls: 4 products, 1 s later
//JAVA 25+
//SOURCES package-info.java Backend.java

package apps;

import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Knows what is for sale. */
@EnableAutoConfiguration
@RestController
public class Products {

    public record Product(int id, String name) {}

    private static final List<Product> ALL = List.of(new Product(1, "anvil"), new Product(2, "bell"),
            new Product(3, "candle"),
            new Product(4, "drum"));

    private final Backend backend;

    public Products(Environment settings) {
        backend = new Backend("products", settings, 1000);
    }

    public static void main(String[] args) {
        SpringApplication.run(Products.class, args);
    }

    @GetMapping("/api/v1/products")
    public List<Product> all() throws InterruptedException {
        backend.works();
        return ALL;
    }
}
