//SOURCES Compared.java Comparison.java FirstTry.java LoadPlan.java Observed.java OwnPage.java OwnVerdict.java
//SOURCES Station.java Target.java Watch.java

/**
 * {@code jbang own}: a service that is not part of this project is measured with and without virtual threads, and a
 * verdict says whether to switch them on.
 *
 * <p>It uses all rooms but postgres; of course only the rule and the command line.
 */
package kit.own;
