package kit.measure;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import kit.machine.ChildJvm;
import kit.machine.Jdks;
import kit.plan.Variant;

/**
 * The JVM of a variant: started with the flags of the variant and nothing from the environment, and known by a token
 * that it alone is told.
 *
 * @param token which it reads from its standard input and sends back first
 */
public record VariantJvm(Process process, byte[] token) {

    /** For the load generator's own scheduler. An archive of classes is of use only to a JVM with the same ones. */
    public static final List<String> MODULES = List.of("--add-opens=java.base/java.lang=ALL-UNNAMED");
    /** For a process that connects to say by the token that it is this one. */
    private static final int TOKEN_MS = 2_000;
    /**
     * Options from the environment would make another variant of every one; a JVM, Spring Boot and Node.js look for
     * them.
     */
    private static final Pattern OPTIONS = Pattern.compile(
            "(JDK_)?JAVA_(TOOL_)?OPTIONS|_JAVA_OPTIONS|(?i:(spring|server|logging|management|node)[_.].*|debug|trace)");

    /**
     * A property of the lab's JVM with a further flag of all JVMs of variants: for tests, which need no C2 where
     * requests wait.
     */
    public static final String FURTHER_FLAG = "kit.variant.flag";

    /** Length of the token, in bytes: its main class reads so many from its standard input. */
    public static final int TOKEN_BYTES = 32;

    /**
     * Starts one.
     *
     * @param main      its main class, which connects to the port that is its only argument
     * @param java      home of the JDK to run it on
     * @param listener  to which it is to connect
     * @param log       where its output goes
     * @param temporary folder for its temporary files, which is made here
     */
    public static VariantJvm start(Variant variant, Class<?> main, Path java, ServerSocket listener, Path log,
            Path temporary) throws IOException {
        var flags = new ArrayList<String>();
        // Tomcat's working folder and the recorder's.
        flags.add("-Djava.io.tmpdir=" + Files.createDirectories(temporary));
        flags.addAll(MODULES);
        // A service without memory fails in ways that tell nothing; its client, in the same JVM, would too.
        flags.add("-XX:+ExitOnOutOfMemoryError");
        flags.addAll(variant.flags());
        Optional.ofNullable(System.getProperty(FURTHER_FLAG)).ifPresent(flags::add);
        if (!variant.service().isInThisJvm()) {
            // It has the load generator alone, which is compiled as the lab is.
            flags.addAll(Jdks.compilerFlags());
        }
        var jvm = new ChildJvm(java, flags, main, List.of(String.valueOf(listener.getLocalPort())));
        byte[] token = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(token);
        // It starts in the folder of its log: an application.properties in this one would change every variant, too.
        Process process = jvm.start(log, OPTIONS.asMatchPredicate());
        try (var input = process.getOutputStream()) {
            input.write(token);
        } catch (IOException e) {
            // It has ended already, which shows when it does not connect.
        }
        return new VariantJvm(process, token);
    }

    /**
     * Its connection. Another process may connect: it does not know the token, and is told nothing.
     *
     * @throws IOException where it does not connect in time, or has ended
     */
    public Socket accept(ServerSocket listener, Duration contact) throws IOException {
        listener.setSoTimeout(200);
        long limit = System.nanoTime() + contact.toNanos();
        while (true) {
            try {
                Socket socket = listener.accept();
                if (brings(socket)) {
                    socket.setTcpNoDelay(true);
                    return socket;
                }
                socket.close();
            } catch (SocketTimeoutException e) {
                if (!process.isAlive()) {
                    throw new IOException("it ended with exit code " + process.exitValue() + " before it began");
                }
            }
            if (System.nanoTime() > limit) {
                throw new IOException("it did not begin within " + contact.toSeconds() + " s");
            }
        }
    }

    private boolean brings(Socket socket) throws IOException {
        socket.setSoTimeout(TOKEN_MS);
        try {
            return MessageDigest.isEqual(token, socket.getInputStream().readNBytes(token.length));
        } catch (SocketTimeoutException | SocketException e) {
            return false;
        } finally {
            socket.setSoTimeout(0);
        }
    }
}
