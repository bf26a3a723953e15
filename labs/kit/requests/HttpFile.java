package kit.requests;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kit.base.LabException;
import kit.base.Secrets;
import kit.plan.Request.Call;

/**
 * The format of the IDEs' HTTP clients: requests, separated by lines that begin with {@code ###}. Each has a line with
 * method and address, headers, an empty line, and a body. {@code # @weight 3} sends a request three times as often as
 * others. Scripts that look at an answer are left out.
 */
final class HttpFile {

    private static final Pattern DEFINITION = Pattern.compile("@([\\w.-]+)\\s*=\\s*(.*)");
    private static final Pattern COMMENT = Pattern.compile("(?:#|//).*");
    private static final Pattern WEIGHT = Pattern.compile("(?:#|//)\\s*@weight\\b[\\s=]*(.*)");
    private static final Pattern REQUEST = Pattern.compile("(?:(\\S+)\\s+)?(\\S+?)(?:\\s+HTTP/[\\d.]+)?");
    private static final Pattern HEADER = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+)\\s*:\\s*(.*)");
    /** What begins a request, and seldom a line of a body. */
    private static final Pattern NEXT = Pattern
            .compile("(?:" + String.join("|", Listed.METHODS) + ")\\s+(?:/|https?:|\\{\\{).*");
    /** A part of the query on a line of its own. */
    private static final Pattern CONTINUED = Pattern.compile("\\s+\\S.*");

    private final Path file;
    private final String[] lines;
    private final Variables variables = new Variables();
    private final List<Listed> listed = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private int at;

    private HttpFile(Path file, String text) {
        this.file = file;
        this.lines = text.split("\\R", -1);
    }

    static RequestFile.Content read(Path file, String text) {
        var parsed = new HttpFile(file, text);
        while (parsed.at < parsed.lines.length) {
            parsed.request();
        }
        return new RequestFile.Content(parsed.listed, parsed.leftOut);
    }

    private String where() {
        return file + ":" + (at + 1);
    }

    private boolean isSeparator() {
        return at >= lines.length || lines[at].startsWith("###");
    }

    /** From behind one separator to behind the next. */
    private void request() {
        int weight = 1;
        while (!isSeparator() && isBeforeTheRequest(lines[at])) {
            Matcher definition = DEFINITION.matcher(lines[at].strip());
            Matcher weighted = WEIGHT.matcher(lines[at].strip());
            if (definition.matches()) {
                variables.define(definition.group(1), definition.group(2).strip());
            } else if (weighted.matches()) {
                weight = weight(weighted.group(1).strip());
            }
            at++;
        }
        if (!isSeparator()) {
            listed.add(new Listed(call(), weight));
        }
        at++;
    }

    private static boolean isBeforeTheRequest(String line) {
        String words = line.strip();
        return words.isEmpty() || COMMENT.matcher(words).matches() || DEFINITION.matcher(words).matches();
    }

    private int weight(String word) {
        if (!word.matches("[1-9]\\d{0,5}")) {
            throw new LabException(where() + ": @weight '" + word + "' must be a whole number greater than 0");
        }
        return Integer.parseInt(word);
    }

    private Call call() {
        String start = where();
        refuseScript(lines[at]);
        var address = new StringBuilder(lines[at].strip());
        while (++at < lines.length && CONTINUED.matcher(lines[at]).matches() && !isSeparator()) {
            address.append(lines[at].strip());
        }
        Matcher request = REQUEST.matcher(address);
        if (!request.matches()) {
            throw new LabException(
                    start + ": '" + Secrets.masked(address.toString())
                            + "' is no request; write it as GET /api/orders/42");
        }
        String method = request.group(1) == null ? "GET" : Listed.method(request.group(1), start);
        String path = RequestFile.path(variables.address(request.group(2), start), start);
        return new Call(method, path, headers(), body(Call.SAFE.contains(method)));
    }

    private LinkedHashMap<String, String> headers() {
        var headers = new LinkedHashMap<String, String>();
        for (; !isSeparator() && !lines[at].isBlank(); at++) {
            if (COMMENT.matcher(lines[at].strip()).matches()) {
                continue;
            }
            Matcher header = HEADER.matcher(lines[at].strip());
            if (!header.matches()) {
                refuseNext();
                throw new LabException(where() + ": '" + firstWord() + "' begins no header; write it as Accept: "
                        + "application/json, and an empty line before a body");
            }
            Listed.header(headers, header.group(1), variables.in(header.group(2), where()));
        }
        return headers;
    }

    /** What follows it may be a password. */
    private String firstWord() {
        return Secrets.masked(lines[at].strip().split("\\s", 2)[0]);
    }

    /**
     * Null for none. What begins with {@code >} or {@code <>} is about the answer.
     *
     * @param isUnusual whether the request should have none: then a line like a request is the next one
     */
    private String body(boolean isUnusual) {
        var body = new ArrayList<String>();
        boolean ofTheAnswer = false;
        for (; !isSeparator(); at++) {
            String line = lines[at];
            ofTheAnswer |= line.startsWith("> ") || line.startsWith(">>") || line.startsWith("<> ");
            if (!ofTheAnswer) {
                refuseScript(line);
                if (isUnusual) {
                    refuseNext();
                }
                body.add(line.startsWith("< ") ? included(line.substring(2).strip()) : variables.in(line, where()));
            }
        }
        String all = String.join("\n", body).strip();
        return all.isEmpty() ? null : all;
    }

    private void refuseNext() {
        String line = lines[at].strip();
        if (NEXT.matcher(line).matches()) {
            throw new LabException(where() + ": '" + Secrets.masked(line)
                    + "' begins another request: put a line with ### before it");
        }
    }

    private void refuseScript(String line) {
        if (line.startsWith("< {%")) {
            throw new LabException(where() + ": a script that runs before the request is not supported: define its "
                    + "values by @name = value");
        }
    }

    private String included(String name) {
        Path folder = file.toAbsolutePath().getParent();
        try {
            return RequestFile.text(folder.resolve(name));
        } catch (LabException | InvalidPathException e) {
            throw new LabException(where() + ": " + e.getMessage(), e);
        }
    }
}
