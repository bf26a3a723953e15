///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 1 cpu-light: what limits the throughput of requests that only wait?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Demo.java
//FILES published/e1.csv=../data/published/e1.csv
//FILES source/labs/cpu-light.java.txt=cpu-light.java source/apps/Demo.java.txt=../apps/Demo.java
//MAIN CpuLight

import static kit.plan.Metric.*;

import apps.Demo;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;

/// # 1 cpu-light: What limits the throughput of requests that only wait?
/// A request to {light} waits twice for 200 ms, like two calls to a database, and needs almost no CPU. Each user sends
/// a request, waits for the answer, and sends the next one. Three variants serve the requests:
///
/// - platform: Tomcat with a pool of 50 platform threads, as in the published experiment (data/published)
/// - virtual: a virtual thread for each request (spring.threads.virtual.enabled=true)
/// - platform-sized: a pool of {manyUsers} platform threads, one for each user. If it is as fast as virtual threads,
///   the pool of 50 was only too small
class CpuLight extends Page {

    // How to read a page: fields say what there is, and blocks in braces say what is asked, claimed and shown about it.
    // Both only describe the measurement, which comes later. Then {names} in the text become numbers. Classes are
    // compiled for JDK 21, so that --jdk 21,25 can run them on both.
    // -c on the command line changes these two numbers, and all that depends on them.
    int fewUsers = users(50);
    int manyUsers = users(100);

    Request light = get("/demo/cpu-light");
    Demand twoWaits = waiting(ms(200)).andWaiting(ms(200));
    {
        published("e1.csv");
        code("apps/Demo.java", "public String cpuLight()");
        code("labs/cpu-light.java", "Variant platform = ");
    }

    // platform and virtual differ in the kind of thread; platform and platform-sized only in the size of the pool.
    Variant platform = onPlatformThreads(Demo.class, 50);
    Variant virtual = onVirtualThreads(Demo.class);
    Variant sized = onPlatformThreads(Demo.class, manyUsers).named("platform-sized");

    /// ## 1. Few users
    /// {few.users} users send requests to the pool of 50, and to virtual threads.
    Comparison few = compare("few users").users(fewUsers).send(light, twoWaits).to(platform, virtual);
    {
        // Claims are ratios: they must hold on your machine, whatever its speed.
        claim(few.throughput(virtual, platform)).near(1, percent(5))
                .otherwise("with a thread for each user, the kind of thread makes no difference. Were there more users "
                        + "than threads?");
    }

    /// ## 2. Many users
    /// {many.users} users send requests to the same two variants, and to the pool of {manyUsers}.
    Comparison many = compare("many users").users(manyUsers).send(light, twoWaits).to(platform, virtual, sized);
    {
        ask("{many.users} users: what is the throughput of virtual threads divided by that of 50 platform threads?",
                many.throughput(virtual, platform))
                .hint("how many requests can wait at a time on 50 threads, and how many if each has its own thread?")
                .hint("a thread that is held for 0.4 s completes 2.5 requests a second")
                .hint("the throughput is min(users, threads) / 0.4 s: calculate it for both, then divide");
        claim(many.throughput(virtual, platform)).asTheRuleSays(percent(5)).headline()
                .otherwise("the rule says users / threads. Were there fewer users than threads? Was the pool really "
                        + "50? run.json has the facts");
        claim(many.throughput(sized, virtual)).near(1, percent(5))
                .otherwise("platform threads cost memory and CPU time. How many were there?");
        claim(few, many).asTheRuleSays();
    }

    /// ## The rule
    /// A request holds its thread for S = 0.4 s. So m threads complete at most m / S requests a second, and c users who
    /// never pause send at most c / S. The smaller of the two is the throughput: X = min(c, m) / S. With virtual
    /// threads there is a thread for each request, so it is c / S. This follows from Little's law: the number of
    /// requests under way is X × S.
    {
        rule(few, many);
    }

    /// ## The answer
    /// The number of threads limits the throughput; their kind does not. With {many.users} users, virtual threads had
    /// {many.throughput(virtual, platform)} times the throughput of 50 platform threads, and {manyUsers} platform
    /// threads had {many.throughput(sized, platform)} times. With {few.users} users, the ratio of virtual to platform
    /// threads was {few.throughput(virtual, platform)}.
    {
        bars("Requests per second", few, many);
    }

    /// ## What happened
    {
        table(few, many).ratiosTo(platform).columns(THROUGHPUT, MEAN, P99);
    }

    /// A request that finds no free thread waits for one. By the rule, this wait is the only difference: the request
    /// itself takes 400 ms on both kinds of thread. A pool of {manyUsers} platform threads had
    /// {many.throughput(sized, virtual)} times the throughput of virtual threads. A service whose requests wait needs a
    /// thread for each request under way. A pool that is large enough has them. So have virtual threads, and no size
    /// has to be chosen.
    ///
    /// The published figures are below the rule: lab 15 measures why.
    ///
    /// ## Try it
    /// - `-c 200,400` 200 users in part 1, and 400 in part 2. One claim fails now. Which one, and what is its ratio by
    ///   the rule?
    /// - `--rate 150` 150 requests/s arrive, whether or not earlier ones were answered (an open loop). 50 threads serve
    ///   125/s: the queue grows
    /// - `--forks 3` three forks (each starts all JVMs anew): how much do they differ?
    /// - `--generator shared` the load generator runs on the carriers of the service (the threads that run its virtual
    ///   threads). This is harmless here. Where carriers are busy, the generator is late and measures its own delay

    CpuLight(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("cpu-light", CpuLight::new, args);
    }
}
