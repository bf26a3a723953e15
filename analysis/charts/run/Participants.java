package charts.run;

import charts.text.Messages;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Whose runs they are. Of several runs of one lab the newest complete one counts. */
public final class Participants {
    private static final String DATA = "data"; // what the labs call it on every machine

    /**
     * A participant in the room.
     *
     * @param runs one for each lab that they ran, by the lab's name
     */
    public record Participant(String name, Map<String, RoomRun> runs) {
        /** What their newest run says of the machine. */
        public Map<String, String> machine() {
            return runs.values().stream().max(Comparator.comparing(RoomRun::started)).orElseThrow().machine();
        }
    }

    private final List<Participant> all;
    private final int older;

    private Participants(List<Participant> all, int older) {
        this.all = all;
        this.older = older;
    }

    /**
     * Finds the runs and their owners.
     *
     * @param anonymous whether names are numbers, in an order that tells nothing
     * @throws BadInput if there is no run
     */
    public static Participants find(List<Path> folders, boolean anonymous, Messages messages) {
        Map<List<String>, List<RoomRun>> homes = RoomFolders.runs(folders, messages).stream()
                .collect(Collectors.groupingBy(RoomRun::home, LinkedHashMap::new, Collectors.toList()));
        Map<List<String>, String> names = names(homes.keySet());
        List<Participant> all = new ArrayList<>();
        int older = 0;
        for (Map.Entry<List<String>, List<RoomRun>> home : homes.entrySet()) {
            Map<String, RoomRun> best = new LinkedHashMap<>();
            home.getValue().stream().sorted(RoomRun.BEST_FIRST).forEach(run -> best.putIfAbsent(run.lab(), run));
            older += home.getValue().size() - best.size();
            List<String> machines = home.getValue().stream().map(run -> run.machine().getOrDefault("CPU", "") + ", "
                    + run.machine().getOrDefault("CPUs", "") + " CPUs").distinct().toList();
            if (machines.size() > 1) {
                messages.say(names.get(home.getKey()) + " holds runs of several machines ("
                        + String.join("; ", machines)
                        + ") and is taken for one participant. Are they several people? Then give each a folder of "
                        + "their own");
            }
            all.add(new Participant(names.get(home.getKey()), best));
        }
        all.sort(Comparator.comparing(participant -> countedUp(participant.name)));
        return new Participants(anonymous ? numbered(all) : List.copyOf(all), older);
    }

    private static List<Participant> numbered(List<Participant> named) {
        List<Participant> shuffled = new ArrayList<>(named);
        Collections.shuffle(shuffled, new SecureRandom()); // the order of the names must not tell the numbers
        List<Participant> numbered = new ArrayList<>();
        shuffled.forEach(
                participant -> numbered.add(new Participant("participant " + (numbered.size() + 1), participant.runs)));
        return List.copyOf(numbered);
    }

    /** So that laptop-2 comes before laptop-10. */
    private static String countedUp(String name) {
        return Pattern.compile("\\d{1,9}").matcher(name)
                .replaceAll(digits -> "%09d".formatted(Integer.parseInt(digits.group())));
    }

    /** The part by which the paths differ, as little of it as tells them apart. */
    private static Map<List<String>, String> names(Collection<List<String>> homes) {
        List<List<String>> all = List.copyOf(homes);
        int common = 0;
        while (all.size() > 1 && sameAt(all, common)) {
            common++;
        }
        int from = common;
        List<Function<List<String>, String>> ways = List.of(
                home -> home.size() > from ? home.get(from) : "",
                home -> String.join("/", withoutData(home.subList(from, home.size()))),
                home -> String.join("/", home.subList(from, home.size())));
        for (Function<List<String>, String> way : all.size() > 1 ? ways : List.<Function<List<String>, String>>of()) {
            List<String> names = all.stream().map(way).toList();
            if (names.stream().noneMatch(String::isEmpty) && new HashSet<>(names).size() == names.size()) {
                return all.stream().collect(Collectors.toMap(home -> home, way));
            }
        }
        // One lies within another, or there is only one: then the last part, or all of it, is a name too.
        List<String> lasts = all.stream().map(home -> withoutData(home).getLast()).toList();
        boolean tells = new HashSet<>(lasts).size() == lasts.size();
        return all.stream().collect(
                Collectors.toMap(home -> home, home -> tells ? withoutData(home).getLast() : String.join("/", home)));
    }

    private static boolean sameAt(List<List<String>> homes, int part) {
        return homes.stream().allMatch(home -> home.size() > part && home.get(part).equals(homes.getFirst().get(part)));
    }

    private static List<String> withoutData(List<String> home) {
        return home.size() > 1 && home.getLast().equals(DATA) ? home.subList(0, home.size() - 1)
                : home.isEmpty() ? List.of(DATA) : home;
    }

    public List<Participant> all() {
        return all;
    }

    /** How many runs do not count, since the same participant has a newer one of the same lab. */
    public int older() {
        return older;
    }

    /** The labs in the order of the workshop, which their titles begin with; then those without a number. */
    public List<RoomLab> labs() {
        return all.stream().flatMap(participant -> participant.runs.keySet().stream()).distinct()
                .map(lab -> RoomLab.of(lab, all))
                .sorted(Comparator.comparingInt(RoomLab::number).thenComparing(RoomLab::lab)).toList();
    }
}
