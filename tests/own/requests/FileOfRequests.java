package own.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import kit.base.LabException;
import kit.plan.Request.Call;
import own.requests.LeftOut.Why;

/** Writes files of requests into a folder, and reads them. */
record FileOfRequests(Path folder) {

    Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    RequestFile read(String name, String text) throws IOException {
        return RequestFile.read(write(name, text), false, null);
    }

    /** The message, which is one line, without the folder. */
    String refused(String name, String text) throws IOException {
        Path file = write(name, text);
        String message = assertThrows(LabException.class, () -> RequestFile.read(file, false, null)).getMessage();
        assertEquals(1, message.lines().count(), message);
        return message.replace(folder + "/", "");
    }

    /** How many were left out, by the reason. */
    static Map<Why, Long> leftOut(RequestFile file) {
        return file.leftOut().stream().collect(Collectors.toMap(LeftOut::why, LeftOut::requests));
    }

    static List<String> names(RequestFile file) {
        return file.calls().stream().map(Call::toString).toList();
    }
}
