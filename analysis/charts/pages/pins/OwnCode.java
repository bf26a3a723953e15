package charts.pages.pins;

import java.util.List;

/**
 * Which frame of a stack a pin is put down to. Nobody looks for the cause first in the JDK or in a framework, so it is
 * the first frame that is in neither; packages that the person calls their own come before that.
 *
 * @param packages names of packages (or classes), without a dot at the end; none where the person said nothing
 */
public record OwnCode(List<String> packages) {

    private static final List<String> FOREIGN = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "jakarta.",
            "org.springframework.", "org.apache.", "org.hibernate.", "com.zaxxer.", "org.postgresql.", "com.mysql.",
            "org.mariadb.",
            "oracle.", "com.microsoft.sqlserver.", "org.h2.", "io.netty.", "reactor.", "io.micrometer.",
            "ch.qos.logback.", "org.slf4j.",
            "tools.jackson.", "com.fasterxml.", "org.eclipse.jetty.", "io.undertow.", "io.quarkus.", "io.vertx.",
            "io.micronaut.",
            "okhttp3.", "okio.", "io.grpc.", "com.google.common.", "org.aspectj.", "net.bytebuddy.", "kotlin.",
            "kotlinx.", "scala.");

    /** The packages as somebody wrote them. */
    public static OwnCode of(List<String> written) {
        return new OwnCode(written.stream().map(name -> name.strip().replaceFirst("[.*]+$", ""))
                .filter(name -> !name.isEmpty()).toList());
    }

    /** The frame, or the innermost where all are foreign; empty where there is no stack. */
    String frame(List<String> stack) {
        return stack.stream().filter(this::isOwn).findFirst()
                .or(() -> stack.stream().filter(line -> FOREIGN.stream().noneMatch(line::startsWith)).findFirst())
                .or(() -> stack.stream().findFirst()).orElse("");
    }

    boolean isOwn(String line) {
        return packages.stream()
                .anyMatch(own -> line.equals(own) || line.startsWith(own + ".") || line.startsWith(own + "$"));
    }
}
