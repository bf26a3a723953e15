package kit.page;

import static kit.plan.Metric.*;

import fixtures.Light;
import java.time.Duration;
import kit.plan.Comparison;
import kit.plan.Demand;
import kit.plan.Quantity;
import kit.plan.Request;
import kit.plan.Variant;

/// # 1 little: Does a page tell what stands in its source?
/// {some} users send requests to {request}, for {time}, as in {few}.
final class LittlePage extends Page {

    int some = users(2);
    int more = users(4, 40);
    Request request = get("/wait");
    Duration time = ms(20);
    Demand needs = waiting(time);
    {
        code("labs/little.java", "Variant virtual = ");
    }

    Variant virtual = onVirtualThreads(Light.class);
    Variant platform = onPlatformThreads(Light.class, 2);

    /// ## 1. The first part
    /// Before the question, for {few.users} users and 100 % of {virtual}.
    Comparison few = compare("few").users(some).send(request, needs).to(virtual, platform);
    {
        ask("How many times as many for {some} users?", few.throughput(virtual, platform)).hint("count {some}");
        claim(few).asTheRuleSays();
        claim(few.throughput(virtual, platform)).near(1, percent(5)).otherwise("are there {some} users?");
    }

    /// ## 2. The second part
    Comparison many = compare("many").users(more).send(request, needs).to(virtual, platform)
            .onlyWithAllCells().users(3).to(virtual);
    Quantity.Ratio gain = many.throughput(virtual, platform);
    {
        ask("Which is faster with {more} users?", gain).oneOf(percent(10), "platform", "neither", "virtual");
        claim(gain).asTheRuleSays(percent(5)).headline().otherwise("is the pool 2?");
        claim(many.throughput(virtual)).asTheRuleSays();
    }

    /// Behind the question.
    ///
    /// ## The rule
    /// X = N / S.
    ///
    /// With {some} users it is 100/s.
    {
        rule(few, many);
    }

    /// ## The answer
    /// Virtual threads had {gain} times the throughput with {more} users, {few.throughput(virtual, platform)} times
    /// with {some}.
    {
        bars("Requests per second with {more}", many);
    }

    /// ## What happened
    /// Before the table: {many.throughput(virtual) / few.throughput(virtual)} times as many.
    {
        table(few, many).ratiosTo(platform).columns(THROUGHPUT, MEAN);
    }

    /// Behind the table.
    ///
    /// Left out, since this is not measured: {many.figure(PINNED, virtual)} {many.ofLimit(virtual)}.
    ///
    /// ## Try it
    /// - `-c 4,8` more
    ///   users
    /// - Read it.

    LittlePage(Options options) {
        super(options);
    }
}
