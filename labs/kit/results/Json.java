package kit.results;

import contract.WholeText;
import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Files that are one JSON object, of a size that a summary has. */
final class Json {

    private Json() {}

    static JsonNode tree(Path file) throws IOException {
        try {
            return JsonMapper.shared().readTree(WholeText.of(file));
        } catch (UnexpectedEndOfInputException e) {
            throw Foreign.cutOff(file, "its JSON does not end");
        } catch (JacksonException e) {
            throw Foreign.damaged(file, "it is no JSON (" + e.getOriginalMessage().lines().findFirst().orElse("")
                    + ")");
        }
    }

    /** A field that is a number; NaN where it is not there. */
    static double number(JsonNode node, String field) {
        return node.path(field).asDouble(Double.NaN);
    }
}
