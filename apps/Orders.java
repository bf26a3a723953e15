///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION a service that the back office calls: 16 orders, 2 s later
//JAVA 25+
//SOURCES package-info.java Backend.java

package apps;

import java.util.List;
import java.util.stream.IntStream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Knows what was ordered, by whose account and of which product. */
@EnableAutoConfiguration
@RestController
public class Orders {

    /** @param price in cents, before and after the discount */
    public record Order(int id, int count, int price, int discountedPrice, int accountId, int productId) {}

    private static final List<Order> ALL = IntStream.rangeClosed(1, 16)
            .mapToObj(i -> new Order(i, 1 + i % 3, 1000 * i, 900 * i, 1 + i % 4, 1 + i / 4 % 4)).toList();

    private final Backend backend;

    public Orders(Environment settings) {
        backend = new Backend("orders", settings, 2000);
    }

    public static void main(String[] args) {
        SpringApplication.run(Orders.class, args);
    }

    @GetMapping("/api/v1/orders")
    public List<Order> all() throws InterruptedException {
        backend.works();
        return ALL;
    }
}
