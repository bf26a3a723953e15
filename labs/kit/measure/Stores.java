package kit.measure;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import kit.base.LabException;
import kit.measure.Wanted.Key;
import kit.plan.Request;
import kit.service.Database;
import kit.service.Facts;

/** The database of a group: a schema for each of its JVMs, and what they store there. For one thread. */
final class Stores implements AutoCloseable {

    private final Database database;
    private final String table;
    private final Map<Key, Database.Schema> schemas = new LinkedHashMap<>();
    private final Map<Key, Long> confirmed = new ConcurrentHashMap<>();

    Stores(Database database, String table) {
        this.database = database;
        this.table = table;
    }

    /** CPU time of the server's processes so far, by their ids, in s; none where it is not ours. */
    Map<Long, Double> cpuSeconds() {
        var seconds = new HashMap<Long, Double>();
        database.processes().forEach(process -> process.info().totalCpuDuration()
                .ifPresent(time -> seconds.put(process.pid(), time.toNanos() / 1e9)));
        return seconds;
    }

    /** CPU time since then, in s; NaN where the server is not ours. What a process used that is gone is missed. */
    double cpuSecondsSince(Map<Long, Double> before) {
        Map<Long, Double> now = cpuSeconds();
        return now.isEmpty() ? Double.NaN
                : now.entrySet().stream().mapToDouble(one -> one.getValue() - before.getOrDefault(one.getKey(), 0.0))
                        .sum();
    }

    /** The server's processes. */
    long[] processes() {
        return database.processes().stream().mapToLong(ProcessHandle::pid).toArray();
    }

    /**
     * Makes the schema of a JVM.
     *
     * @return what its service has to be told
     */
    Map<String, String> schema(Key key) {
        var schema = database.schema(key.variant());
        schemas.put(key, schema);
        return schema.properties();
    }

    /** @param tell told, once, when the server has stopped answering */
    Database.Watch watch(java.util.function.Consumer<String> tell) {
        return database.watch(tell);
    }

    /** Rows in the table of a JVM; negative where they cannot be counted. */
    long rows(Key key) {
        try {
            return schemas.get(key).rows(table);
        } catch (LabException e) {
            return -1;
        }
    }

    /** Whether a request may store a row: it changes something, in the service itself. */
    static boolean isStored(Request request) {
        return !request.first().isSafe() && request.service().isEmpty();
    }

    /** So many more requests were confirmed that store a row. */
    void confirm(Key key, long rows) {
        confirmed.merge(key, rows, Long::sum);
    }

    /** What is true of the server. */
    Facts facts() {
        return database.facts();
    }

    /** Counts what a JVM that has ended has stored, and drops its schema. */
    Measurement.Schema end(Key key) {
        Database.Schema schema = schemas.remove(key);
        long rows = -1;
        String uncounted = null;
        try {
            rows = schema.rows(table);
        } catch (LabException e) {
            uncounted = e.getMessage();
        }
        return new Measurement.Schema(confirmed.getOrDefault(key, 0L), rows, uncounted, dropped(schema));
    }

    /** @return why it is still there; null where it is not */
    private static String dropped(Database.Schema schema) {
        try {
            schema.close();
            return null;
        } catch (LabException e) {
            return e.getMessage();
        }
    }

    /** Drops what is left. */
    @Override
    public void close() {
        schemas.values().forEach(Stores::dropped);
        schemas.clear();
    }
}
