//SOURCES RunDescription.java RunFiles.java RunRows.java Told.java

/**
 * What a page is written with, and the files of its run.
 *
 * <p>It uses the rooms record to judge.
 */
package kit.page;
