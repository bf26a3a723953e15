package kit.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import kit.machine.Jdks;

/**
 * A Spring Boot application with what all its variants have in common: {@code
 * service(BackOffice.class).backend("orders", Orders.class, ms(200))}. A method that adds something returns another.
 */
public final class ServiceUnderTest {

    private final Class<?> application;
    private final List<UnaryOperator<Variant>> common;

    private ServiceUnderTest(Class<?> application, List<UnaryOperator<Variant>> common) {
        this.application = application;
        this.common = List.copyOf(common);
    }

    /** With nothing beyond its own settings. */
    public static ServiceUnderTest of(Class<?> application) {
        return new ServiceUnderTest(application, List.of());
    }

    private ServiceUnderTest with(UnaryOperator<Variant> change) {
        var more = new ArrayList<>(common);
        more.add(change);
        return new ServiceUnderTest(application, more);
    }

    /** A Spring property. */
    public ServiceUnderTest property(String key, Object value) {
        return with(variant -> variant.property(key, value));
    }

    /** JVM flags. */
    public ServiceUnderTest flags(String... more) {
        return with(variant -> variant.flags(more));
    }

    /**
     * Compiled with C1 only: where CPUs are busy with requests, C2 takes a minute of their time, in which a service
     * becomes faster and faster.
     */
    public ServiceUnderTest withoutC2() {
        return flags(Jdks.C1_ONLY);
    }

    /** A fact that must hold once it runs. */
    public ServiceUnderTest expect(String fact, Object value) {
        return with(variant -> variant.expectingFact(fact, value));
    }

    /** Another service that it calls, on virtual threads, which answers after so long. */
    public ServiceUnderTest backend(String backend, Class<?> other, Duration answersAfter) {
        return with(variant -> variant.backend(backend, other, answersAfter));
    }

    /** An external service that it calls, in a JVM of its own, which answers after so long. */
    public ServiceUnderTest external(String external, Class<?> other, Duration answersAfter) {
        return with(variant -> variant.external(external, other, answersAfter));
    }

    /**
     * These of the services that it calls answer at once while it is primed, see {@link BenchPlan#PRIMING}. With as few
     * requests a second as they allow later, it would take minutes until all its code is compiled.
     */
    public ServiceUnderTest atOnceWhilePrimed(String... called) {
        ServiceUnderTest primed = this;
        for (String other : called) {
            primed = primed.property(other + ".at-once-ms", BenchPlan.PRIMING.toMillis());
        }
        return primed;
    }

    /** On Tomcat with a pool of so many platform threads; its name is {@code platform}. */
    public Variant onPlatformThreads(int threads) {
        return changed(Variant.platform("platform", application, threads));
    }

    /** On Tomcat with a virtual thread for each request; its name is {@code virtual}. */
    public Variant onVirtualThreads() {
        return changed(Variant.virtual("virtual", application));
    }

    /** On WebFlux with event loops; its name is {@code reactive}. */
    public Variant onEventLoops() {
        return changed(Variant.reactive("reactive", application));
    }

    private Variant changed(Variant plain) {
        Variant variant = plain;
        for (UnaryOperator<Variant> change : common) {
            variant = change.apply(variant);
        }
        return variant;
    }
}
