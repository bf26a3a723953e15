package old.page;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import old.plan.Cell;
import kit.plan.Load;
import kit.plan.Request;
import kit.plan.Variant;
import old.trust.Metric;
import old.trust.Results;

/**
 * What stands in braces in the prose of a page. A name is a field of the page, or a method without parameters. Behind a
 * dot follows a component of a record, a key of a map, or what a cell has: any {@link Metric}, such as {@code
 * virtual.cpuPerRequest}, {@code rule} and {@code published} (throughput), {@code load}, or {@code bound}. Before a
 * metric may stand the name of a further stream. {@code a / b} is a quotient, where a cell is its throughput.
 */
final class Values {

    private static final Pattern EXPRESSION = Pattern.compile("(\\w+(?:\\.\\w+)*)(?:\\s*/\\s*(\\w+(?:\\.\\w+)*))?");
    private static final Map<String, Metric> METRICS = Arrays.stream(Metric.class.getFields())
            .filter(field -> field.getType() == Metric.class)
            .collect(Collectors.toMap(field -> plain(field.getName()), field -> (Metric) get(field, null)));

    private static final Set<String> OF_CELL = Set.of("rule", "published", "bound", "label", "load");

    /** A further stream of a cell. */
    private record Beside(Cell cell, String stream) {}

    private final Object page;
    private final Class<?> end;
    private final Results results;
    private final int jdk;

    /**
     * @param end of the page's class: the one above it whose members are no values of the page
     * @param jdk whose rule is told
     */
    Values(Object page, Class<?> end, Results results, int jdk) {
        this.page = page;
        this.end = end;
        this.results = results;
        this.jdk = jdk;
    }

    /** Whether an expression is one, of names that the page and its cells have, as far as types tell. */
    boolean knows(String expression) {
        List<List<String>> terms = terms(expression);
        return !terms.isEmpty() && terms.stream().allMatch(path -> member(path.getFirst())
                .filter(member -> hasParts(type(member), path.subList(1, path.size()))).isPresent());
    }

    /** One path of names, or two of a quotient; none where it is no expression. */
    private static List<List<String>> terms(String expression) {
        var parts = EXPRESSION.matcher(expression);
        return !parts.matches() ? List.of()
                : Stream.of(parts.group(1), parts.group(2)).filter(Objects::nonNull)
                        .map(term -> List.of(term.split("\\."))).toList();
    }

    private static boolean hasParts(Class<?> of, List<String> names) {
        if (names.isEmpty() || Map.class.isAssignableFrom(of)) {
            return true;
        }
        if (of == Cell.class || List.class.isAssignableFrom(of)) {
            // Before a metric may stand a stream, which only the cell itself knows.
            return names.size() == 1 && OF_CELL.contains(names.getFirst())
                    || names.size() <= 2 && METRICS.containsKey(plain(names.getLast()));
        }
        return withoutParameters(of, names.getFirst())
                .anyMatch(method -> hasParts(method.getReturnType(), names.subList(1, names.size())));
    }

    private static Class<?> type(AccessibleObject member) {
        return member instanceof Field field ? field.getType() : ((Method) member).getReturnType();
    }

    /** Whether a name is a field: it has no value before it is assigned. */
    boolean isField(String name) {
        return member(name).filter(Field.class::isInstance).isPresent();
    }

    /** @throws IllegalStateException where a name has no such value */
    boolean isTrue(String name) {
        return term(List.of(name)).filter(Boolean.class::isInstance).map(Boolean.class::cast)
                .orElseThrow(() -> new IllegalStateException("{?" + name + "} is neither true nor false"));
    }

    /** The fields that an expression reads: they must have a value before it is told. */
    static List<String> names(String expression) {
        return terms(expression).stream().map(List::getFirst).toList();
    }

    /**
     * The value of an expression: a number, or a text.
     *
     * @return empty where it is about a cell that is not part of this run
     */
    Optional<Object> of(String expression) {
        List<List<String>> terms = terms(expression);
        if (terms.isEmpty()) {
            throw new IllegalStateException("{" + expression + "} is no value");
        }
        Optional<Object> above = term(terms.getFirst());
        return terms.size() == 1 ? above.map(this::inWords)
                : above.flatMap(one -> term(terms.getLast()).map(other -> number(one) / number(other)));
    }

    private double number(Object value) {
        return value instanceof Cell cell ? results.rps(cell) : ((Number) value).doubleValue();
    }

    /** A list has the one cell, or the two or more values, that it stands for; or the cell is not measured here. */
    private Optional<Object> term(List<String> path) {
        Object value = get(member(path.getFirst())
                .orElseThrow(() -> new IllegalStateException("there is no " + path.getFirst() + " on this page")),
                page);
        for (int i = 0; i <= path.size(); i++) {
            if (value instanceof List<?> list && list.stream().allMatch(Cell.class::isInstance) && list.size() < 2) {
                if (list.isEmpty()) {
                    return Optional.empty();
                }
                value = list.getFirst();
            }
            if (i > 0 && i < path.size()) {
                value = component(value, path.get(i));
            }
        }
        if (value == null) {
            throw new IllegalStateException(String.join(".", path) + " has no value yet");
        }
        return Optional.of(value);
    }

    private Object component(Object of, String name) {
        if (of instanceof Cell cell) {
            return of(cell, name);
        }
        if (of instanceof Beside beside) {
            return results.mean(metric(name, beside), beside.cell, beside.stream);
        }
        if (of instanceof Map<?, ?> map) {
            return map.entrySet().stream().filter(entry -> entry.getKey().toString().equals(name)).findFirst()
                    .map(Map.Entry::getValue).orElseThrow(() -> unknown(name, of));
        }
        return withoutParameters(of.getClass(), name).findFirst().map(method -> get(method, of))
                .orElseThrow(() -> unknown(name, of));
    }

    private Object of(Cell cell, String name) {
        return switch (name) {
        case "rule" -> cell.prediction(jdk).rps();
        case "published" -> cell.published().rps();
        case "bound" -> results.boundSeen(cell, "");
        case "label" -> cell.label();
        case "load" -> cell.load().label();
        default -> cell.streams().stream().anyMatch(stream -> stream.name().equals(name)) ? new Beside(cell, name)
                : results.mean(metric(name, cell.label()), cell);
        };
    }

    private static Metric metric(String name, Object of) {
        return Optional.ofNullable(METRICS.get(plain(name))).orElseThrow(() -> unknown(name, of));
    }

    private static IllegalStateException unknown(String name, Object of) {
        return new IllegalStateException("there is no '" + name + "' of " + of);
    }

    /** As people write it in a sentence. */
    private Object inWords(Object value) {
        return switch (value) {
        case Cell cell -> cell.label();
        case Load load -> load.label();
        case Request request -> request.path();
        case Variant variant -> variant.name();
        case Duration time -> time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
        case Beside beside -> throw unknown("", beside);
        case List<?> several -> several.stream().map(one -> inWords(one).toString()).collect(Collectors.joining(", "));
        case Double number -> number;
        default -> value.toString();
        };
    }

    private Optional<AccessibleObject> member(String name) {
        for (Class<?> type = page.getClass(); type != end; type = type.getSuperclass()) {
            Optional<AccessibleObject> found = Stream.<AccessibleObject>concat(
                    Arrays.stream(type.getDeclaredFields()).filter(field -> field.getName().equals(name)),
                    withoutParameters(type, name)).findFirst();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Stream<Method> withoutParameters(Class<?> type, String name) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.getName().equals(name) && method.getParameterCount() == 0);
    }

    private static Object get(AccessibleObject member, Object of) {
        member.setAccessible(true);
        try {
            return member instanceof Field field ? field.get(Modifier.isStatic(field.getModifiers()) ? null : of)
                    : ((Method) member).invoke(of);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String plain(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }
}
