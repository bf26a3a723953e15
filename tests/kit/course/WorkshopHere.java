package kit.course;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import tests.Repository;

/** The workshop in this JVM, and not at a terminal. */
public final class WorkshopHere {

    private WorkshopHere() {}

    /** @param launcher what it starts labs with */
    public static synchronized Repository.Ran run(Path launcher, String... arguments) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        PrintStream realOut = System.out;
        PrintStream realErr = System.err;
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            int exit = Workshop.run(launcher.toString(), arguments);
            return new Repository.Ran(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(realOut);
            System.setErr(realErr);
        }
    }
}
