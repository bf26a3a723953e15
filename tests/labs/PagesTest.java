package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import apps.Demo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import old.page.Lab;
import old.plan.Cell;
import kit.rule.RuleFigures;
import kit.plan.Request;
import kit.plan.Variant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository.Ran;
import tests.Repository;

/** What a lab's page does before anything is measured. */
@Tag(Lane.UNIT)
class PagesTest {

    @TempDir
    Path data;

    @Test
    void figuresOfSlowerServicesAreConverted() {
        var figures = new ArrayList<Double>();
        int exit = Lab.run("fan-out", new String[] {"--data", data.toString()}, page -> {
            page.published("e3.csv", 10);
            for (int users : List.of(200, 20)) {
                Cell cell = page.cell(Variant.virtual("virtual", Demo.class), Request.get("/"), page.load(users, 200),
                        RuleFigures.none());
                figures.add(cell.published(page.publishedFigure(
                        Map.of("profile", "virtual", "concurrency_mode", "scopeFork", "c", users))).published().rps());
            }
        });
        assertEquals(0, exit);
        assertEquals(753.9, figures.getFirst(), 1e-9, "75.39/s as published");
        assertEquals(Double.NaN, figures.getLast(), "they published nothing of 20 users");
    }

    @Test
    void aLabOfOneNumberOfUsersTakesNoTwo() {
        assertEquals(2, saying("-c: this lab has one number of users", page -> page.concurrency(100), "-c", "20,50"));
        var concurrency = new AtomicInteger();
        Ran ran = run(page -> concurrency.set(page.concurrency(100)), "-c", "20");
        assertEquals(0, ran.exit(), ran.err());
        assertEquals(20, concurrency.get());
    }

    @Test
    void backendsAreForLabsThatHaveThem() {
        assertEquals(2, saying("--backends",
                page -> page.measure(page.cell(Variant.virtual("virtual", Demo.class), Request.get("/"),
                        page.load(1, 1), RuleFigures.none())),
                "--backends", "own-jvm"));
        assertEquals(2, saying("own-jvm] (case-insensitive) but was 'moon'", page -> {}, "--backends", "moon"));
        assertFalse(Files.exists(data.resolve("x")), "nothing was measured");
    }

    /** Runs a page as the lab x, which is to say this in one line to the standard error. */
    private int saying(String words, Consumer<Lab> page, String... options) {
        Ran ran = run(page, options);
        List<String> said = ran.said("x");
        assertTrue(said.size() == 1 && said.getFirst().contains(words), ran.err());
        return ran.exit();
    }

    private Ran run(Consumer<Lab> page, String... options) {
        String[] words = Stream.concat(Stream.of("--data", data.toString()), Stream.of(options)).toArray(String[]::new);
        return Repository.captured(() -> Lab.run("x", words, page));
    }
}
