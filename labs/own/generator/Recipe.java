package own.generator;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import kit.machine.Program;
import kit.plan.Request;

/**
 * How an external load generator is run: its command, the script that it needs, written from the requests, and what it
 * leaves behind.
 *
 * <p>In the words of a command stand {@code {url}} (address and path of the first request), {@code {base}} (the address
 * alone), {@code {users}}, {@code {rate}} (requests/s), {@code {duration}} (s), {@code {requests}} (more than fit in
 * the duration), {@code {out}} (where a result goes: a path without an ending), {@code {folder}} (that of the script),
 * {@code {threads}} (for one with few threads, each of which has many users) and {@code {port}} (a free one).
 */
interface Recipe {

    /** Its name. */
    String name();

    /** The command, as one would type it, for constant users. */
    String command();

    /** The command for a constant rate; null where it has none. */
    default String rated() {
        return null;
    }

    /** The words of one of the two. */
    default List<String> words(boolean isRated) {
        return List.of((isRated ? rated() : command()).split(" "));
    }

    /** Further words of the command that these requests need; they stand before the last one. */
    default List<String> options(Request request) {
        return List.of();
    }

    /** Why it cannot send these requests, and what can; null where it can. */
    default String refuses(Request request) {
        return null;
    }

    /** Its script, and what else it reads, by the names of files; empty where it needs none. */
    default Map<String, String> files(Request request) {
        return Map.of();
    }

    /** Further environment variables. */
    default Map<String, String> environment() {
        return Map.of();
    }

    /** The program that the command starts: on the PATH, or with its folder. */
    default String program() {
        return words(false).getFirst();
    }

    /** Whether its connections begin on another machine, which this one's system does not tell of. */
    default boolean isElsewhere() {
        return false;
    }

    /** Time for it to send its first request. */
    default Duration start() {
        return Duration.ofSeconds(30);
    }

    /** The shortest time for which it can be run and has a result on a busy machine, too. */
    default Duration shortest() {
        return Duration.ofSeconds(1);
    }

    /** Time for it to end by itself where it is to be stopped. */
    default Duration patience() {
        return Duration.ZERO;
    }

    /** Whether it is on this machine. */
    default boolean isThere() {
        return Program.isOnPath(program()) || Files.isExecutable(Path.of(program())) && program().contains("/");
    }

    /** The command that makes it tell its version. */
    default List<String> versionCommand() {
        return List.of(program(), "--version");
    }

    /** The command that installs it; null where that is not known. */
    String install();

    /**
     * What it counts in another way than the load generator of this project: a phrase, such as {@code requests that are
     * under way at the end are not counted}; null where that is not known.
     */
    String differs();

    /**
     * The file that has its result.
     *
     * @param out as in the command
     * @param log what it printed
     */
    Path result(Path out, Path log);
}
