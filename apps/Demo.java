///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the service of cpu-light: two waits of 200 ms
//JAVA 25+
//COMPILE_OPTIONS --release 21
//SOURCES package-info.java

package apps;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The service of the first experiment: routes that wait, as a service waits for a database or for a neighbour. */
@SpringBootApplication
@RestController
public class Demo {

    public static void main(String[] args) {
        SpringApplication.run(Demo.class, args);
    }

    /** Waits twice for 200 ms and needs next to no CPU. */
    @GetMapping("/demo/cpu-light")
    public String cpuLight() throws InterruptedException {
        Thread.sleep(200);
        Thread.sleep(200);
        return "Hello, World!";
    }

    /** Answers at once: what is left is the price of the server and of the ruler. */
    @GetMapping("/demo/trivial")
    public String trivial() {
        return "Hello, World!";
    }
}
