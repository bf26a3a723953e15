package kit.record;

import java.util.List;

/** Packages of the JDK and of frameworks: the cause of a pinning is looked for in other code first. */
public final class Frameworks {

    private static final List<String> PACKAGES = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "jakarta.",
            "org.springframework.", "org.apache.", "org.hibernate.", "com.zaxxer.", "org.postgresql.", "com.mysql.",
            "org.mariadb.", "oracle.", "com.microsoft.sqlserver.", "org.h2.", "io.netty.", "reactor.",
            "io.micrometer.", "ch.qos.logback.", "org.slf4j.", "tools.jackson.", "com.fasterxml.",
            "org.eclipse.jetty.", "io.undertow.", "io.quarkus.", "io.vertx.", "io.micronaut.", "okhttp3.", "okio.",
            "io.grpc.", "com.google.common.", "org.aspectj.", "net.bytebuddy.", "kotlin.", "kotlinx.", "scala.",
            "groovy.", "io.helidon.", "io.javalin.", "org.glassfish.", "org.jboss.", "io.smallrye.", "io.agroal.",
            "com.linecorp.armeria.", "io.lettuce.", "redis.clients.", "com.mongodb.", "org.jooq.", "org.mybatis.",
            "feign.", "io.github.resilience4j.", "io.opentelemetry.", "io.r2dbc.", "rx.", "io.reactivex.", "spark.",
            "com.github.benmanes.caffeine.", "software.amazon.awssdk.", "com.amazonaws.", "com.mchange.");

    private Frameworks() {}

    /** @param line of a stack, such as {@code java.lang.Thread.sleep:509} */
    public static boolean contain(String line) {
        return PACKAGES.stream().anyMatch(line::startsWith);
    }
}
