//SOURCES Finding.java Folders.java Histograms.java LabException.java LastWords.java Numbers.java
//SOURCES RunDirectory.java Secrets.java

/**
 * Numbers, codes of findings, histograms, folders that are written and errors that every room needs.
 *
 * <p>It uses contract only.
 */
package kit.base;
