package kit.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import oshi.SystemInfo;
import oshi.software.os.InternetProtocolStats.IPConnection;
import oshi.software.os.InternetProtocolStats.TcpState;

/** TCP connections of processes of this machine, as far as the operating system tells them. */
public final class Connections {

    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
    private static final String ESTABLISHED = "01";
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final int LOOK_MS = 1_000;

    private Connections() {}

    /**
     * Connections of which one end has this port; one between two processes of this machine counts twice. -1 where the
     * system does not tell it in a file (Linux does). A look takes a millisecond or so.
     */
    public static int established(int port) {
        int count = 0;
        for (Path table : TABLES) {
            try (Stream<String> lines = Files.lines(table)) {
                count += established(lines, port);
            } catch (IOException | UncheckedIOException e) {
                return -1;
            }
        }
        return count;
    }

    /**
     * Of a table. Linux writes it in parts: where other connections come and go between two parts, one may
     * stand in both, with another number in front.
     */
    static int established(Stream<String> lines, int port) {
        String end = ":%04X".formatted(port);
        return (int) lines.map(line -> line.strip().split(" +")).filter(fields -> fields.length > STATE
                && fields[STATE].equals(ESTABLISHED)
                && (fields[LOCAL].endsWith(end) || fields[REMOTE].endsWith(end)))
                .map(fields -> fields[LOCAL] + " " + fields[REMOTE]).distinct().count();
    }

    private static Stream<IPConnection> all() {
        return new SystemInfo().getOperatingSystem().getInternetProtocolStats().getConnections().stream()
                .filter(one -> one.getType().startsWith("tcp"));
    }

    /** The port of an address, or that of its scheme. */
    public static int port(URI address) {
        return address.getPort() >= 0 ? address.getPort() : address.getScheme().equals("https") ? HTTPS : HTTP;
    }

    /** As much as a connection tells: where a firewall drops what is sent, nothing listens. */
    public static boolean isListening(URI address) {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.getHost(), port(address)), LOOK_MS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether that is another machine. A host that is not known counts as one. */
    public static boolean isElsewhere(URI address) {
        try {
            return !isHere(InetAddress.getByName(address.getHost()));
        } catch (UnknownHostException e) {
            return true;
        }
    }

    /** The process that listens at that address; empty where there is none, or it belongs to another user. */
    public static OptionalLong listener(URI address) {
        try {
            return listener(List.of(InetAddress.getAllByName(address.getHost())), all()
                    .filter(one -> one.getState() == TcpState.LISTEN && one.getLocalPort() == port(address))
                    .map(one -> new Listener(address(one.getLocalAddress()), one.getowningProcessId())));
        } catch (UnknownHostException e) {
            return OptionalLong.empty();
        }
    }

    /** A process that listens on a port. @param pid not positive where it belongs to another user */
    record Listener(InetAddress address, long pid) {}

    /** Beside a process that listens on all addresses of a machine, another one may have a single one of them. */
    static OptionalLong listener(List<InetAddress> addresses, Stream<Listener> all) {
        return all.filter(one -> addresses.contains(one.address) || one.address.isAnyLocalAddress())
                .sorted(Comparator.comparing(one -> !addresses.contains(one.address))).limit(1)
                .mapToLong(Listener::pid).filter(pid -> pid > 0).findFirst();
    }

    /** Where these processes are connected to on other machines, as {@code 10.1.2.3:5432}, sorted. */
    public static List<String> elsewhere(Stream<ProcessHandle> processes) {
        Set<Long> pids = processes.map(ProcessHandle::pid).collect(Collectors.toSet());
        return all().filter(one -> one.getState() == TcpState.ESTABLISHED && pids.contains((long) one
                .getowningProcessId())).filter(one -> !isHere(address(one.getForeignAddress())))
                .map(one -> address(one.getForeignAddress()).getHostAddress() + ":" + one.getForeignPort()).distinct()
                .sorted().toList();
    }

    private static boolean isHere(InetAddress address) {
        try {
            return address.isLoopbackAddress() || address.isAnyLocalAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + bytes.length + " bytes", e);
        }
    }
}
