//SOURCES PilotRows.java PoolRows.java Rows.java RunFolder.java WaitRows.java

/**
 * The files of a run: its folder, its CSVs, and where it comes from.
 *
 * <p>It uses the rooms base to trust.
 */
package old.run;
