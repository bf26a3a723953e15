package kit.results;

import kit.base.LabException;

/** The complaints about files that cannot be used. A file may also be the name of a part of one. */
final class Foreign {

    private Foreign() {}

    /** @param missing what the file should have had */
    static LabException cutOff(Object file, String missing) {
        return new LabException(file + " was cut off: " + missing + ". Let the tool end, and copy the whole file");
    }

    /** @param place and what is wrong there */
    static LabException damaged(Object file, String place) {
        return damaged(file, place, null);
    }

    static LabException damaged(Object file, String place, Throwable cause) {
        return new LabException(file + " is damaged: " + place + ". Copy it again, or let the tool write it again",
                cause);
    }

    static LabException noText(Object file) {
        return damaged(file, "it is not text in UTF-8");
    }

    /** Several runs were written into one file, so one figure may be of the first and the other of the second. */
    static LabException several(Object file, String how) {
        return new LabException(file + " holds more than one result: " + how + ". Give each result a file of its own");
    }

    /** @param number of samples, all of them transactions */
    static LabException transactions(Object file, long number) {
        return new LabException(file + " has no request: its " + number + " samples are transactions, without the "
                + "requests inside them. Turn off 'Generate parent sample', or let JMeter write XML with "
                + "-Jjmeter.save.saveservice.subresults=true");
    }

    /** @param samples that one line of the file sums up */
    static LabException sums(Object file, long line, long samples) {
        return new LabException(file + " has a sum of " + samples + " samples in line " + line + " (SampleCount), so "
                + "the single response times are lost. Let JMeter write each sample: -Jmode=StrippedBatch");
    }

    static LabException empty(Object file) {
        return new LabException(file + " has no request: there is nothing to look at");
    }
}
