//SOURCES Arguments.java Bottleneck.java Compared.java Comparison.java Downstream.java FirstTry.java LoadPlan.java
//SOURCES Observed.java Opening.java OwnPage.java OwnVerdict.java Peak.java Place.java PoolTable.java Report.java
//SOURCES Requirement.java RunningPage.java Station.java Switch.java Target.java WaitTable.java Watch.java

/**
 * {@code jbang own}: a service that is not part of this project is measured with and without virtual threads, and a
 * verdict says whether to switch them on.
 *
 * <p>It uses all rooms but postgres and audit; of course only the rule and the command line.
 */
package old.own;
