package kit;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
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

/**
 * The rooms of the kit and the arrows between them, as the package-info.java of labs/kit tell them; workshop, own
 * and audit stand behind the kit.
 */
@Tag(Lane.SCRIPTS)
class RoomsTest {

    /** Each uses only those before it. */
    private static final List<String> ROOMS = List.of("kit.record", "kit.base", "kit.live", "kit.machine",
            "kit.service", "kit.postgres", "kit.plan", "kit.rule", "kit.report", "kit.load", "kit.measure", "kit.judge",
            "kit.page",
            "kit.results");
    /** Of own, which uses the kit. */
    private static final List<String> OWN_ROOMS = List.of("own.requests", "own.generator");

    private static JavaClasses classes;

    @BeforeAll
    static void ofTwoScripts() throws IOException {
        var jars = new ArrayList<JarFile>();
        // The first brings the course, the second PostgreSQL, the third the rooms requests and own, the last
        // results and audit.
        for (String script : List.of("labs/workshop.java", "labs/storing.java",
                "labs/own.java", "analysis/audit.java")) {
            jars.add(new JarFile(Script.of(script).jar().toFile()));
        }
        classes = new ClassFileImporter().importJars(jars);
    }

    @Test
    void everyFolderIsARoomWithADoor() throws IOException {
        assertEquals(new TreeSet<>(ROOMS), folders("kit"));
        assertEquals(new TreeSet<>(OWN_ROOMS), folders("own"));
        for (String room : ROOMS) {
            assertEquals(true, classes.stream().anyMatch(type -> type.getPackageName().equals(room)),
                    room + " has classes");
        }
    }

    private static TreeSet<String> folders(String house) throws IOException {
        var folders = new TreeSet<String>();
        try (var files = Files.list(Repository.root().resolve("labs/" + house))) {
            files.filter(Files::isDirectory).map(room -> house + "." + room.getFileName()).forEach(folders::add);
        }
        return folders;
    }

    @Test
    void aRoomUsesOnlyRoomsBeforeIt() {
        for (int i = 0; i < ROOMS.size() - 1; i++) {
            String[] later = ROOMS.subList(i + 1, ROOMS.size()).stream().map(room -> room + "..")
                    .toArray(String[]::new);
            noClasses().that().resideInAPackage(ROOMS.get(i) + "..").should()
                    .dependOnClassesThat(resideInAnyPackage(later)).check(classes);
        }
        noClasses().that().resideOutsideOfPackages("course..", "own..").should()
                .dependOnClassesThat().resideInAPackage("course..").check(classes);
        noClasses().that().resideInAnyPackage("course..", "audit..", "kit..").should().dependOnClassesThat()
                .resideInAPackage("own..").check(classes);
        noClasses().that().resideInAPackage("own.requests..").should().dependOnClassesThat()
                .resideInAnyPackage("own.generator..", "own").check(classes);
        noClasses().that().resideInAPackage("own.generator..").should().dependOnClassesThat()
                .resideInAPackage("own").check(classes);
        noClasses().that().resideInAnyPackage("kit..", "own..").and().resideOutsideOfPackage("kit.postgres..").should()
                .dependOnClassesThat().resideInAPackage("kit.postgres..").check(classes);
    }

    @Test
    void whatTheKitAndTheChartsShareUsesNeither() {
        noClasses().that().resideInAPackage("kit.record..").should().dependOnClassesThat()
                .resideInAnyPackage("charts..", "apps..").check(classes);
    }

    @Test
    void thereIsNoCircle() {
        slices().matching("kit.(*)..").should().beFreeOfCycles().check(classes);
        slices().matching("own.(*)..").should().beFreeOfCycles().check(classes);
    }

    /** A service is an ordinary application, and the kit gets it as a class. */
    @Test
    void theKitNamesNoServiceAndNoServiceTheKit() {
        noClasses().that().resideInAnyPackage("kit..", "own..", "course..", "audit..").should().dependOnClassesThat()
                .resideInAPackage("apps..").check(classes);
        noClasses().that().resideInAPackage("apps..").should().dependOnClassesThat()
                .resideInAnyPackage("kit..", "own..")
                .check(classes);
    }
}
