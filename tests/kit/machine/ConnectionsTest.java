package kit.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
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
}
