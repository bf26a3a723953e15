//DEPS org.springframework.boot:spring-boot-starter-web
//DEPS tools.jackson.core:jackson-databind
//DEPS org.hdrhistogram:HdrHistogram:2.2.2
//DEPS org.apache.commons:commons-csv:1.14.1
// Other libraries ask for two versions of it. With one, an archive of classes (--aot) serves more scripts.
//DEPS commons-io:commons-io:2.21.0
//DEPS com.github.freva:ascii-table:1.12.1
//DEPS me.tongfei:progressbar:0.10.2
//DEPS com.github.oshi:oshi-core:7.5.0
//SOURCES contract/package-info.java
//SOURCES base/package-info.java machine/package-info.java service/package-info.java
//SOURCES model/package-info.java plan/package-info.java report/package-info.java
//SOURCES load/package-info.java cell/package-info.java trust/package-info.java run/package-info.java
//SOURCES page/package-info.java

/**
 * The bench that all labs share. A lab names this one file in its {@code //SOURCES}; each line above brings a room,
 * whose {@code package-info.java} is its door: it says what lives there and which rooms it may use, and lists its
 * files.
 *
 * <p>A room uses only the rooms that stand before it: base, machine, service, model, plan, report, load, cell, trust,
 * run, page. Seven rooms are brought only by who needs them: postgres by labs with a database, results and engine by
 * labs whose load another load generator can send, course by the workshop, results and audit by {@code jbang audit},
 * requests, results, engine and own by {@code jbang own}. A test holds these arrows.
 *
 * <p>The version of Spring Boot is not written here: the service under test brings it (see {@code
 * apps/package-info.java}). Files are listed one by one because JBang cannot expand a glob when a lab is run by its
 * address.
 *
 * <p>The way of a measurement through the kit: {@link kit.page.Lab} orders {@link kit.plan.Cell}s; {@link
 * kit.cell.Bench} forks a JVM for each, in which {@link kit.cell.CellMain} boots a {@link kit.service.Service}, reads
 * {@link kit.service.Facts} back, lets {@link kit.load.LoadGenerator} send the {@link kit.plan.Load} and {@link
 * kit.cell.Vitals} watch; what they see comes back as {@link kit.report.CellReport}s, becomes a {@link
 * kit.trust.CellResult}, is held against the {@link kit.trust.Checks}, and is written by {@link kit.run.RunFolder}; at
 * the end the {@link kit.page.Judge} holds the lab's {@link kit.trust.Claim}s against all of them.
 */
package kit;
