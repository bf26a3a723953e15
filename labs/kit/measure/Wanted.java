package kit.measure;

import java.util.Optional;
import kit.plan.Cell;
import kit.plan.Demand;

/** A cell that is to be measured on a JDK. */
record Wanted(Cell cell, int jdk) {

    /** A JVM of a group: a variant on a JDK. @param cold name of the cell that it is for; empty where it is warm */
    record Key(String variant, int jdk, String cold) {}

    Key key() {
        return new Key(cell.variant().name(), jdk, isCold() ? cell.name() : "");
    }

    boolean isCold() {
        return cell.load().cold();
    }

    /** The cell that is driven where this one is measured. */
    String main() {
        return cell.isDriven() ? cell.name() : cell.beside();
    }

    /** What a request needs, where the plan knows. */
    Optional<Demand> known() {
        return Optional.ofNullable(cell.demandOn(jdk)).filter(Demand::isKnown);
    }
}
