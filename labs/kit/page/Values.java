package kit.page;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kit.base.Numbers;
import kit.plan.Comparison;
import kit.plan.Load;
import kit.plan.Metric;
import kit.plan.PinnedReason;
import kit.plan.Quantity;
import kit.plan.Quantity.Figure;
import kit.plan.Request;
import kit.plan.Variant;

/**
 * What stands in braces in the prose of a page. A name is a field of the page. Behind a dot follows what it has:
 * {@code many.users}, {@code many.throughput(virtual, platform)}, with fields of the page, numbers and {@link Metric}s
 * in the parentheses. {@code a / b} divides two numbers, or two figures.
 */
final class Values {

    private static final Pattern TOKEN = Pattern.compile("\\s*(?:(\\w[\\w.]*)|(\"[^\"]*\")|([().,/]))");
    private static final int DIGITS = 3;

    private final Object page;
    private final Class<?> end;

    /** @param end the class above the page whose fields are none of the page's */
    Values(Object page, Class<?> end) {
        this.page = page;
        this.end = end;
    }

    /**
     * The value of an expression; a quantity where it is measured later.
     *
     * @throws IllegalArgumentException where it is none, with the reason
     */
    Object of(String expression) {
        return new Reading(tokens(expression)).whole();
    }

    /** Whether a value is known only when the run is over. */
    static boolean isMeasured(Object value) {
        return value instanceof Quantity || value instanceof PinnedReason;
    }

    /** As people write it in a sentence; a quantity has no words before it is measured. */
    static String inWords(Object value) {
        return switch (value) {
        case Double number -> Numbers.trim(number, isWhole(number) ? 15 : DIGITS);
        case Comparison comparison -> comparison.name();
        case Load load -> load.inWords();
        case Request request -> request.path();
        case Variant variant -> variant.name();
        case Duration time -> time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
        default -> value.toString();
        };
    }

    /** A count, such as of requests: the reader compares it with a limit, which is exact. */
    private static boolean isWhole(double value) {
        return value == Math.rint(value);
    }

    /** Names, numbers, texts and signs; a name that has dots is taken apart. */
    private static List<String> tokens(String expression) {
        var tokens = new ArrayList<String>();
        Matcher token = TOKEN.matcher(expression);
        int at = 0;
        while (token.find() && token.start() == at) {
            String word = token.group(1);
            if (word == null || word.matches("[\\d.]+")) {
                tokens.add(token.group().strip());
            } else {
                for (String name : word.splitWithDelimiters("\\.", 0)) {
                    tokens.add(name);
                }
            }
            at = token.end();
        }
        if (!expression.substring(at).isBlank() || tokens.isEmpty()) {
            throw new IllegalArgumentException("this is no value");
        }
        return tokens;
    }

    /** One pass over the tokens of an expression. */
    private final class Reading {
        private final List<String> tokens;
        private int at;

        Reading(List<String> tokens) {
            this.tokens = tokens;
        }

        Object whole() {
            Object value = quotient();
            if (at < tokens.size()) {
                throw new IllegalArgumentException("'" + tokens.get(at) + "' is not expected here");
            }
            return value;
        }

        private Object quotient() {
            Object above = path();
            return take("/") ? divided(above, path()) : above;
        }

        private Object path() {
            Object value = first(next());
            while (take(".")) {
                String name = next();
                value = member(value, name, arguments());
            }
            return value;
        }

        private Object first(String token) {
            return token.startsWith("\"") ? token.substring(1, token.length() - 1)
                    : token.matches("\\d+") ? (Object) Integer.valueOf(token)
                            : token.matches("[\\d.]+") ? (Object) Double.valueOf(token) : named(token);
        }

        private List<Object> arguments() {
            var all = new ArrayList<>();
            if (take("(") && !take(")")) {
                do {
                    all.add(quotient());
                } while (take(","));
                if (!take(")")) {
                    throw new IllegalArgumentException("a ) is missing");
                }
            }
            return all;
        }

        private boolean take(String token) {
            boolean isThere = at < tokens.size() && tokens.get(at).equals(token);
            at += isThere ? 1 : 0;
            return isThere;
        }

        private String next() {
            if (at == tokens.size()) {
                throw new IllegalArgumentException("something is missing at its end");
            }
            return tokens.get(at++);
        }
    }

    private static Object divided(Object above, Object below) {
        if (above instanceof Figure one && below instanceof Figure other) {
            return one.over(other);
        }
        if (above instanceof Number one && below instanceof Number other) {
            return one.doubleValue() / other.doubleValue();
        }
        throw new IllegalArgumentException("only numbers and figures of cells can be divided");
    }

    private Object named(String name) {
        Optional<Field> field = fields().filter(one -> one.getName().equals(name)).findFirst();
        Optional<Metric> metric = Arrays.stream(Metric.values()).filter(one -> one.name().equals(name)).findFirst();
        if (field.isEmpty() && metric.isEmpty()) {
            throw new IllegalArgumentException("the page has no '" + name + "'");
        }
        Object value = field.isPresent() ? get(field.get()) : metric.get();
        if (value == null) {
            throw new IllegalArgumentException("'" + name + "' has no value");
        }
        return value;
    }

    /** Fields of the page, in the order in which the JVM tells them. */
    Stream<Field> fields() {
        return Stream.<Class<?>>iterate(page.getClass(), type -> type != end && type != null, Class::getSuperclass)
                .flatMap(type -> Arrays.stream(type.getDeclaredFields()));
    }

    /** The value that a field of the page has. */
    Object get(Field field) {
        try {
            field.setAccessible(true);
            return field.get(Modifier.isStatic(field.getModifiers()) ? null : page);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object member(Object of, String name, List<Object> arguments) {
        Method method = Arrays.stream(of.getClass().getMethods())
                .filter(one -> one.getName().equals(name) && takes(one, arguments)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no '" + name + "'"
                        + (arguments.isEmpty() ? "" : " of " + arguments.size() + " such values") + " of a "
                        + of.getClass().getSimpleName()));
        Class<?>[] types = method.getParameterTypes();
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            values[i] = types[i] == double.class ? (Object) ((Number) arguments.get(i)).doubleValue()
                    : arguments.get(i);
        }
        try {
            return method.invoke(of, values);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(e.getCause().getMessage(), e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean takes(Method method, List<Object> arguments) {
        Class<?>[] types = method.getParameterTypes();
        if (types.length != arguments.size()) {
            return false;
        }
        for (int i = 0; i < types.length; i++) {
            Object argument = arguments.get(i);
            if (!(types[i].isInstance(argument) || types[i] == int.class && argument instanceof Integer
                    || types[i] == double.class && argument instanceof Number)) {
                return false;
            }
        }
        return true;
    }

    /** The value of a text with expressions in braces, where none of them is measured. */
    String filled(String text) {
        return Prose.filled(text, expression -> {
            Object value = of(expression);
            if (isMeasured(value)) {
                throw new IllegalArgumentException("it is not measured yet: it can stand below 'The answer' or 'What "
                        + "happened' only");
            }
            return inWords(value);
        });
    }
}
