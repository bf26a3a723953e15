package own.generator;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import kit.base.LabException;
import kit.report.CellReport;
import kit.results.LoadResult;
import kit.results.ResultFile;

/** Reads the result of an external load generator. */
final class Reading {

    /** Tools tell how many requests failed, and seldom why. */
    private static final String FAILED = "failed";

    private Reading() {}

    /**
     * @param generator its name and version
     * @param file that the load generator wrote
     * @throws LabException where it is not there, cannot be understood, or does not tell how many requests there were
     */
    static CellReport.Told of(String generator, Path file) {
        if (!Files.isRegularFile(file)) {
            throw new LabException(file.getFileName() + " was not written");
        }
        List<LoadResult> loads = read(file);
        if (loads.size() != 1) {
            throw new LabException(file.getFileName() + " has the results of " + loads.size() + " loads, not of one");
        }
        return told(generator, file, loads.getFirst());
    }

    /** The folder has another name when the run is over, so a complaint names the file alone. */
    private static List<LoadResult> read(Path file) {
        try {
            return ResultFile.read(file);
        } catch (LabException e) {
            throw new LabException(e.getMessage().replace(file.toString(), file.getFileName().toString()), e);
        }
    }

    private static CellReport.Told told(String generator, Path file, LoadResult load) {
        LoadResult.Counts counts = load.counts();
        double seconds = Double.isNaN(counts.seconds()) ? counts.requests() / counts.throughput() : counts.seconds();
        if (!(counts.requests() >= 0) || !(seconds > 0)) {
            throw new LabException(file.getFileName() + " does not tell how many requests were sent in what time");
        }
        long failed = Double.isNaN(counts.errors()) ? 0 : Math.round(counts.errors());
        long ok = Math.max(0, Math.round(counts.requests()) - failed);
        LoadResult.ResponseTimes times = load.times();
        return new CellReport.Told(generator, seconds, ok, failed == 0 ? Map.of() : Map.of(FAILED, failed),
                times.mean(),
                times.deviation(), times.least(), times.greatest(), new TreeMap<>(times.percentiles()));
    }
}
