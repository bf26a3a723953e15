package kit.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kit.machine.Jdks;
import kit.machine.Program;
import kit.record.WholeText;

/**
 * What the threads of a JVM do, virtual ones included, as {@code jcmd Thread.dump_to_file} tells it (jstack leaves
 * those out).
 *
 * @param command as a person would give it
 * @param telling the lines of the dump that tell why nothing moves; or why there is no dump
 */
public record ThreadDump(String command, List<String> telling) {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    /** A thread: {@code #736 "tomcat-handler-704" virtual}; newer JDKs add its state and the time. */
    private static final Pattern THREAD = Pattern.compile("#\\d+ \".*\"(?<virtual> virtual)?( .*)?");
    /** A virtual thread waits here only where it could not leave its carrier. */
    private static final String PINNED = "java.lang.VirtualThread.parkOnCarrierThread";
    /** The innermost frame of one that could: {@code park}, {@code parkNanos}. */
    private static final String PARKED = "java.lang.VirtualThread.park";

    private enum Place {
        PINNED("pinned to a carrier"),
        PARKED("parked, without a carrier"),
        ELSEWHERE("running or waiting for a monitor");

        private final String words;

        Place(String words) {
            this.words = words;
        }
    }

    /** One thread of the dump, innermost frame first. */
    private record Seen(String header, boolean isVirtual, List<String> frames) {

        Place place() {
            if (frames.stream().anyMatch(f -> f.contains(PINNED))) {
                return Place.PINNED;
            }
            return !frames.isEmpty() && frames.getFirst().contains(PARKED) ? Place.PARKED : Place.ELSEWHERE;
        }

        /** The first frame outside the JDK and the frameworks; -1 where there is none. */
        int own() {
            for (int i = 0; i < frames.size(); i++) {
                if (Flight.isServiceCode(frames.get(i).replaceFirst("^\\S*/", ""))) {
                    return i;
                }
            }
            return -1;
        }

        /** What a person looks for: is it pinned, in what does it wait, and where. */
        List<String> brief() {
            var lines = new ArrayList<String>();
            lines.add(header);
            frames.stream().filter(f -> f.contains(PINNED)).findFirst().ifPresent(f -> lines.add("  " + f));
            if (own() > 0 && !frames.get(own() - 1).contains(PINNED)) {
                lines.add("  " + frames.get(own() - 1));
            }
            lines.add("  " + frames.get(own()));
            return lines;
        }
    }

    /**
     * Takes a dump.
     *
     * @param pid  of the JVM
     * @param file to write, in the working folder of that JVM
     */
    public static ThreadDump take(long pid, Path file) {
        String command = "jcmd " + pid + " Thread.dump_to_file " + file.getFileName();
        try {
            jcmd(pid, file);
            return new ThreadDump(command, telling(WholeText.of(file)));
        } catch (IOException e) {
            return new ThreadDump(command, List.of("there is no dump: " + e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ThreadDump(command, List.of("there is no dump: interrupted"));
        }
    }

    private static void jcmd(long pid, Path file) throws IOException, InterruptedException {
        Path jcmd = Jdks.tool(Path.of(System.getProperty("java.home")), "jcmd");
        Program.Ran ran = Program.run(LIMIT, jcmd.toString(), String.valueOf(pid), "Thread.dump_to_file", "-overwrite",
                file.getFileName().toString());
        if (!ran.ok() || !Files.exists(file)) {
            throw new IOException("jcmd said: " + (ran.out() + ran.err()).strip().replaceAll("\\s+", " "));
        }
    }

    /** Of virtual threads that are at the same place one stands for all; those that hold carriers come first. */
    public static List<String> telling(String dump) {
        List<Seen> virtual = threads(dump).stream().filter(Seen::isVirtual).toList();
        var lines = new ArrayList<String>();
        for (Place place : Place.values()) {
            lines.addAll(groups(virtual.stream().filter(t -> t.place() == place).toList(), place.words));
        }
        return lines.isEmpty()
                ? List.of("none of its " + virtual.size() + " virtual threads is in the service's own code")
                : lines;
    }

    private static List<String> groups(List<Seen> threads, String what) {
        var byLine = new LinkedHashMap<String, List<Seen>>();
        threads.stream().filter(t -> t.own() >= 0)
                .forEach(t -> byLine.computeIfAbsent(t.frames.get(t.own()), line -> new ArrayList<>()).add(t));
        var lines = new ArrayList<String>();
        byLine.values().stream().sorted(Comparator.comparingInt(List::size)).forEach(group -> {
            lines.add(group.size() + (group.size() == 1 ? " virtual thread " + what + ":"
                    : " virtual threads " + what + ", one of them:"));
            group.getFirst().brief().forEach(line -> lines.add("  " + line));
        });
        return lines;
    }

    private static List<Seen> threads(String dump) {
        var threads = new ArrayList<Seen>();
        for (String line : dump.lines().toList()) {
            Matcher thread = THREAD.matcher(line);
            // Between the frames, newer JDKs say what is locked or waited for, with a dash in front.
            String frame = line.strip().replaceFirst("^at ", "");
            if (thread.matches()) {
                threads.add(new Seen(line, thread.group("virtual") != null, new ArrayList<>()));
            } else if (!frame.isEmpty() && !frame.startsWith("-") && !threads.isEmpty()) {
                threads.getLast().frames.add(frame);
            }
        }
        return threads;
    }
}
