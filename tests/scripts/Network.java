package scripts;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tests.Repository;

/** Takes the network away from a command. */
final class Network {

    static final String WHY_NOT = "this machine does not let a process have a network of its own (unshare -rn)";

    private static Boolean canBeLeft;

    private Network() {}

    static synchronized boolean canBeLeft() throws InterruptedException {
        if (canBeLeft == null) {
            try {
                canBeLeft = Repository.run(new ProcessBuilder("unshare", "-rn", "sh", "-c", "ip link set lo up"))
                        .exit() == 0;
            } catch (IOException e) {
                canBeLeft = false;
            }
        }
        return canBeLeft;
    }

    /**
     * The command in a network of its own, in which there is nothing but this machine; the command itself where that
     * cannot be had.
     */
    static ProcessBuilder without(ProcessBuilder command) throws InterruptedException {
        if (!canBeLeft()) {
            return command;
        }
        var words = new ArrayList<>(List.of("unshare", "-rn", "sh", "-c", "ip link set lo up && exec \"$@\"", "sh"));
        words.addAll(command.command());
        var without = new ProcessBuilder(words).directory(command.directory());
        without.environment().clear();
        without.environment().putAll(command.environment());
        return without;
    }
}
