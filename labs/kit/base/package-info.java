//SOURCES Finding.java Forks.java Histograms.java LabException.java Numbers.java Verdict.java

/**
 * Words, numbers, statistics and errors that every room needs: verdicts, codes of findings, histograms, forks.
 *
 * <p>It uses no other room.
 */
package kit.base;
