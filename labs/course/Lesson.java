package course;

import kit.record.Misspelt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import kit.base.LabException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A lab as a lesson of the workshop: a script directly under labs/ that has an alias. The aliases' order is the
 * workshop's.
 *
 * @param number from 1
 * @param script as the catalog names it, from the checkout's root
 * @param about  what the catalog says of it
 */
record Lesson(int number, String name, String script, String about) {

    private static final String CATALOG = "jbang-catalog.json";
    /** What the catalog says of a lab begins with its number. */
    private static final Pattern NUMBERED = Pattern.compile("\\d+\\s+(.*)");

    /** The checkout that the working folder is in. */
    static Path checkout() {
        Path here = Path.of("").toAbsolutePath();
        for (Path folder = here; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(CATALOG)) && Files.isDirectory(folder.resolve("labs"))) {
                return folder;
            }
        }
        throw new LabException(
                "there are no labs in " + here + " or above it: change to the project's folder (with " + CATALOG
                        + ") and try again");
    }

    static List<Lesson> all(Path root) {
        var lessons = new ArrayList<Lesson>();
        for (Map.Entry<String, JsonNode> alias : aliases(root)) {
            Matcher numbered = NUMBERED.matcher(about(alias));
            if (numbered.matches()) {
                lessons.add(new Lesson(lessons.size() + 1, alias.getKey(), script(alias), numbered.group(1)));
            }
        }
        if (lessons.isEmpty()) {
            throw new LabException(root.resolve(CATALOG)
                    + " names no lab: bring the project's own file back (git checkout " + CATALOG + ")");
        }
        return List.copyOf(lessons);
    }

    /** Every other script with an alias. */
    static List<String> tools(Path root) {
        return aliases(root).stream().filter(alias -> !NUMBERED.matcher(about(alias)).matches()).map(Lesson::script)
                .toList();
    }

    private static String about(Map.Entry<String, JsonNode> alias) {
        return alias.getValue().path("description").asString("");
    }

    private static String script(Map.Entry<String, JsonNode> alias) {
        return alias.getValue().path("script-ref").asString("");
    }

    private static List<Map.Entry<String, JsonNode>> aliases(Path root) {
        Path catalog = root.resolve(CATALOG);
        try {
            return List.copyOf(JsonMapper.shared().readTree(Files.readString(catalog)).path("aliases").properties());
        } catch (IOException | JacksonException e) {
            throw new LabException("cannot read " + catalog + " (" + e.getMessage().lines().findFirst().orElse("")
                    + "): bring the project's "
                    + "own file back (git checkout " + CATALOG + ")", e);
        }
    }

    /** The one of this number or name. */
    static Lesson named(String asked, List<Lesson> all) {
        return all.stream().filter(l -> l.name.equals(asked) || String.valueOf(l.number).equals(asked)).findFirst()
                .orElseThrow(() -> new LabException("there is no lesson '" + asked + "'"
                        + Misspelt.hint(asked, all.stream().map(Lesson::name).toList()) + ": take one of "
                        + all.stream().map(Lesson::title).collect(Collectors.joining(", "))));
    }

    String title() {
        return number + " " + name;
    }
}
