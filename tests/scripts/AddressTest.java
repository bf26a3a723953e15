package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import contract.Release;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/** A lab that is run by the address of the catalog, in a folder that has nothing of this project. */
@Tag(Lane.SCRIPTS)
class AddressTest {

    @Test
    void aLabIsBuiltFromItsAddressWithAllOfItsSources(@TempDir Path elsewhere) throws Exception {
        HttpServer server = SimpleFileServer.createFileServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Repository.root(), SimpleFileServer.OutputLevel.NONE);
        server.start();
        try {
            String catalog = "http://127.0.0.1:" + server.getAddress().getPort() + "/jbang-catalog.json";
            Repository.Ran ran = Repository.run(Repository.jbang("--quiet", "cpu-light@" + catalog, "--version").directory(elsewhere.toFile()));
            assertEquals(0, ran.exit(), ran.err());
            assertEquals(Release.NAMED, ran.out().strip());
        } finally {
            server.stop(0);
        }
    }
}
