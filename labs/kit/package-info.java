//DEPS org.springframework.boot:spring-boot-starter-web
//DEPS tools.jackson.core:jackson-databind
//DEPS org.hdrhistogram:HdrHistogram:2.2.2
//DEPS org.apache.commons:commons-csv:1.14.1
// Other libraries ask for two versions of it.
//DEPS commons-io:commons-io:2.21.0
//DEPS com.github.freva:ascii-table:1.12.1
//DEPS me.tongfei:progressbar:0.10.2
//DEPS com.github.oshi:oshi-core:7.5.0
//SOURCES record/package-info.java
//SOURCES base/package-info.java live/package-info.java machine/package-info.java service/package-info.java
//SOURCES plan/package-info.java rule/package-info.java report/package-info.java load/package-info.java
//SOURCES measure/package-info.java judge/package-info.java page/package-info.java

/**
 * The bench that all labs share, as a pipeline of values. A lab names this one file in its {@code //SOURCES}; each line
 * above brings a room, whose {@code package-info.java} is its door: it says what lives there and which rooms it may
 * use, and lists its files.
 *
 * <p>A room uses only the rooms that stand before it: record, base, live, machine, service, plan, rule, report, load,
 * measure, judge, page. Two rooms are brought only where they are needed: postgres by labs with a database, results
 * by {@code jbang audit} and {@code jbang own}. A test holds these arrows.
 *
 * <p>The version of Spring Boot is not written here: the service under test brings it (see {@code
 * apps/package-info.java}). Files are listed one by one because JBang cannot expand a glob when a lab is run by its
 * address.
 */
package kit;
