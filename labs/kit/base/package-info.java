//SOURCES Finding.java Histograms.java LabException.java Numbers.java Secrets.java

/**
 * Numbers, codes of findings, histograms and errors that every room needs.
 *
 * <p>It uses contract only.
 */
package kit.base;
