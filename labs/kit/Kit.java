//DEPS org.springframework.boot:spring-boot-starter-web
//DEPS tools.jackson.core:jackson-databind
//DEPS org.hdrhistogram:HdrHistogram:2.2.2
//DEPS info.picocli:picocli:4.7.7
//DEPS org.apache.commons:commons-csv:1.14.1
//DEPS org.apache.commons:commons-statistics-descriptive:1.2
//DEPS org.apache.commons:commons-text:1.12.0
//DEPS com.github.freva:ascii-table:1.12.1
//DEPS me.tongfei:progressbar:0.10.2
//DEPS com.github.oshi:oshi-core:7.5.0
//SOURCES AotCaches.java BackendMode.java Backends.java Bench.java BootService.java Burst.java Cell.java CellJvm.java CellMain.java CellReport.java CellResult.java
//SOURCES CellSpec.java Checks.java ChildProcess.java Choices.java Claim.java ClosedLoop.java Columns.java Database.java Demand.java DriverMode.java EventLoop.java Facts.java Finding.java
//SOURCES Flight.java FlightRecorder.java Forks.java Front.java Gauges.java Hiccups.java Histograms.java JdkChoice.java Jdks.java Judge.java Lab.java
//SOURCES LabException.java LabOptions.java Limits.java Load.java
//SOURCES LoadDriver.java LoadScheduler.java Machine.java MeasurementEvent.java Narrator.java Numbers.java OpenLoop.java Outcome.java Outline.java Patience.java
//SOURCES Prediction.java ProcessService.java Published.java Question.java Queueing.java Request.java RequestMeter.java Rows.java RunFolder.java
//SOURCES RunningService.java Service.java SourceCode.java Stages.java Stream.java StreamRecorder.java ThreadDump.java Totals.java Usage.java Variant.java
//SOURCES Verdict.java Vitals.java Waves.java contract/Release.java

package kit;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The bench that all labs share. A lab names this one file in its {@code //SOURCES}; the lists above bring the rest.
 *
 * <p>The version of Spring Boot is not written here: the service under test brings it (see {@code apps/package-info.java}).
 * Files are listed one by one because JBang cannot expand a glob when a lab is run by its address.
 *
 * <p>The way of a measurement through the kit: {@link Lab} orders {@link Cell}s; {@link Bench} forks a JVM for each, in
 * which {@link CellMain} boots a {@link Service}, reads {@link Facts} back, lets {@link LoadDriver} send the {@link Load}
 * and {@link Vitals} watch; what they see comes back as {@link CellReport}s, becomes a {@link CellResult}, is held against
 * the {@link Checks}, and is written by {@link RunFolder}; at the end the {@link Judge} holds the lab's {@link Claim}s against
 * all of them.
 */
final class Kit {

    private static final Pattern MEASURING = Pattern.compile("(spring-boot|tomcat-embed-core|HdrHistogram)-(\\d.*)\\.jar");

    private Kit() {
    }

    /** The versions of the libraries that take part in a measurement, by what is on the class path. */
    static Map<String, String> versions() {
        var versions = new LinkedHashMap<String, String>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            var jar = MEASURING.matcher(Path.of(entry).getFileName().toString());
            if (jar.matches()) {
                versions.put(jar.group(1), jar.group(2));
            }
        }
        return versions;
    }

    /** The revision of the checkout in the working folder, with a {@code +} where sources were changed; null outside one. */
    static String revision() {
        try {
            if (!Files.exists(Path.of("labs/kit/Kit.java"))) {
                return null;
            }
            String revision = git("rev-parse", "--short", "HEAD");
            return git("status", "--porcelain", "--untracked-files=no").isEmpty() ? revision : revision + "+";
        } catch (IOException e) {
            return null;
        }
    }

    private static String git(String... words) throws IOException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        Process git = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String text = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (text.isEmpty() && words[0].equals("rev-parse")) {
            throw new IOException("not a checkout");
        }
        return text;
    }
}
