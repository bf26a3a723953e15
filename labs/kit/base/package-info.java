//SOURCES Finding.java Folders.java Histograms.java LabException.java LastWords.java Numbers.java Secrets.java

/**
 * Numbers, codes of findings, histograms, temporary folders and errors that every room needs.
 *
 * <p>It uses contract only.
 */
package kit.base;
