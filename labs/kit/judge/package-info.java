//FILES kit/judge/spread.csv=spread.csv
//SOURCES Bounds.java Decision.java Estimate.java Evidence.java Looks.java Spread.java Variance.java

/**
 * From evidence to verdict: what the blocks and forks of a run say of a claim, how sure that is, and what is decided
 * after which fork.
 *
 * <p>It uses the room record.
 */
package kit.judge;
