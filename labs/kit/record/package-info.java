// javac works for seconds only. Without its optimizing compiler, a first start needs half of the CPU time.
//COMPILE_OPTIONS -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC
//DEPS org.apache.commons:commons-statistics-descriptive:1.2
//DEPS org.apache.commons:commons-statistics-distribution:1.2
//DEPS org.apache.commons:commons-text:1.12.0
//DEPS info.picocli:picocli:4.7.7
//SOURCES AtomicMove.java CellName.java Column.java Forks.java Frameworks.java LatencyLimits.java Misspelt.java
//SOURCES OneLine.java RecordJson.java Release.java RunJson.java RunTable.java Sheet.java Undecided.java
//SOURCES Validity.java Verdict.java WholeText.java

/**
 * What the labs and {@code analysis/} must agree on: run.json and the columns of the CSVs as types, names of cells,
 * words of verdicts, statistics, limits of trust, the frameworks' packages, the version of the format. Both include
 * this room, and bring Jackson in the version that they have.
 *
 * <p>It uses no other room.
 */
package kit.record;
