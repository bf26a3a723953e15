package own.requests;

import kit.record.WholeText;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.base.Secrets;
import kit.plan.Request.Call;
import own.requests.LeftOut.Why;

/**
 * The requests of a file.
 *
 * @param calls      in the order in which they are sent; one of weight 3 is there three times
 * @param host       whose requests they are, as it is written in the file; empty where it names none
 * @param isRecorded whether a browser or a proxy wrote them, and people may not know which secrets they have
 * @param leftOut    what was not taken, and why; without headers and bodies
 */
public record RequestFile(List<Call> calls, String host, boolean isRecorded, List<LeftOut> leftOut) {

    /** Each is tried before anything is measured. */
    private static final int MOST_CALLS = 100;
    private static final int MOST_WEIGHT = 1000;
    /** So many other hosts, and so many reasons in a message, are named. */
    private static final int NAMED = 4;
    private static final URI ANYWHERE = URI.create("http://localhost");

    /**
     * What a kind of file tells.
     *
     * @param host    whose requests it is about; empty where the first request says it
     * @param leftOut what it does not list
     */
    record Content(List<Listed> listed, String host, List<LeftOut> leftOut) {}

    /** Requests that stand in no file. */
    public static RequestFile of(List<Call> calls) {
        return new RequestFile(calls, "", false, List.of());
    }

    /**
     * Reads a file by its kind: {@code .http} and {@code .rest} files of IDEs, {@code .har} recordings, and OpenAPI
     * documents in JSON or YAML. What is not sent is left out first; complaints are about the rest.
     *
     * @param writes whether requests that may change data are taken, too
     * @param host   whose requests are taken; null for the file's own host: that of a recording's first document, or of
     *               the first request
     * @throws LabException where nothing is left; its message names the file, the places and what to do
     */
    public static RequestFile read(Path file, boolean writes, String host) {
        Content content = content(file);
        List<Read> all = content.listed.stream().map(one -> Read.of(one, writes)).toList();
        String own = host != null ? named(host, all, file) : content.host.isEmpty() ? firstHost(all) : content.host;
        var leftOut = new EnumMap<Why, LeftOut>(Why.class);
        content.leftOut.forEach(one -> leftOut.put(one.why(), one));
        others(all, own).ifPresent(others -> leftOut.put(Why.HOST, others));
        var weights = new LinkedHashMap<Call, Integer>();
        for (Read one : all) {
            if (one.isFor(own)) {
                if (one.fault == null) {
                    weights.merge(one.call, one.listed.weight(), Integer::sum);
                } else {
                    leaveOut(leftOut, one.fault.why(), 1, one.fault.getMessage());
                }
            }
        }
        if (weights.isEmpty()) {
            throw new LabException(file + " has no request that can be sent: " + (leftOut.isEmpty()
                    ? "is it the right file?"
                    : leftOut.values().stream().limit(NAMED).map(one -> one.first() + (one.requests() > 1 ? " (and "
                            + (one.requests() - 1) + " like it)" : "")).collect(Collectors.joining("; "))));
        }
        keepMost(weights, leftOut);
        boolean isRecorded = isRecording(file);
        if (isRecorded) {
            scale(weights, leftOut);
        }
        return new RequestFile(inTurn(weights, file), own, isRecorded, List.copyOf(leftOut.values()));
    }

    /**
     * A request that was read as far as it is needed.
     *
     * @param call  null where there is a fault
     * @param fault why it is not sent; null for none
     */
    private record Read(Listed listed, Call call, NotSent fault) {

        static Read of(Listed listed, boolean writes) {
            try {
                listed.checkMethod();
                if (listed.isWriting() && !writes) {
                    throw new NotSent(Why.WRITES, listed.name() + ": --writes includes it");
                }
                Call call = listed.call().get();
                checkHeaders(call, listed.name());
                return new Read(listed, call, null);
            } catch (NotSent e) {
                return new Read(listed, null, e);
            }
        }

        /** What is no HTTP request goes to no web server. */
        boolean isFor(String host) {
            return listed.host().isEmpty() || listed.host().equals(host)
                    || fault != null && fault.why() == Why.PROTOCOL;
        }
    }

    private static void checkHeaders(Call call, String name) {
        call.headers().forEach((header, value) -> {
            try {
                Call.get("/").with(header, value).to(ANYWHERE);
            } catch (IllegalArgumentException e) {
                // The message of the JDK has the value, which may be secret.
                throw new NotSent(Why.HEADER, name + ": its header " + header + " has characters that HTTP does not "
                        + "allow: encode them, or remove it");
            }
        });
    }

    /** Of the first request that can be sent. */
    private static String firstHost(List<Read> all) {
        return all.stream().filter(one -> one.fault == null).map(one -> one.listed.host())
                .filter(host -> !host.isEmpty()).findFirst().orElse("");
    }

    /** The host of the file that a person means, with or without its port. */
    private static String named(String host, List<Read> all, Path file) {
        String wanted = Hosts.of(host.contains("://") ? host : "http://" + host);
        Set<String> there = all.stream().map(one -> one.listed.host())
                .filter(one -> !one.isEmpty() && !Hosts.isOtherScheme(one))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return Stream.concat(there.stream().filter(one -> one.equals(wanted)), there.stream().filter(one -> Hosts.name(
                one).equals(wanted))).findFirst()
                .orElseThrow(() -> new LabException("--host " + host + ": " + file + " has no request to it: "
                        + (there.isEmpty() ? "its requests name no host, so leave --host out"
                                : "there are " + there.stream().limit(10).collect(Collectors.joining(", ")))));
    }

    /** Those that go to other hosts, with the numbers of the largest ones. */
    private static Optional<LeftOut> others(List<Read> all, String own) {
        Map<String, Long> counts = all.stream().filter(one -> !one.isFor(own)).collect(Collectors.groupingBy(
                one -> one.listed.host(), LinkedHashMap::new, Collectors.counting()));
        String most = counts.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(NAMED).map(one -> one.getKey() + " (" + one.getValue() + ")").collect(Collectors.joining(", "));
        return counts.isEmpty() ? Optional.empty()
                : Optional.of(new LeftOut(Why.HOST, counts.values().stream().mapToLong(Long::longValue).sum(),
                        (own.isEmpty() ? "" : own + " is taken, not ") + most
                                + (counts.size() > NAMED ? " and " + (counts
                                        .size() - NAMED) + " more" : "")
                                + ": --host chooses"));
    }

    private static void leaveOut(Map<Why, LeftOut> leftOut, Why why, long requests, String first) {
        leftOut.merge(why, new LeftOut(why, requests, first), (a, b) -> new LeftOut(why, a.requests() + b.requests(), a
                .first()));
    }

    /** Those that are sent most often, in the order of the file. */
    private static void keepMost(Map<Call, Integer> weights, Map<Why, LeftOut> leftOut) {
        if (weights.size() <= MOST_CALLS) {
            return;
        }
        Set<Call> kept = weights.entrySet().stream().sorted(Map.Entry.<Call, Integer>comparingByValue().reversed())
                .limit(MOST_CALLS).map(Map.Entry::getKey).collect(Collectors.toSet());
        List<Map.Entry<Call, Integer>> without = weights.entrySet().stream().filter(one -> !kept.contains(one.getKey()))
                .toList();
        leaveOut(leftOut, Why.MANY, without.stream().mapToInt(Map.Entry::getValue).sum(), without.getFirst().getKey()
                + ": each is tried before anything is measured, so " + MOST_CALLS + " of " + weights.size()
                + " different requests are taken, those with the greatest weight first; keep those that matter");
        weights.keySet().retainAll(kept);
    }

    private static Content content(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(".http") || name.endsWith(".rest")) {
            return HttpFile.read(file, textOf(file));
        }
        if (isRecording(file)) {
            return HarFile.read(file, textOf(file));
        }
        if (Stream.of(".json", ".yaml", ".yml").anyMatch(name::endsWith)) {
            return OpenApiFile.read(file, textOf(file));
        }
        throw new LabException(file + ": its name must end with .http or .rest (requests as in IDEs), .har (a "
                + "recording), or .json, .yaml or .yml (an OpenAPI document)");
    }

    private static boolean isRecording(Path file) {
        return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".har");
    }

    /** The weights of a recording are counts. Those of a long one are made smaller, so that each call stays. */
    private static void scale(Map<Call, Integer> counts, Map<Why, LeftOut> leftOut) {
        int all = sum(counts);
        if (all / divisor(counts) <= MOST_WEIGHT) {
            return;
        }
        // Rounded down, with one for each at least, they add up to what is allowed at most.
        long most = MOST_WEIGHT - counts.size();
        counts.replaceAll((call, count) -> Math.max(1, (int) (count * most / all)));
        leaveOut(leftOut, Why.COUNTS, all - sum(counts), "of " + all + " recorded requests " + sum(counts)
                + " are sent in a turn, which may have " + MOST_WEIGHT);
    }

    private static int sum(Map<Call, Integer> weights) {
        return weights.values().stream().mapToInt(weight -> weight).sum();
    }

    private static int divisor(Map<Call, Integer> weights) {
        return weights.values().stream().reduce(0, RequestFile::greatestCommonDivisor);
    }

    private static String textOf(Path file) {
        try {
            return text(file);
        } catch (CharacterCodingException e) {
            throw new LabException(file + " is not text in UTF-8: is it the right file?", e);
        } catch (IOException e) {
            throw new LabException(file + " cannot be read: "
                    + (Files.exists(file) ? String.valueOf(e.getMessage()) : "there is no such file"), e);
        }
    }

    /** Without the mark that some editors put before it. */
    static String text(Path file) throws IOException {
        String text = WholeText.of(file);
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /**
     * Path and query of an address: load goes to the service that is measured, whatever host is written there.
     *
     * @param where it stands, for the complaint
     */
    static String path(String address, String where) {
        try {
            var uri = new URI(address);
            String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
            if (uri.isOpaque() || !path.startsWith("/")) {
                throw new NotSent(Why.ADDRESS, where + ": '" + Secrets.masked(address)
                        + "' is no address; write it as /api/orders/42 or http://localhost:8080/api/orders/42");
            }
            return path + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        } catch (URISyntaxException e) {
            throw new NotSent(Why.ADDRESS, where + ": '" + Secrets.masked(address) + "' is no valid address ("
                    + e.getReason() + "): write a space as %20", e);
        }
    }

    /**
     * A turn in which each call comes as often as its weight says, and evenly (smooth weighted round robin: in each
     * step all gain their weight, and the one that has most is sent and loses the sum of all).
     */
    private static List<Call> inTurn(Map<Call, Integer> weights, Path file) {
        int divisor = divisor(weights);
        int all = sum(weights) / divisor;
        if (all > MOST_WEIGHT) {
            throw new LabException(file + ": the weights add up to " + all + ", and at most " + MOST_WEIGHT
                    + " are allowed: make them smaller");
        }
        var gained = new LinkedHashMap<Call, Integer>();
        var turn = new ArrayList<Call>();
        for (int i = 0; i < all; i++) {
            weights.forEach((call, weight) -> gained.merge(call, weight / divisor, Integer::sum));
            Call most = gained.entrySet().stream().reduce((a, b) -> b.getValue() > a.getValue() ? b : a).orElseThrow()
                    .getKey();
            gained.merge(most, -all, Integer::sum);
            turn.add(most);
        }
        return turn;
    }

    private static int greatestCommonDivisor(int a, int b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }

    /** Without these calls. @param failing what happened to each when it was tried; one at least */
    public RequestFile without(Map<Call, String> failing) {
        return with(calls.stream().filter(call -> !failing.containsKey(call)).toList(), new LeftOut(Why.FAILS, failing
                .size(), failing.values().iterator().next() + ": mend it, or --keep-failing sends it"));
    }

    /** Whether a service at this name may be told the secrets of these requests. */
    public boolean isOf(String name) {
        return !isRecorded || Hosts.name(host).equals(Hosts.of("http", name));
    }

    /** The calls without cookies and tokens: no header has one, and stars are in place of others. */
    public RequestFile withoutSecrets() {
        List<Call> without = calls.stream().map(RequestFile::withoutSecrets).toList();
        Set<Call> secret = new LinkedHashSet<>(calls);
        without.forEach(secret::remove);
        return secret.isEmpty() ? this
                : with(without, new LeftOut(Why.SECRETS, secret.size(), secret.iterator().next()
                        + ": --with-secrets includes them"));
    }

    private static Call withoutSecrets(Call call) {
        var headers = new LinkedHashMap<>(call.headers());
        headers.keySet().removeIf(Secrets::isHeader);
        return new Call(call.method(), Secrets.masked(call.path()), headers, call.body() == null ? null
                : Secrets.masked(call.body()));
    }

    private RequestFile with(List<Call> others, LeftOut more) {
        return new RequestFile(others, host, isRecorded, Stream.concat(leftOut.stream(), Stream.of(more)).toList());
    }
}
