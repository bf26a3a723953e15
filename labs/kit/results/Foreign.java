package kit.results;

import java.nio.file.Path;
import kit.base.LabException;

/** The complaints about files that cannot be used. */
final class Foreign {

    private Foreign() {}

    static LabException unknown(Path file) {
        return new LabException(file + " is not a result that can be read. Give a JMeter JTL, k6 CSV or JSON, Locust "
                + "CSV, Hyperfoil JSON, the output of wrk or ab, an HdrHistogram log, or the folder of a run");
    }

    /** @param missing what the file should have had */
    static LabException cutOff(Path file, String missing) {
        return new LabException(file + " was cut off: " + missing + ". Let the tool end, and copy the whole file");
    }

    /** @param place and what is wrong there */
    static LabException damaged(Path file, String place) {
        return damaged(file, place, null);
    }

    static LabException damaged(Path file, String place, Throwable cause) {
        return new LabException(file + " is damaged: " + place + ". Copy it again, or let the tool write it again",
                cause);
    }

    static LabException noText(Path file) {
        return damaged(file, "it is not text in UTF-8");
    }

    static LabException empty(Path file) {
        return new LabException(file + " has no request: there is nothing to look at");
    }
}
