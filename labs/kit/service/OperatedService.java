package kit.service;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.base.Secrets;
import kit.machine.Connections;

/**
 * A service that two commands of a person start and stop, on this machine or another one: {@code ssh}, {@code kubectl},
 * a script. Where it listens is known before.
 *
 * @param address    where it listens, without a path
 * @param management where it tells of itself
 * @param startCommand starts it; it may end before the service is ready, or when the service ends
 * @param stopCommand stops it. It is run after each start, even where this JVM is killed
 * @param variant    for {@value #VARIANT} in both commands
 * @param arguments  for {@value ForeignService#ARGUMENTS}
 * @param ready      what is requested until it answers, and how. It has the same time to be gone
 * @param around     what the commands find around them
 */
public record OperatedService(URI address, Management management, List<String> startCommand, List<String> stopCommand,
        String variant, List<String> arguments, Ready ready, ForeignService.Around around) implements Service {

    /** The name of the variant is put in its place. */
    public static final String VARIANT = "{variant}";

    private static final int PAUSE_MS = 50;

    /** As a variant. @param told arguments of the variant */
    public OperatedService as(String name, List<String> told) {
        return new OperatedService(address, management, startCommand, stopCommand, name, told, ready, around);
    }

    @Override
    public boolean isElsewhere() {
        return Connections.isElsewhere(address);
    }

    /** Whether the start command has a place for arguments. */
    public boolean takesArguments() {
        return startCommand.stream().anyMatch(word -> word.contains(ForeignService.ARGUMENTS));
    }

    /**
     * Starts it in a cell, with a flight recording where its process is known. Of a cell before it that was killed the
     * stop command may be at work still.
     */
    @Override
    public RunningService start() throws IOException, InterruptedException {
        awaitGone();
        return start(Redirect.INHERIT, true);
    }

    /** Starts it for a look, without a recording. @param log where the output of both commands goes */
    public RunningService start(Path log) throws IOException, InterruptedException {
        return start(Redirect.appendTo(log.toFile()), false);
    }

    private RunningService start(Redirect output, boolean recorded) throws IOException, InterruptedException {
        if (Connections.isListening(address)) {
            throw new LabException("something listens at " + address + " already, so what is measured might not be "
                    + "what --start starts: end it first, as by your --stop command");
        }
        var operation = new Operation(output);
        try {
            ready.await(address, operation::throwWhereFailed);
            AddressedService now = AddressedService.at(address, management);
            return recorded ? now.start(operation::end) : now.unrecorded(operation::end);
        } catch (IOException | InterruptedException | RuntimeException e) {
            try {
                operation.end();
            } catch (IllegalStateException further) {
                e.addSuppressed(further);
            }
            throw e;
        }
    }

    /** Waits until nothing listens; false where something still does when the time is over. */
    private boolean awaitGone() throws InterruptedException {
        long until = System.nanoTime() + ready.within().toNanos();
        while (Connections.isListening(address)) {
            if (System.nanoTime() > until) {
                return false;
            }
            Thread.sleep(PAUSE_MS);
        }
        return true;
    }

    /** A command with this variant's name and arguments in it; a word that is only their place becomes a word each. */
    private List<String> filled(List<String> command) {
        return command.stream().flatMap(word -> word.equals(ForeignService.ARGUMENTS) ? arguments.stream()
                : Stream.of(word.replace(ForeignService.ARGUMENTS, String.join(" ", arguments))))
                .map(word -> word.replace(VARIANT, variant)).toList();
    }

    /** Both commands of one start. */
    private final class Operation {
        private final StopCommand stopping;
        private final ForeignProcess starting;

        /** The way to stop it is there first: this JVM may be killed at any moment. */
        Operation(Redirect output) throws IOException {
            stopping = new StopCommand(filled(stopCommand), around, output, ready.within());
            starting = new ForeignProcess(filled(startCommand), around, output);
        }

        void throwWhereFailed(String when) {
            starting.exit().filter(code -> code != 0).ifPresent(code -> ForeignProcess.throwEnded("--start", code,
                    when));
        }

        /** @throws IllegalStateException where the service is not gone */
        void end() {
            try {
                stopping.close();
            } finally {
                starting.close();
            }
            try {
                if (!awaitGone()) {
                    throw new IllegalStateException("something listens at " + address + " " + ready.within()
                            .toSeconds() + " s after --stop: it must end what --start started");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Without passwords. */
    @Override
    public String toString() {
        return Secrets.masked(startCommand);
    }
}
