//SOURCES ../kit/package-info.java
//SOURCES plan/package-info.java cell/package-info.java trust/package-info.java run/package-info.java
//SOURCES page/package-info.java

/**
 * The bench as it was before variants were measured side by side. What has not moved to {@link kit} yet is written on
 * it; nothing new is.
 *
 * <p>A room uses {@code kit} and the rooms that stand before it: plan, cell, trust, run, page. The rooms engine
 * and own are brought only where they are needed. {@code kit} uses none of them. A test holds these
 * arrows.
 *
 * <p>The way of a measurement through the kit: {@link old.page.Lab} orders {@link old.plan.Cell}s; {@link
 * old.cell.Bench} forks a JVM for each, in which {@link old.cell.CellMain} boots a {@link kit.service.Service}, reads
 * {@link kit.service.Facts} back, lets {@link kit.load.LoadGenerator} send the {@link kit.plan.Load} and {@link
 * kit.measure.Vitals} watch; what they see comes back as {@link kit.report.CellReport}s, becomes a {@link
 * old.trust.CellResult}, is held against the {@link old.trust.Checks}, and is written by {@link old.run.RunFolder}; at
 * the end the {@link old.page.Judge} holds the lab's {@link old.trust.Claim}s against all of them.
 */
package old;
