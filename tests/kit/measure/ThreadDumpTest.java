package kit.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** What is quoted of a thread dump. */
@Tag(Lane.UNIT)
class ThreadDumpTest {

    private static final String DUMP = """
            4711
            2026-01-02T03:04:05Z
            21.0.8+9-LTS

            #30 "ForkJoinPool-1-worker-1"
                  java.base/jdk.internal.vm.Continuation.run(Continuation.java:368)

            #41 "tomcat-handler-1" virtual
                  java.base/java.lang.VirtualThread.parkNanos(VirtualThread.java:631)
                  java.base/java.lang.Thread.sleep(Thread.java:1)
                  org.example.Shop.serves(Shop.java:10)
                  java.base/java.lang.VirtualThread.run(VirtualThread.java:309)

            #42 "tomcat-handler-2" virtual
                  java.base/java.lang.VirtualThread.parkNanos(VirtualThread.java:631)
                  java.base/java.lang.Thread.sleep(Thread.java:1)
                  org.example.Shop.serves(Shop.java:10)

            #43 "tomcat-handler-3" virtual
                  java.base/jdk.internal.misc.Unsafe.park(Native Method)
                  java.base/java.lang.VirtualThread.parkOnCarrierThread(VirtualThread.java:675)
                  java.base/java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)
                  org.example.Shop.reports(Shop.java:20)
                  org.springframework.web.Somewhere.calls(Somewhere.java:1)

            #45 "waits for a monitor, on JDK 21 without a word of it" virtual
                  org.example.Shop.reports(Shop.java:21)

            #44 "idle" virtual
                  java.base/java.lang.VirtualThread.park(VirtualThread.java:1)
                  org.apache.tomcat.util.Waits.here(Waits.java:1)
            """;

    @Test
    void whoHoldsCarriersComesFirstAndOneStandsForAllAtItsPlace() {
        assertEquals(List.of(
                "1 virtual thread pinned to a carrier:",
                "  #43 \"tomcat-handler-3\" virtual",
                "    java.base/java.lang.VirtualThread.parkOnCarrierThread(VirtualThread.java:675)",
                "    java.base/java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)",
                "    org.example.Shop.reports(Shop.java:20)",
                "2 virtual threads parked, without a carrier, one of them:",
                "  #41 \"tomcat-handler-1\" virtual",
                "    java.base/java.lang.Thread.sleep(Thread.java:1)",
                "    org.example.Shop.serves(Shop.java:10)",
                "1 virtual thread running or waiting for a monitor:",
                "  #45 \"waits for a monitor, on JDK 21 without a word of it\" virtual",
                "    org.example.Shop.reports(Shop.java:21)"), ThreadDump.telling(DUMP));
    }

    @Test
    void newerJdksSayMore() {
        assertEquals(List.of(
                "1 virtual thread parked, without a carrier:",
                "  #391 \"flush\" virtual TIMED_WAITING 2026-01-02T03:04:05Z",
                "    java.base/java.lang.Thread.sleep(Thread.java:512)",
                "    org.example.Shop.flushes(Shop.java:158)"), ThreadDump.telling("""
                        #12 "Reference Handler" RUNNABLE 2026-01-02T03:04:05Z
                            at org.example.Shop.isNoVirtualThread(Shop.java:1)

                        #391 "flush" virtual TIMED_WAITING 2026-01-02T03:04:05Z
                            at java.base/java.lang.VirtualThread.parkNanos(VirtualThread.java:784)
                            at java.base/java.lang.Thread.sleep(Thread.java:512)
                            - parking to wait for <java.lang.Object@1>
                            at org.example.Shop.flushes(Shop.java:158)
                        """));
    }

    @Test
    void aDumpWithNothingToTellSaysSo() {
        assertEquals(List.of("none of its 1 virtual threads is in the service's own code"),
                ThreadDump.telling(DUMP.substring(DUMP.indexOf("#44"))));
        assertEquals(List.of("none of its 0 virtual threads is in the service's own code"), ThreadDump.telling(""));
    }
}
