//SOURCES Answer.java Check.java Claims.java ClockCheck.java Comparison.java ContradictionCheck.java Laws.java
//SOURCES OmissionCheck.java Pauses.java PercentileChecks.java ResultAudit.java TimeoutCheck.java WarmUpCheck.java

/**
 * {@code jbang audit}: what can be asked of results that other load tools wrote, so that they can be believed or not.
 *
 * <p>It uses the rooms base, page and results of the kit.
 */
package audit;
