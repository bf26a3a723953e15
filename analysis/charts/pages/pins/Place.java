package charts.pages.pins;

import java.util.regex.Pattern;

/**
 * Where a frame of a stack is in the source, without the numbers that compilers and frameworks give to classes and
 * methods: they change when something else in the file does.
 *
 * @param method with its class, such as {@code com.me.Orders.lambda$pay$} or {@code com.me.Orders$.run}
 * @param number of the line, -1 where it is not known
 */
record Place(String method, int number) {
    // lambda$pay$3, Orders$1, $Proxy42, Orders$$SpringCGLIB$$0 and Orders$$Lambda/0x00007f1c0400. The JDK's reader of
    // recordings turns a slash into a dot, and some JDKs write a + there.
    private static final Pattern GIVEN = Pattern.compile("(\\$(?:Proxy)?)\\d+|[/+.]0x\\p{XDigit}+");
    private static final Pattern NUMBER = Pattern.compile(":(\\d{1,9})$");

    /** @param frame such as {@code com.me.Orders.pay:12}; may be empty */
    static Place of(String frame) {
        var number = NUMBER.matcher(frame);
        int end = frame.lastIndexOf(':');
        return new Place(GIVEN.matcher(end < 0 ? frame : frame.substring(0, end)).replaceAll("$1"),
                number.find() ? Integer.parseInt(number.group(1)) : -1);
    }

    /**
     * The method without its class. A call in the source names an interface, a stack the class that implements it.
     * Another version of a library or of the JDK may have another class there.
     */
    String name() {
        return method.substring(method.lastIndexOf('.') + 1);
    }
}
