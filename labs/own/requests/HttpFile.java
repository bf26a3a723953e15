package own.requests;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kit.base.Secrets;
import kit.plan.Request.Call;
import own.requests.LeftOut.Why;

/**
 * The format of the IDEs' HTTP clients: requests, separated by lines that begin with {@code ###}. Each has a line with
 * method and address, headers, an empty line, and a body. {@code # @weight 3} sends a request three times as often as
 * others. Scripts that look at an answer are left out.
 */
final class HttpFile {

    private static final Pattern DEFINITION = Pattern.compile("@([\\w.-]+)\\s*=\\s*(.*)");
    private static final Pattern COMMENT = Pattern.compile("(?:#|//).*");
    private static final Pattern WEIGHT = Pattern.compile("(?:#|//)\\s*@weight\\b[\\s=]*(.*)");
    private static final Pattern METHOD = Pattern.compile("([A-Za-z][\\w-]*)\\s+(\\S.*)");
    private static final Pattern VERSION = Pattern.compile("\\s+HTTP/[\\d.]+(?:\\s+\\(.*\\))?$");
    private static final Pattern HEADER = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+)\\s*:\\s*(.*)");
    /** What begins a request, and seldom a line of a body. */
    private static final Pattern NEXT = Pattern
            .compile("(?:" + String.join("|", Listed.METHODS) + ")\\s+(?:/|https?:|\\{\\{).*");
    /** A part of the query on a line of its own. */
    private static final Pattern CONTINUED = Pattern.compile("\\s+\\S.*|[?&].*");
    /** In a script between these lines, or in a file. */
    private static final Pattern SCRIPT = Pattern.compile("<\\s*\\{%.*|<\\s+\\S.*|\\{\\{");
    private static final Pattern SCRIPT_ENDS = Pattern.compile(".*%}|}}");
    private static final Pattern OF_THE_ANSWER = Pattern.compile(">\\s.*|>>.*|<>\\s.*|\\?\\?\\s.*");
    /** With {@code @} and perhaps an encoding, its variables are replaced. */
    private static final Pattern INCLUDED = Pattern.compile("<(@\\S*)?\\s+(\\S.*)");
    private static final String WITHOUT_BODY = "GET|HEAD|OPTIONS";

    private final Path file;
    private final String[] lines;
    private int at;

    private HttpFile(Path file, String[] lines, int at) {
        this.file = file;
        this.lines = lines;
        this.at = at;
    }

    static RequestFile.Content read(Path file, String text) {
        var parsed = new HttpFile(file, text.split("\\R", -1), 0);
        var listed = new ArrayList<Listed>();
        var values = new HashMap<String, String>();
        while (parsed.at < parsed.lines.length) {
            parsed.addRequest(listed, values);
        }
        return new RequestFile.Content(listed, "", List.of());
    }

    private String where() {
        return file + ":" + (at + 1);
    }

    private boolean isSeparator() {
        return at >= lines.length || lines[at].startsWith("###");
    }

    /**
     * From behind one separator to behind the next.
     *
     * @param values of variables; those that are defined here are added
     */
    private void addRequest(List<Listed> listed, Map<String, String> values) {
        int weight = 1;
        NotSent fault = null;
        while (!isSeparator() && isBeforeTheRequest(lines[at].strip())) {
            String line = lines[at].strip();
            Matcher definition = DEFINITION.matcher(line);
            Matcher weighted = WEIGHT.matcher(line);
            if (definition.matches()) {
                values.put(definition.group(1), definition.group(2).strip());
            } else if (weighted.matches()) {
                String word = weighted.group(1).strip();
                if (word.matches("[1-9]\\d{0,5}")) {
                    weight = Integer.parseInt(word);
                } else {
                    fault = new NotSent(Why.SYNTAX, where() + ": @weight '" + word
                            + "' must be a whole number greater than 0");
                }
            } else if (SCRIPT.matcher(line).matches()) {
                fault = new NotSent(Why.SCRIPT, where() + ": own runs no script before a request: define its values by "
                        + "@name = value, and remove the script");
                skipScript(line);
            }
            at++;
        }
        if (!isSeparator()) {
            listed.add(request(weight, fault, new Variables(values)));
        }
        at++;
    }

    private static boolean isBeforeTheRequest(String line) {
        return line.isEmpty() || COMMENT.matcher(line).matches() || DEFINITION.matcher(line).matches()
                || SCRIPT.matcher(
                        line).matches();
    }

    /** To its last line. One in another file has one line. */
    private void skipScript(String first) {
        boolean isHere = first.contains("{%") || first.equals("{{");
        while (isHere && !SCRIPT_ENDS.matcher(lines[at].strip()).matches() && at + 1 < lines.length && !lines[at + 1]
                .startsWith("###")) {
            at++;
        }
    }

    /** To the next separator. Headers and body are read only where the request is sent. */
    private Listed request(int weight, NotSent fault, Variables variables) {
        String where = where();
        String line = VERSION.matcher(requestLine()).replaceFirst("");
        Matcher parts = METHOD.matcher(line);
        String method = parts.matches() ? parts.group(1).toUpperCase(Locale.ROOT) : "GET";
        String address = parts.matches() ? parts.group(2) : line;
        int headersAt = at;
        String named = variables.host(address, where);
        String host = named.isEmpty() ? hostHeader(variables, where) : named;
        while (!isSeparator()) {
            at++;
        }
        return new Listed(method, host, weight, where + ": " + method + " " + Secrets.masked(
                address), () -> {
                    if (fault != null) {
                        throw fault;
                    }
                    String path = RequestFile.path(variables.path(address, where), where);
                    return new HttpFile(file, lines, headersAt).call(method, path, variables);
                });
    }

    /** Of a request whose address is a path; empty for none. */
    private String hostHeader(Variables variables, String where) {
        return Arrays.stream(lines, at, lines.length).takeWhile(line -> !line.isBlank() && !line.startsWith("###"))
                .map(String::strip)
                .map(HEADER::matcher).filter(Matcher::matches)
                .filter(header -> header.group(1).equalsIgnoreCase("Host"))
                .map(header -> variables.host("http://" + header.group(2), where)).findFirst().orElse("");
    }

    private String requestLine() {
        var line = new StringBuilder(lines[at].strip());
        for (at++; !isSeparator() && CONTINUED.matcher(lines[at]).matches(); at++) {
            String part = lines[at].strip();
            if (!COMMENT.matcher(part).matches()) {
                line.append(part);
            }
        }
        return line.toString();
    }

    private Call call(String method, String path, Variables variables) {
        LinkedHashMap<String, String> headers = headers(variables);
        return new Call(method, path, headers, body(method, type(headers), variables));
    }

    private static String type(Map<String, String> headers) {
        return headers.entrySet().stream().filter(one -> one.getKey().equalsIgnoreCase("Content-Type"))
                .map(one -> one.getValue().toLowerCase(Locale.ROOT)).findFirst().orElse("");
    }

    private LinkedHashMap<String, String> headers(Variables variables) {
        var headers = new LinkedHashMap<String, String>();
        for (; !isSeparator() && !lines[at].isBlank() && !OF_THE_ANSWER.matcher(lines[at]).matches(); at++) {
            String line = lines[at].strip();
            if (COMMENT.matcher(line).matches()) {
                continue;
            }
            Matcher header = HEADER.matcher(line);
            if (!header.matches()) {
                refuseNext();
                throw new NotSent(Why.SYNTAX, where() + ": '" + firstWord() + "' begins no header; write it as Accept: "
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
     * Null for none. From a line that is about the answer on, nothing is sent.
     *
     * @param type of the content, in small letters
     */
    private String body(String method, String type, Variables variables) {
        var body = new ArrayList<String>();
        for (; !isSeparator() && !OF_THE_ANSWER.matcher(lines[at]).matches(); at++) {
            // A request that has no body, as a rule, ends where a line is like another request.
            if (method.matches(WITHOUT_BODY)) {
                refuseNext();
            }
            Matcher included = INCLUDED.matcher(lines[at]);
            body.add(!included.matches() ? variables.in(lines[at], where())
                    : included.group(1) == null ? included(included.group(2).strip())
                            : variables.in(included(included.group(2).strip()), where()));
        }
        String all = String.join(lineEnd(type), body).strip();
        return all.isEmpty() ? null : all;
    }

    /** RFC 2046 demands it between the parts of a body; a form has no lines. */
    private static String lineEnd(String type) {
        return type.startsWith("multipart/") ? "\r\n"
                : type.startsWith("application/x-www-form-urlencoded") ? ""
                        : "\n";
    }

    private void refuseNext() {
        String line = lines[at].strip();
        if (NEXT.matcher(line).matches()) {
            throw new NotSent(Why.SYNTAX, where() + ": '" + Secrets.masked(line)
                    + "' begins another request: put a line with ### before it");
        }
    }

    private String included(String name) {
        try {
            return RequestFile.text(file.toAbsolutePath().getParent().resolve(name));
        } catch (IOException | InvalidPathException e) {
            throw new NotSent(Why.BODY,
                    where() + ": the file '" + name + "' of its body is not there, or is no text in "
                            + "UTF-8",
                    e);
        }
    }
}
