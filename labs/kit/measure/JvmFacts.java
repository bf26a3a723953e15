package kit.measure;

import java.lang.management.ManagementFactory;
import kit.machine.Jdks;
import kit.machine.Limits;
import kit.service.Facts;
import kit.service.RunningService;

/** What a service says of itself, and what is true of the JVM around it. */
public final class JvmFacts {

    private JvmFacts() {}

    /** Of a service that runs in this JVM, both; of one in a process of its own, its own facts and the CPUs. */
    public static Facts of(RunningService service) {
        if (service.pid() != ProcessHandle.current().pid()) {
            return service.facts().with("cpus", Runtime.getRuntime().availableProcessors());
        }
        double parallelism = Vitals.scheduler("Parallelism");
        var jvm = Facts.none()
                .with(Facts.JDK, Runtime.version().feature())
                .with(Facts.JDK_VERSION, Runtime.version())
                .with("jdk.vendor", System.getProperty("java.vendor"))
                .with("cpus", Runtime.getRuntime().availableProcessors())
                .with("gc", ManagementFactory.getGarbageCollectorMXBeans().getFirst().getName())
                .with("heap.max.mb", Runtime.getRuntime().maxMemory() / 1024 / 1024)
                .with(Facts.FILE_DESCRIPTORS, Limits.fileDescriptors())
                // JDK 21 has no bean to ask: the scheduler's own rule is the property, else the CPUs.
                .with(Facts.PARALLELISM, Double.isNaN(parallelism)
                        ? Integer.getInteger("jdk.virtualThreadScheduler.parallelism",
                                Runtime.getRuntime().availableProcessors())
                        : (int) parallelism);
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            // Where the kit keeps temporary files is no fact about the variant.
            if (!flag.startsWith("-Djava.io.tmpdir=")) {
                jvm = jvm.with(Facts.FLAG + flag, true);
            }
        }
        return jvm.with(service.facts());
    }
}
