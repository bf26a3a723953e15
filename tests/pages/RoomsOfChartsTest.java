package pages;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;
import tests.Script;

/** Which room of the charts may use which. The package-info.java of each room tells the same in words. */
@Tag(Lane.UNIT)
class RoomsOfChartsTest {

    private static JavaClasses charts;

    @BeforeAll
    static void readTheClassesOfAllScripts() throws IOException {
        List<JarFile> jars = new ArrayList<>();
        for (String script : List.of("plot", "compare", "pins", "room")) {
            jars.add(new JarFile(Script.of("analysis/" + script + ".java").jar().toFile()));
        }
        charts = new ClassFileImporter().importJars(jars).that(resideInAPackage("charts.."));
        for (JarFile jar : jars) {
            jar.close();
        }
    }

    @Test
    void everyClassIsInARoom() {
        classes().should().resideInAnyPackage("charts.text", "charts.run", "charts.figure", "charts.pages.*")
                .check(charts);
    }

    @Test
    void aRoomUsesOnlyRoomsBelowIt() {
        layeredArchitecture().consideringOnlyDependenciesInLayers()
                .layer("text").definedBy("charts.text..")
                .layer("run").definedBy("charts.run..")
                .layer("figure").definedBy("charts.figure..")
                .layer("pages").definedBy("charts.pages..")
                .whereLayer("text").mayNotAccessAnyLayer()
                .whereLayer("run").mayOnlyAccessLayers("text")
                .whereLayer("figure").mayOnlyAccessLayers("run", "text")
                .whereLayer("pages").mayOnlyAccessLayers("figure", "run", "text")
                .check(charts);
    }

    @Test
    void pagesDoNotKnowEachOther() {
        slices().matching("charts.pages.(*)..").should().notDependOnEachOther().check(charts);
    }

    @Test
    void runsKnowNeitherHtmlNorPlots() {
        noClasses().that().resideInAPackage("charts.run..").should().dependOnClassesThat()
                .resideInAnyPackage("tech.tablesaw.plotly..", "io.pebbletemplates..", "org.commonmark..",
                        "org.unbescape..")
                .check(charts);
    }
}
