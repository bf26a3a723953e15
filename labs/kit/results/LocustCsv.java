package kit.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import kit.results.LoadResult.Counts;
import kit.results.LoadResult.Period;
import kit.results.LoadResult.ResponseTimes;
import kit.results.LoadResult.Tool;
import kit.results.LoadResult.Users;

/**
 * Locust's {@code --csv PREFIX}: PREFIX_stats.csv has a row for each name of a request, PREFIX_stats_history.csv a row
 * for each second. Locust writes no file of single requests.
 */
final class LocustCsv implements Format {

    private static final String STATS = "Type,Name,Request Count,Failure Count";
    private static final String HISTORY = "Timestamp,User Count,Type,Name";
    private static final String TOTAL = "Aggregated";
    private static final Tool TOOL = new Tool("Locust", "",
            "each request that a user's code makes; the time is what Python's client needed for it");

    @Override
    public boolean knows(String beginning) {
        return beginning.startsWith(STATS) || beginning.startsWith(HISTORY);
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        try (CsvRows rows = new CsvRows(file, ',')) {
            List<String> heading = rows.heading();
            return List.of(heading.get(0).equals("Type") ? stats(file, rows, heading) : history(file, rows, heading));
        }
    }

    private static LoadResult stats(Path file, CsvRows rows, List<String> heading) throws IOException {
        var parts = new ArrayList<LoadResult>();
        LoadResult total = null;
        while (rows.next()) {
            rows.expect(heading.size());
            double count = rows.number(heading.indexOf("Request Count"));
            double rate = rows.number(heading.indexOf("Requests/s"));
            var times = new ResponseTimes(rows.number(heading.indexOf("Average Response Time")), Double.NaN,
                    rows.number(heading.indexOf("Min Response Time")),
                    rows.number(heading.indexOf("Max Response Time")), percentiles(rows, heading),
                    step(rows.number(heading.indexOf("Median Response Time"))), null, false);
            var row = new LoadResult(file + " " + rows.text(1), TOOL,
                    new Counts(count, rows.number(heading.indexOf("Failure Count")), count / rate, rate, Double.NaN),
                    times, Users.UNKNOWN, List.of(), List.of(), null);
            if (rows.is(1, TOTAL)) {
                total = row;
            } else {
                parts.add(row);
            }
        }
        if (total == null) {
            throw Foreign.cutOff(file, "Locust ends it with a row Aggregated, which is not there");
        }
        if (!(total.counts().requests() > 0)) {
            throw Foreign.empty(file);
        }
        return new LoadResult(file.toString(), TOOL, total.counts(), total.times(), Users.UNKNOWN, List.of(),
                List.copyOf(parts), null);
    }

    /** Locust keeps response times with two digits: whole ms below 100 ms, tens below 1 s, hundreds above. */
    private static double step(double median) {
        return !(median >= 100) ? 1 : median < 1000 ? 10 : 100;
    }

    private static TreeMap<Double, Double> percentiles(CsvRows rows, List<String> heading) {
        var percentiles = new TreeMap<Double, Double>();
        for (int i = 0; i < heading.size(); i++) {
            String name = heading.get(i);
            if (name.matches("[\\d.]+%") && !name.equals("100%") && !Double.isNaN(rows.number(i))) {
                percentiles.put(Double.parseDouble(name.replace("%", "")), rows.number(i));
            }
        }
        return percentiles;
    }

    /** Percentiles of a row are those of the last seconds only; what counts from the beginning is called Total. */
    private static LoadResult history(Path file, CsvRows rows, List<String> heading) throws IOException {
        int count = heading.indexOf("Total Request Count");
        int mean = heading.indexOf("Total Average Response Time");
        var periods = new ArrayList<Period>();
        double begin = Double.NaN;
        double before = 0;
        double sumBefore = 0;
        double last = 0;
        double users = 0;
        double errors = 0;
        double median = Double.NaN;
        double average = Double.NaN;
        double greatest = Double.NaN;
        double least = Double.NaN;
        while (rows.next()) {
            rows.expect(heading.size());
            if (!rows.is(heading.indexOf("Name"), TOTAL)) {
                continue;
            }
            double now = rows.number(0);
            double requests = rows.number(count);
            double sum = requests == 0 ? 0 : requests * rows.number(mean);
            if (Double.isNaN(begin)) {
                begin = now;
            } else if (now > last) {
                periods.add(new Period(last - begin, now - last, requests - before,
                        requests == before ? Double.NaN : (sum - sumBefore) / (requests - before)));
            }
            before = requests;
            sumBefore = sum;
            last = now;
            users = Math.max(users, rows.number(1));
            errors = rows.number(heading.indexOf("Total Failure Count"));
            median = rows.number(heading.indexOf("Total Median Response Time"));
            average = rows.number(mean);
            least = rows.number(heading.indexOf("Total Min Response Time"));
            greatest = rows.number(heading.indexOf("Total Max Response Time"));
        }
        if (!(before > 0) || periods.isEmpty()) {
            throw Foreign.empty(file);
        }
        var percentiles = new TreeMap<Double, Double>();
        percentiles.put(50.0, median);
        return new LoadResult(file.toString(), TOOL, Counts.of(before, errors, last - begin),
                new ResponseTimes(average, Double.NaN, least, greatest, percentiles, step(median), null, false),
                new Users(users, Double.NaN), periods, List.of(), null);
    }
}
