package charts.pages.pins;

import kit.record.Frameworks;
import java.util.List;

/**
 * Which frame of a stack a pin is put down to. The cause is rarely in the JDK or in a framework, so it is
 * the first frame that is in neither. Packages that the user calls their own come before that.
 *
 * @param packages names of packages (or classes), without a dot at the end; none where the person said nothing
 */
public record OwnCode(List<String> packages) {

    /** The packages as the user wrote them. */
    public static OwnCode of(List<String> written) {
        return new OwnCode(written.stream().map(name -> name.strip().replaceFirst("[.*]+$", ""))
                .filter(name -> !name.isEmpty()).toList());
    }

    /** The frame, or the innermost where all are foreign; empty where there is no stack. */
    String frame(List<String> stack) {
        return stack.stream().filter(this::isOwn).findFirst()
                .or(() -> stack.stream().filter(line -> !Frameworks.contain(line)).findFirst())
                .or(() -> stack.stream().findFirst()).orElse("");
    }

    /** Whether none of these frames can be the cause: it may be in one that was not recorded. */
    boolean isForeign(List<String> stack) {
        return packages.isEmpty() ? stack.stream().allMatch(Frameworks::contain)
                : stack.stream().noneMatch(this::isOwn);
    }

    boolean isOwn(String line) {
        return packages.stream()
                .anyMatch(own -> line.equals(own) || line.startsWith(own + ".") || line.startsWith(own + "$"));
    }
}
