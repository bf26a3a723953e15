package audit;

import tests.Repository;
import tests.Repository.Ran;

/** The command jbang audit, in this JVM. */
public final class AuditHere {

    private AuditHere() {}

    public static Ran run(String... words) {
        return Repository.captured(() -> Audit.commandLine().execute(words));
    }
}
