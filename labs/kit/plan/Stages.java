package kit.plan;

import kit.record.CellName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Users who become more from stage to stage: they rise evenly to the number of the next one, and when all of it are
 * there they stay for a while, without a pause between an answer and the next request. What is measured of a stage is
 * measured while they stay.
 *
 * <p>All times are whole seconds since the first users came, so that the vitals, which are told each second, belong to
 * one stage.
 *
 * @param stages in order; the users never become fewer
 */
public record Stages(List<Stage> stages) implements Load {

    /**
     * One of them.
     *
     * @param users all of them there from {@code from} to {@code to}
     * @param rise  when the first of those came who were not there before, in s
     * @param from  when it begins to count, in s
     * @param to    when it ends, in s
     */
    public record Stage(int users, int rise, int from, int to) implements Load {

        public String name() {
            return CellName.ofStage(users);
        }

        /** Whether the second that ends then counts for this stage. */
        public boolean holds(int second) {
            return from < second && second <= to;
        }

        @Override
        public String kind() {
            return "stage";
        }

        @Override
        public String shortName() {
            return name();
        }

        @Override
        public String label() {
            return Stages.inWords(users);
        }

        /** The whole of them primes. */
        @Override
        public int primed() {
            return 0;
        }

        @Override
        public Duration expected(double rps) {
            return Duration.ofSeconds(to - from);
        }

        @Override
        public double warmUp(double asked, double rps) {
            return 0;
        }
    }

    /**
     * @param rise time within which those come who are not there yet; whole seconds, at least one
     * @param hold time for which they stay then; whole seconds, at least one
     * @throws IllegalArgumentException where the numbers of users do not rise
     */
    public static Stages of(Duration rise, Duration hold, List<Integer> users) {
        var stages = new ArrayList<Stage>();
        int now = 0;
        int before = 0;
        for (int number : users) {
            if (number <= before) {
                throw new IllegalArgumentException("users must become more from stage to stage, not " + users);
            }
            int from = now + Math.max(1, (int) rise.toSeconds());
            int to = from + Math.max(1, (int) hold.toSeconds());
            stages.add(new Stage(number, now, from, to));
            now = to;
            before = number;
        }
        return new Stages(List.copyOf(stages));
    }

    /** One stage whose users are all there when it begins, as an engine starts them. @param hold whole seconds */
    public static Stages atOnce(int users, Duration hold) {
        return new Stages(List.of(new Stage(users, 0, 0, Math.max(1, (int) hold.toSeconds()))));
    }

    /** When user i (from 0) comes, in s since the first. */
    public double arrival(int user) {
        int before = 0;
        for (Stage stage : stages) {
            if (user < stage.users) {
                return stage.rise + (double) (stage.from - stage.rise) * (user - before) / (stage.users - before);
            }
            before = stage.users;
        }
        throw new IllegalArgumentException("there are " + before + " users, not " + user);
    }

    /** How many users there are at the end of a second. */
    public int usersAt(int second) {
        int before = 0;
        for (Stage stage : stages) {
            if (second < stage.from) {
                return before + (int) Math.ceil(
                        (double) (stage.users - before) * Math.max(0, second - stage.rise) / (stage.from - stage.rise));
            }
            before = stage.users;
        }
        return before;
    }

    /** The name of the stage for which the second counts that ends then; null while users rise. */
    public String nameAt(int second) {
        return stages.stream().filter(stage -> stage.holds(second)).map(Stage::name).findFirst().orElse(null);
    }

    @Override
    public String kind() {
        return "stages";
    }

    @Override
    public String shortName() {
        return "stages";
    }

    @Override
    public String label() {
        return stages.stream().limit(stages.size() - 1).map(stage -> stage.users + " → ").collect(Collectors.joining())
                + Stages.inWords(users());
    }

    /** As in {@code 400 users}. */
    public static String inWords(int users) {
        return users + (users == 1 ? " user" : " users");
    }

    @Override
    public int users() {
        return stages.getLast().users;
    }

    @Override
    public int primed() {
        return Math.min(stages.getFirst().users, PRIMING);
    }

    @Override
    public Duration expected(double rps) {
        return Duration.ofSeconds(stages.getLast().to);
    }

    /** By all users of the last one: a service that answers so many is soon warm. */
    @Override
    public double warmUp(double asked, double rps) {
        return asked;
    }
}
