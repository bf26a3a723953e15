package kit.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import kit.plan.Cell;
import kit.plan.Claim;
import kit.plan.LabPlan;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** The pages of labs with a database: what {@link LabPagesTest} asks of the others. */
@Tag(Lane.STORES)
class DatabasePagesTest {

    /** Of these, made measurements have the figures of the rule. */
    private static boolean isOfTheRule(Claim claim) {
        return claim.text().contains("throughput") || claim.text().contains("growth of the backlog");
    }

    @ParameterizedTest
    @CsvSource({"held-connection,HeldConnection,8,14", "storing,Storing,5,8", "ramp,Ramp,5,9",
            "backlog,Backlog,5,7", "event-broker,EventBroker,6,6"})
    void aPlanHasADatabaseAndStartsNone(String lab, String type, int cells, int claims) {
        LabPlan plan = MadePage.built(lab, type).plan();
        assertEquals(cells, plan.cells().size(), plan.cells().stream().map(Cell::name).toList().toString());
        assertEquals(claims, plan.claims().size(), plan.claims().stream().map(Claim::text).toList().toString());
        assertEquals(List.of(true, true), List.of(plan.storage().isPresent(),
                Outline.of(MadePage.built(lab, type).notebook(), List.of()).needs().database()));
        String url = "jdbc:postgresql://db/test";
        assertEquals(url, MadePage.built(lab, type, "--jdbc-url", url).plan().storage().orElseThrow().url());
    }

    @ParameterizedTest
    @CsvSource({"held-connection,HeldConnection,1", "storing,Storing,3", "ramp,Ramp,3",
            "backlog,Backlog,3", "event-broker,EventBroker,3"})
    void whereEachCellDoesWhatItsRuleSaysTheRunIsConfirmed(String lab, String type, int forks) {
        LabPagesTest.isConfirmed(MadePage.built(lab, type), forks, DatabasePagesTest::isOfTheRule);
    }

    @ParameterizedTest
    @CsvSource({"held-connection,HeldConnection,--verbose", "storing,Storing,--all-cells",
            "ramp,Ramp,--all-cells", "backlog,Backlog,--all-cells", "event-broker,EventBroker,--verbose"})
    void everyClaimOfTheRuleTurnsRed(String lab, String type, String option) {
        LabPagesTest.turnsRed(MadePage.built(lab, type, option, "--forks", "3").plan(),
                DatabasePagesTest::isOfTheRule);
    }

    @ParameterizedTest
    @CsvSource({"storing,Storing,100,5458", "ramp,Ramp,500,975", "backlog,Backlog,100,7274"})
    void publishedFiguresStandBesideTheCellsThatTheirAuthorsRan(String lab, String type, int users, double rps) {
        assertEquals(rps, MadePage.built(lab, type, "--published").plan().cells().stream()
                .filter(cell -> cell.variant().name().equals("virtual") && cell.load().users() == users).findFirst()
                .orElseThrow().published().rps());
    }
}
