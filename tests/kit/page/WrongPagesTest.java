package kit.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Light;
import java.util.List;
import kit.base.LabException;
import kit.plan.Comparison;
import kit.plan.Variant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** What is wrong with a page is said in one line, with the line of its source, before anything is measured. */
@Tag(Lane.UNIT)
class WrongPagesTest {

    /** A page of what stands in a text in place of its source. */
    static final class Wrong extends Page {
        int some = users(2);
        Variant virtual = onVirtualThreads(Light.class);
        Comparison few = compare("few").users(some).send(get("/wait"), waiting(ms(20))).to(virtual);

        Wrong(Options options) {
            super(options);
        }
    }

    private static String refused(String... lines) {
        Options options = Options.of("wrong");
        var draft = new Draft();
        draft.numbersOfUsers = 1;
        return assertThrows(LabException.class, () -> Notebook.of("labs/wrong.java", String.join("\n", lines), options,
                draft, new Values(new Wrong(options), Page.class))).getMessage();
    }

    @Test
    void anUnknownNameIsToldWithItsLine() {
        for (String value : List.of("somee", "few.userss", "few.throughput(platform)", "some + some", "")) {
            String message = refused("#!", "/// # 1 wrong: Why?", "", "/// {" + value + "}");
            assertTrue(message.startsWith("labs/wrong.java:4: {" + value + "}: "), message);
        }
    }

    @Test
    void whatIsNotMeasuredYetIsNotTold() {
        assertTrue(refused("#!", "/// # 1 wrong: Why?", "/// Of {few.throughput(virtual)}.").startsWith(
                "labs/wrong.java:3: {few.throughput(virtual)}: it is not measured yet"));
    }

    @Test
    void proseThatWouldNotBeToldAsItIsWrittenIsRefused() {
        for (String line : List.of("///no blank", "    ///\ttab", "/// ### deep")) {
            assertTrue(refused("#!", "/// # 1 wrong: Why?", line).startsWith("labs/wrong.java:3: prose begins with"),
                    line);
        }
        assertTrue(refused("#!", "/// # 1 other: Why?").startsWith("labs/wrong.java:2: a title is"));
        assertTrue(refused("#!", "/// Why?").startsWith("labs/wrong.java:1: a page begins with a title"));
    }

    @Test
    void aCallThatWasNotMadeIsRefused() {
        assertEquals("labs/wrong.java:3: this table(...) was not declared",
                refused("#!", "/// # 1 wrong: Why?", "{ table(few); }"));
    }

    @Test
    void aClaimSaysSomething() {
        var draft = new Draft();
        draft.numbersOfUsers = 1;
        Options options = Options.of("wrong");
        var page = new Wrong(options);
        draft.add(new Draft.Claimed(List.of(page.few.throughput(page.virtual))));
        var e = assertThrows(LabException.class,
                () -> Notebook.of("labs/wrong.java", "#!\n/// # 1 wrong: Why?", options,
                        draft, new Values(page, Page.class)));
        assertTrue(e.getMessage().contains("virtual, c=2: throughput in requests/s\" says nothing: add near(...)"),
                e.getMessage());
    }

    @Test
    void aClaimSaysItsJdksItself() {
        var draft = new Draft();
        draft.numbersOfUsers = 1;
        Options options = Options.of("wrong");
        var page = new Wrong(options);
        draft.add(new Draft.Claimed(List.of(page.few.throughput(page.virtual).on(21)))).atLeast(1);
        var e = assertThrows(LabException.class,
                () -> Notebook.of("labs/wrong.java", "#!\n/// # 1 wrong: Why?", options, draft,
                        new Values(page, Page.class)));
        assertTrue(e.getMessage().contains("add since(...) or before(...) in place of on(...)"), e.getMessage());
    }
}
