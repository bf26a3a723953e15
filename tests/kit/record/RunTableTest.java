package kit.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;
import tests.Repository;

/** The tables of columns, and data/README.md, which shows them. */
@Tag(Lane.UNIT)
class RunTableTest {

    private static final String README = "data/README.md";

    /** As the contract shows it. */
    private static String section(RunTable table) {
        var lines = new ArrayList<>(List.of("## " + table.file(), "", table.about(), "",
                "| column | type | unit | meaning |", "|---|---|---|---|"));
        table.columns().forEach(column -> lines.add("| " + column.column() + " | " + column.type() + " | "
                + column.unit() + " | " + column.about() + " |"));
        return String.join("\n", lines) + "\n";
    }

    @Test
    void theContractShowsEachTable() throws Exception {
        String contract = Repository.read(README);
        for (RunTable table : RunTable.values()) {
            assertTrue(contract.contains(section(table)), README + " should have:\n\n" + section(table));
        }
    }

    @Test
    void theContractNamesEachFieldOfRunJson() throws Exception {
        String contract = Repository.read(README);
        String section = contract.substring(contract.indexOf("## run.json\n")).split("\n## ", 2)[0];
        Stream.concat(Stream.of(RunJson.class), Stream.of(RunJson.class.getDeclaredClasses()))
                .filter(Class::isRecord).map(Class::getRecordComponents).flatMap(Stream::of)
                .map(RecordComponent::getName).map(RunTableTest::snake).distinct()
                .forEach(name -> assertTrue(section.matches("(?s).*[|`, ]" + name + "[|`, ].*"),
                        "run.json in " + README + " should tell " + name));
    }

    private static String snake(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    @Test
    void noTableHasAColumnTwice() {
        for (RunTable table : RunTable.values()) {
            assertEquals(table.header().stream().distinct().toList(), table.header());
        }
    }

    @Test
    void aSheetFillsTheColumnsOfItsTableAndNoOther() {
        var sheet = new Sheet<String>(RunTable.LATENCY).column(Column.CELL, text -> text)
                .column(Column.PERCENTILE, text -> null).column(Column.MS, text -> 1.5);
        assertThrows(IllegalArgumentException.class, () -> sheet.column(Column.RPS, text -> ""));
        assertThrows(IllegalArgumentException.class, () -> sheet.column(Column.MS, text -> ""));
        assertThrows(IllegalStateException.class, () -> sheet.row("a"));
        assertEquals(List.of("a", "", "1.5", "2"), sheet.column(Column.COUNT, text -> 2).row("a"));
    }
}
