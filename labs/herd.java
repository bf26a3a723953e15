///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 6 herd: 2000 users come at once. Who waits for whom?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/Kit.java ../apps/Herd.java
//FILES published/e5.csv=../data/published/e5.csv
//MAIN HerdLab

import static kit.Claim.asPredicted;
import static kit.Claim.count;
import static kit.Claim.ratio;

import apps.Herd;
import java.time.Duration;
import java.util.List;
import kit.Burst;
import kit.Cell;
import kit.Claim.Metric;
import kit.Demand;
import kit.Lab;
import kit.Load;
import kit.Prediction;
import kit.Request;
import kit.Variant;

class HerdLab {

    public static void main(String... args) {
        System.exit(Lab.run("herd", args, HerdLab::page));
    }

    static void page(Lab lab) {
        lab.title(6, "2000 users come at once. Who waits for whom?");
        int users = lab.concurrency(2000);
        Request block = Request.get("/block");
        Request nonBlock = Request.get("/non-block");
        Demand s = Demand.waiting(Duration.ofSeconds(1));
        Variant platform = Variant.platform("platform-500", Herd.class, 500);
        Variant virtual = Variant.virtual("virtual", Herd.class);
        Variant sized = Variant.platform("platform-sized", Herd.class, users);
        lab.published("e5.csv");
        lab.publishedAs(platform, "platform");
        Load burst = Burst.of(users, Duration.ofSeconds(1));
        Cell platformBurst = lab.cell(platform, block, burst, s).holding(3000).within(0.05);
        Cell virtualBurst = lab.cell(virtual, nonBlock, burst, s).within(0.05);
        Cell sizedBurst = lab.cell(sized, block, burst, s).holding(6 * users).within(0.05);
        Load steady = lab.load(users, Duration.ofSeconds(20));
        Cell platformSteady = lab.cell(platform, block, steady, s).holding(3000).within(0.05);
        Cell virtualSteady = lab.cell(virtual, nonBlock, steady, s).within(0.05);
        Cell sizedSteady = lab.cell(sized, block, steady, s).holding(6 * users).within(0.05);

        lab.says("x");
        lab.rule("x");
        lab.measure(platformBurst, virtualBurst, sizedBurst, platformSteady, virtualSteady, sizedSteady);

        String[] memory = {"-XX:+UseSerialGC", "-Xmn32m", "-XX:-ShrinkHeapInSteps", "-XX:MinHeapFreeRatio=5", "-XX:MaxHeapFreeRatio=10"};
        Cell m1 = waiting(lab, sized.property("server.tomcat.threads.min-spare", 10).flags(memory), "/block", users).holding(6 * users);
        Cell m2 = waiting(lab, virtual.flags(memory), "/non-block", users);
        Cell m3 = waiting(lab, virtual.flags(memory), "/non-block", 5 * users);
        Cell m4 = waiting(lab, virtual.flags(memory), "/non-block", 10 * users);
        lab.measure(m1, m2, m3, m4);
        lab.concludes();
    }

    private static Cell waiting(Lab lab, Variant variant, String path, int users) {
        Duration ramp = Duration.ofMillis(users / 2);
        Duration wait = ramp.plusSeconds(3);
        Variant open = variant.property("server.tomcat.max-connections", 20000).property("server.tomcat.accept-count", 4096);
        return lab.cell(open, Request.get(path + "?ms=" + wait.toMillis()),
                Burst.of(users, ramp).after(Request.get(path + "?ms=1")), Demand.waiting(wait)).as("waiting");
    }
}
