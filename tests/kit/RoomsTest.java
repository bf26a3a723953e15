package kit;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;
import tests.Repository;
import tests.Script;

/** The rooms of the kit and the arrows between them, as labs/kit/package-info.java tells them. */
@Tag(Lane.SCRIPTS)
class RoomsTest {

    /** Each uses only those before it. */
    private static final List<String> ROOMS = List.of("base", "machine", "service", "postgres", "model", "plan",
            "report",
            "load", "cell", "trust",
            "run", "page", "course", "requests", "results", "audit", "engine", "own");

    private static JavaClasses classes;

    @BeforeAll
    static void ofTwoScripts() throws IOException {
        var jars = new ArrayList<JarFile>();
        // The first brings the course, the second PostgreSQL, the third the rooms requests and own, the last
        // results and audit.
        for (String script : List.of("labs/kit/course/workshop.java", "labs/storing.java",
                "labs/kit/own/own.java", "labs/kit/audit/audit.java")) {
            jars.add(new JarFile(Script.of(script).jar().toFile()));
        }
        classes = new ClassFileImporter().importJars(jars);
    }

    @Test
    void everyFolderIsARoomWithADoor() throws IOException {
        var folders = new TreeSet<String>();
        try (var files = Files.list(Repository.root().resolve("labs/kit"))) {
            files.filter(Files::isDirectory).map(Path::getFileName).map(Path::toString).forEach(folders::add);
        }
        folders.remove("contract");
        assertEquals(new TreeSet<>(ROOMS), folders);
        for (String room : ROOMS) {
            assertEquals(true, classes.stream().anyMatch(type -> type.getPackageName().equals("kit." + room)),
                    room + " has classes");
        }
    }

    @Test
    void aRoomUsesOnlyRoomsBeforeIt() {
        for (int i = 0; i < ROOMS.size() - 1; i++) {
            String[] later = ROOMS.subList(i + 1, ROOMS.size()).stream().map(room -> "kit." + room + "..")
                    .toArray(String[]::new);
            noClasses().that().resideInAPackage("kit." + ROOMS.get(i) + "..").should()
                    .dependOnClassesThat(resideInAnyPackage(later)).check(classes);
        }
        noClasses().that().resideOutsideOfPackages("kit.course..", "kit.own..", "kit.audit..").should()
                .dependOnClassesThat()
                .resideInAPackage("kit.course..").check(classes);
        noClasses().that()
                .resideInAnyPackage("kit.plan..", "kit.report..", "kit.load..", "kit.cell..", "kit.trust..",
                        "kit.run..", "kit.page..",
                        "kit.course..", "kit.results..", "kit.audit..", "kit.engine..", "kit.own..")
                .should().dependOnClassesThat().resideInAPackage("kit.postgres..").check(classes);
    }

    @Test
    void whatTheKitAndTheChartsShareUsesNeither() {
        noClasses().that().resideInAPackage("contract..").should().dependOnClassesThat()
                .resideInAnyPackage("kit..", "charts..", "apps..").check(classes);
    }

    @Test
    void thereIsNoCircle() {
        slices().matching("kit.(*)..").should().beFreeOfCycles().check(classes);
    }

    /** A service is an ordinary application, and the kit gets it as a class. */
    @Test
    void theKitNamesNoServiceAndNoServiceTheKit() {
        noClasses().that().resideInAPackage("kit..").and().resideOutsideOfPackage("kit.course..")
                .should().dependOnClassesThat().resideInAPackage("apps..").check(classes);
        noClasses().that().resideInAPackage("apps..").should().dependOnClassesThat().resideInAPackage("kit..")
                .check(classes);
    }
}
