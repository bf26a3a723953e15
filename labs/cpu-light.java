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
/// - platform: Tomcat with a pool of 50 platform threads, as in the published experiment
/// - virtual: a virtual thread for each request (spring.threads.virtual.enabled=true)
/// - platform-sized: a pool of {manyUsers} platform threads, one for each user. This variant shows the cause: are
///   virtual threads faster, or is the pool of 50 too small?
class CpuLight extends Page {

    // How to read a page: fields say what there is, and blocks in braces say what is asked, claimed and shown about it.
    // Nothing is measured while this is read. -c on the command line changes these two, and what depends on them.
    int fewUsers = users(50);
    int manyUsers = users(100);

    Request light = get("/demo/cpu-light");
    Demand twoWaits = waiting(ms(200)).andWaiting(ms(200));
    {
        published("e1.csv");
        code("apps/Demo.java", "/demo/cpu-light\"");
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
        claim(many.throughput(virtual, platform)).asPredicted(percent(5)).headline()
                .otherwise("the rule says users / threads. Were there fewer users than threads? Was the pool really "
                        + "50? run.json has the facts");
        claim(many.throughput(sized, virtual)).near(1, percent(5))
                .otherwise("thousands of platform threads are expensive. How many were there?");
        claim(few, many).asPredicted();
    }

    /// ## The rule
    /// A request holds its thread for S = 0.4 s. So m threads complete at most m / S requests a second, and c users who
    /// never pause send at most c / S. The smaller of the two is the throughput: X = min(c, m) / S. With virtual
    /// threads there is a thread for each request, so it is c / S. This follows from Little's law: threads in use = X
    /// S.
    {
        rule(few, many);
    }

    /// ## The answer
    /// The number of threads, not their kind. With {many.users} users, virtual threads had
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
    /// {many.throughput(sized, virtual)} times the throughput of virtual threads. So for a service whose requests wait:
    /// either a pool with a thread for each request that is under way, or virtual threads, where no pool size has to be
    /// chosen.
    ///
    /// ## Try it
    /// - `-c 200,400` 200 users in part 1, and 400 in part 2. Which claim fails now, and what is its ratio by the rule?
    /// - `--rate 150` 150 requests/s arrive (an open loop), and 50 threads serve 125/s: the queue grows
    /// - `--forks 3` three times fresh JVMs: how much do they differ?
    /// - `--generator shared` the load generator shares the carriers (threads that run virtual threads) of the service:
    ///   harmless here, but it falsifies the measurement where carriers are busy

    CpuLight(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("cpu-light", CpuLight::new, args);
    }
}
