//SOURCES Arguments.java Arithmetic.java Bottleneck.java Compared.java Comparison.java Downstream.java FirstTry.java
//SOURCES LargerPool.java LoadPlan.java Observed.java Opening.java OwnPage.java OwnVerdict.java Peak.java Place.java
//SOURCES PoolTable.java Report.java Requirement.java Role.java RunningPage.java Station.java Switch.java Target.java
//SOURCES WaitTable.java Watch.java

/**
 * {@code jbang own}: a service that is not part of this project is measured with and without virtual threads, and a
 * verdict says whether to switch them on.
 *
 * <p>It uses all rooms but postgres and audit; of course only the rule and the command line.
 */
package old.own;
