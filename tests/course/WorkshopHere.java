package course;

import java.nio.file.Path;
import tests.Repository;

/** The workshop in this JVM, and not at a terminal. */
public final class WorkshopHere {

    private WorkshopHere() {}

    /** @param launcher what it starts labs with */
    public static Repository.Ran run(Path launcher, String... arguments) {
        return Repository.captured(() -> Workshop.run(launcher.toString(), arguments));
    }
}
