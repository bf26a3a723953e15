package kit.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tests.Lane;

/** Connections of this machine, as the system tells them. */
@Tag(Lane.UNIT)
class ConnectionsTest {

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere no file tells")
    void bothEndsOfAConnectionCountWhileItIsOpen() throws Exception {
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            int port = server.getLocalPort();
            assertEquals(0, Connections.established(port), "a socket that listens is no connection");
            try (var one = new Socket(InetAddress.getLoopbackAddress(), port);
                    var first = server.accept();
                    var two = new Socket(InetAddress.getLoopbackAddress(), port);
                    var second = server.accept()) {
                assertEquals(4, Connections.established(port));
                two.close();
                second.close();
                assertEquals(2, Connections.established(port));
            }
            assertEquals(0, Connections.established(port));
        }
    }

    @Test
    void aConnectionThatStandsTwiceInTheTableCountsOnce() {
        assertEquals(2, Connections.established(Stream.of(
                "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
                "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1",
                "   7: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 2 1",
                "   8: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 3 1",
                "   9: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 3 1",
                "  10: 0100007F:C351 0100007F:1F91 01 00000000:00000000 00:00000000 00000000     0        0 4 1"),
                8080));
    }

    @Test
    void eachAddressOfThisMachineIsHere() throws Exception {
        List<InetAddress> all = NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
                .filter(Inet4Address.class::isInstance).toList();
        for (InetAddress address : all) {
            assertFalse(Connections.isElsewhere(URI.create("http://" + address.getHostAddress() + ":80")), address
                    .toString());
        }
        assertTrue(Connections.isElsewhere(URI.create("http://192.0.2.1:80")), "an address for documents");
        assertTrue(Connections.isElsewhere(URI.create("http://no.such.host.invalid")));
    }

    @Test
    void theListenerOfAnAddressGoesBeforeThatOfAll() throws Exception {
        InetAddress asked = InetAddress.getByName("127.0.0.1");
        var ofAll = new Connections.Listener(InetAddress.getByName("0.0.0.0"), 1);
        var itsOwn = new Connections.Listener(asked, 2);
        var ofAnother = new Connections.Listener(InetAddress.getByName("192.0.2.1"), 3);
        var ofAnotherUser = new Connections.Listener(asked, -1);
        assertEquals(OptionalLong.of(2), Connections.listener(List.of(asked), Stream.of(ofAnother, ofAll, itsOwn)));
        assertEquals(OptionalLong.of(1), Connections.listener(List.of(asked), Stream.of(ofAnother, ofAll)));
        assertEquals(OptionalLong.empty(), Connections.listener(List.of(asked), Stream.of(ofAnother)));
        assertEquals(OptionalLong.empty(), Connections.listener(List.of(asked), Stream.of(ofAll, ofAnotherUser)));
        try (var server = new ServerSocket(0, 5, asked)) {
            assertEquals(OptionalLong.of(ProcessHandle.current().pid()), Connections.listener(
                    URI.create("http://127.0.0.1:" + server.getLocalPort())));
        }
    }
}
