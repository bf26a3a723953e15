package own.generator;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kit.plan.Request;
import kit.plan.Request.Call;

/**
 * A load generator that a command of the user starts. Its result is the file at {@code {out}} where there is
 * one, else what it prints.
 */
final class Typed implements Recipe {

    private final List<String> words;

    /** @param words of the command, one or more */
    Typed(List<String> words) {
        this.words = List.copyOf(words);
    }

    @Override
    public String name() {
        return Path.of(words.getFirst()).getFileName().toString();
    }

    @Override
    public List<String> words(boolean isRated) {
        return words;
    }

    @Override
    public String command() {
        return String.join(" ", words);
    }

    /** Nothing is known of it. */
    @Override
    public List<String> versionCommand() {
        return List.of();
    }

    /** It is the same: the user decides what the command does. */
    @Override
    public String rated() {
        return words.stream().anyMatch(word -> word.contains("{rate}")) ? command() : null;
    }

    /** An address tells of one GET, and of no headers. A command with {base} sends what it likes. */
    @Override
    public String refuses(Request request) {
        List<Call> calls = request.calls().stream().distinct().toList();
        boolean isOneGet = calls.size() == 1 && calls.getFirst().method().equals("GET")
                && calls.getFirst().headers().isEmpty() && calls.getFirst().body() == null;
        return !isOneGet && words.stream().anyMatch(word -> word.contains("{url}"))
                ? "a command with {url} sends one GET without headers, and these are other requests: take --generator "
                        + "k6, or a script of yours with {base}"
                : null;
    }

    @Override
    public String install() {
        return null;
    }

    @Override
    public String differs() {
        return null;
    }

    @Override
    public Path result(Path out, Path log) {
        return Files.exists(out) ? out : log;
    }
}
