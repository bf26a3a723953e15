//SOURCES requests/package-info.java generator/package-info.java ../kit/results/package-info.java
//SOURCES Arguments.java Arithmetic.java Compared.java Comparing.java Downstream.java FirstTry.java LargerPool.java
//SOURCES Limit.java LoadPlan.java Observed.java OnJdk.java OwnPage.java OwnPlan.java OwnVerdict.java Peak.java
//SOURCES Pilot.java Place.java PoolTable.java Report.java Requirement.java Role.java Switch.java Target.java
//SOURCES Under.java VerdictFile.java WaitTable.java Watch.java

/**
 * What {@code own.java} has beside the kit: a service that is not part of this project is measured with and without
 * virtual threads, and a verdict says whether to switch them on.
 *
 * <p>Its own rooms are requests (files of requests) and generator (external load generators). It uses the kit, the room
 * results, and of the folder course only SwitchAdvice.
 */
package own;
