///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the external service that the service of ramp calls: a score, 500 ms later
//JAVA 25+
//COMPILE_OPTIONS --release 21
//SOURCES package-info.java Backend.java

package apps;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.core.env.Environment;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Knows how good a user is. It has no database, whatever else is on its class path. */
@EnableAutoConfiguration(excludeName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@RestController
public class Score {

    /** What it is asked. */
    public record Question(String name, String tag) {}

    /** What it answers, from 0 to 99. */
    public record Answer(int score) {}

    private final Backend backend;

    public Score(Environment settings) {
        backend = new Backend("score", settings, 500);
    }

    public static void main(String[] args) {
        SpringApplication.run(Score.class, args);
    }

    @PostMapping("/user/score")
    public Answer score(@RequestBody Question user) throws InterruptedException {
        backend.works();
        return new Answer(Math.floorMod(user.name().hashCode(), 100));
    }
}
