package own.generator;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import kit.base.Numbers;
import kit.load.ExternalGenerator;
import kit.plan.OpenLoop;

/** What stands for something else in the words of a command, see {@link Recipe}. */
final class Placeholders {

    /** More than any load generator sends in a second to a service that is worth a measurement. */
    private static final int MOST_PER_SECOND = 20_000;
    private static final int MOST_THREADS = 4;

    private final Map<String, String> values = new LinkedHashMap<>();

    /**
     * @param seconds length of the load
     * @param result  where its result goes
     * @param folder  of its script
     * @param port    a free one
     */
    Placeholders(ExternalGenerator.Job job, long seconds, Path result, Path folder, int port) {
        // A tool that sends a rate needs connections: as many as requests arrive in a second.
        int users = job.traffic().load() instanceof OpenLoop open ? (int) Math.ceil(open.rate())
                : job.traffic().load().users();
        int threads = Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, MOST_THREADS);
        values.put("{url}", job.base() + job.traffic().request().path());
        values.put("{base}", job.base().toString());
        values.put("{users}", String.valueOf(users));
        values.put("{rate}", job.traffic().load() instanceof OpenLoop open ? Numbers.trim(open.rate()) : "");
        values.put("{duration}", String.valueOf(seconds));
        values.put("{requests}", String.valueOf(MOST_PER_SECOND * seconds));
        values.put("{out}", result.toAbsolutePath().toString());
        values.put("{folder}", folder.toString());
        values.put("{threads}", String.valueOf(Math.clamp(users, 1, threads)));
        values.put("{port}", String.valueOf(port));
    }

    /** The word with the values; what is not known stays. */
    String fill(String word) {
        String filled = word;
        for (Map.Entry<String, String> one : values.entrySet()) {
            filled = filled.replace(one.getKey(), one.getValue());
        }
        return filled;
    }
}
