package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import kit.record.Release;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Lane;
import tests.Repository;
import tests.Script;

/** A script that is run by the address of the catalog, in a folder that has nothing of this project. */
@Tag(Lane.SCRIPTS)
class AddressTest {

    /** A lab lists its sources by way of the kit, a script of analysis/ by way of the rooms' doors. */
    @ParameterizedTest
    @ValueSource(strings = {"cpu-light", "plot"})
    void aScriptIsBuiltFromItsAddressWithAllOfItsSources(String alias, @TempDir Path elsewhere) throws Exception {
        HttpServer server = SimpleFileServer.createFileServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Repository.root(), SimpleFileServer.OutputLevel.NONE);
        server.start();
        try {
            String catalog = "http://127.0.0.1:" + server.getAddress().getPort() + "/jbang-catalog.json";
            // The same sources have the same jar, wherever they come from.
            Repository.Ran ran = Script.alone(Repository.aliases().get(alias), answer -> Repository.run(
                    Repository.jbang("--quiet", alias + "@" + catalog, "--version").directory(elsewhere.toFile())));
            assertEquals(0, ran.exit(), ran.err());
            assertEquals(Release.NAMED, ran.out().strip());
        } finally {
            server.stop(0);
        }
    }
}
