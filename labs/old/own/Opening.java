package old.own;

import kit.record.Verdict;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.base.Secrets;
import course.SwitchAdvice;
import old.engine.EngineByRecipe;
import old.own.Comparison.Under;
import old.page.Lab;
import old.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.Load;
import old.plan.Needs;
import kit.plan.OpenLoop;
import kit.plan.Station;
import kit.plan.Request;
import kit.plan.Request.Call;
import kit.plan.Stages;
import kit.plan.Variant;
import kit.requests.LeftOut;
import kit.service.AddressedService;
import kit.service.OperatedService;
import org.apache.commons.lang3.StringUtils;

/** The first part of a page of {@code jbang own}: what is measured, what a pilot tells, the answer by arithmetic. */
final class Opening {

    /** Throughput may differ from the rule by this share: the demand is that of a pilot. */
    private static final double TOLERANCE = 0.15;
    /** Of the lightest call on its own, in requests/s: so few that they are no load. */
    private static final double LIGHT_RATE = 10;
    /** A class path would fill the page; verdict.json has it. */
    private static final int LONGEST_WORD = 100;

    private final Own options;
    private final Target target;
    private final FirstTry tried;
    private final LoadPlan plan;
    private final EngineByRecipe engine;

    /** @param engine that drives; null where the load generator does */
    Opening(Own options, Target target, FirstTry tried, LoadPlan plan, EngineByRecipe engine) {
        this.engine = engine;
        this.options = options;
        this.target = target;
        this.tried = tried;
        this.plan = plan;
    }

    /** The command that starts the service, or its address, without passwords. */
    private String service() {
        return target.service().toString();
    }

    /** Tells what is measured. */
    void introduce(Lab lab) {
        if (target.change() != null) {
            lab.say("""
                    The service is started as `%s`. %sIt is ready after %.1f s. The switch is `%s`. The pool %s %d
                    threads%s.""",
                    Stream.of(service().split(" "))
                            .map(word -> StringUtils.abbreviateMiddle(word, "...", LONGEST_WORD))
                            .collect(Collectors.joining(" ")),
                    place(), tried.boot().toMillis() / 1000.0, target.change(), has(), target.pool(), by());
        } else {
            lab.say("""
                    The service at %s runs already, %s. It is measured as it is. Its pool %s %d threads%s.""",
                    service(), process(), has(), target.pool(), by());
        }
        Map<Call, Long> weights = target.request().weights();
        tellWhatWasLeftOut(lab);
        lab.show("Every request was tried:", List.of("request", "weight", "status", "bytes", "ms"), sent().map(
                answer -> List.<Object>of(answer.call(), weights.get(answer.call()), answer.status() == 0 ? "none"
                        : answer.status(), answer.bytes(), answer.took().toMillis()))
                .toList());
        if (light() != null) {
            lab.say("%s is also sent on its own, %.0f times a second: heavier requests may delay it.", light(),
                    LIGHT_RATE);
        }
        if (tried.elsewhere() == null) {
            lab.say("The connections of the service to other machines are not known, and the load may reach those, "
                    + "too.");
        } else if (tried.elsewhere().isEmpty()) {
            lab.say("The service had no connection to another machine while it answered. A connection that was "
                    + "closed at once is not seen.");
        } else {
            lab.say("The service has connections to other machines, and the load may reach them, too: %s.",
                    String.join(", ", tried.elsewhere()));
        }
        lab.say(machines(), lab.cpus());
        if (engine != null) {
            lab.drivenBy(engine);
            lab.say("The load comes from %s, except in the pilots.%s", engine, engine.differs() == null ? ""
                    : " It counts some things in another way than the load generator of this project: "
                            + engine.differs() + ".");
        }
    }

    /** The answers to what is sent under load. */
    private Stream<FirstTry.Answer> sent() {
        return tried.answers().stream().filter(answer -> target.file().calls().contains(answer.call()));
    }

    /** The size that a service tells is known. Any other size is assumed. */
    private String has() {
        return options.isPoolTold(tried) ? "has" : "is assumed to have";
    }

    private String by() {
        return options.isPoolTold(tried) ? "" : " (`--pool`)";
    }

    /** Why nothing can be measured: the engine is missing. Empty where it is there, or none is needed. */
    Optional<String> missing() {
        return Optional.ofNullable(engine).map(EngineByRecipe::missing);
    }

    /** Ends a page on which all cells are SKIPPED. What is required cannot hold then. */
    void skip(Lab lab, List<Cell> cells, boolean isRequired, Report report) {
        lab.measure(cells);
        Verdict verdict = isRequired ? Verdict.INVALID : Verdict.SKIPPED;
        lab.conclude(verdict, "skipped");
        lab.answer("Nothing was measured: %s.", missing().orElseThrow());
        lab.jdks().forEach(jdk -> report.add(jdk, "verdict: skipped", verdict, missing().orElseThrow()));
    }

    /**
     * A number of users that is measured.
     *
     * @param load   of the stream
     * @param cell   that has the stream; one for all stages, or where an engine drives, one for each
     * @param stream empty for the main one
     */
    record Part(int users, Load load, Cell cell, String stream) {}

    /**
     * What is measured of a variant in stages. An engine has no stages: it gets a cell for each number of users.
     *
     * @param last shapes the cell with the most users
     */
    List<Part> parts(Lab lab, Variant variant, Stages stages, Needs needs, UnaryOperator<Cell> last) {
        if (engine == null) {
            Cell all = last.apply(cell(lab, variant, stages, needs));
            return stages.stages().stream().map(stage -> new Part(stage.users(), stage, all, stage.name())).toList();
        }
        return stages.stages().stream().map(stage -> {
            Load load = ClosedLoop.of(stage.users(), Duration.ofSeconds(stage.to() - stage.from()));
            Cell cell = cell(lab, variant, load, needs);
            return new Part(stage.users(), load, stage.users() == stages.users() ? last.apply(cell) : cell, "");
        }).toList();
    }

    /** Who uses the CPUs of this machine, whose number is to be put in. */
    private String machines() {
        if (target.service().isElsewhere()) {
            return """
                    The service is on another machine. The %d CPUs of the rule are those of this machine, which the load
                    generator uses. Where JMX or Actuator tells how busy the CPUs of the service are, the rule has them
                    as one more limit.""";
        }
        return target.change() == null ? "The load generator uses this machine's %d CPUs, too." : """
                Load generator and service share this machine's %d CPUs. The service is a process of its own, and so
                is whatever it calls: a database, or another service, must be up already.""";
    }

    /** Where it listens, and what stops it, if that is not for the bench to say. */
    private String place() {
        return !(target.service() instanceof OperatedService operated) ? ""
                : "It listens at " + operated.address() + ", and `" + Secrets.masked(operated.stopCommand())
                        + "` stops it. ";
    }

    private String process() {
        long pid = ((AddressedService) target.service()).pid();
        return pid == AddressedService.UNKNOWN ? "and its process is not known: its CPU time and memory cannot be told"
                : "as process " + pid;
    }

    private void tellWhatWasLeftOut(Lab lab) {
        if (!target.file().host().isEmpty()) {
            lab.say("The requests of the file are those of %s.", target.file().host());
        }
        List<LeftOut> all = target.file().leftOut();
        if (!all.isEmpty()) {
            lab.show("Of the file of requests, this was left out:", List.of("requests", "why", "the first of them"), all
                    .stream().map(one -> List.<Object>of(one.requests(), one.why(), one.first())).toList());
        }
    }

    /** What a pilot sends: a failing service tells nothing of what a request needs. */
    Request piloted() {
        return tried.succeeding(target.request());
    }

    /**
     * What a request of the service as it is needs.
     *
     * @throws LabException where the pilot fails
     */
    Needs needs(Lab lab, Variant asItIs) {
        Needs needs = lab.needs(asItIs, piloted());
        lab.jdks().stream().filter(jdk -> !lab.isRehearsal() && !needs.apply(jdk).isKnown()).forEach(jdk -> {
            throw new LabException("the pilot of " + asItIs.name() + " on JDK " + jdk
                    + " failed, so nothing was measured: " + needs.failure(jdk));
        });
        return needs;
    }

    /**
     * Requests that fail are a result: the verdict compares them. Beside a mix of requests the lightest one is sent on
     * its own, too, since its response time is what the others can spoil.
     */
    Cell cell(Lab lab, Variant variant, Load load, Needs needs) {
        Cell cell = lab.cell(variant, target.request(), load, needs).within(TOLERANCE).throughputOnly()
                .expectingErrors();
        return light() == null ? cell
                : cell.beside(Under.LIGHT, Request.of(List.of(light())), new OpenLoop(LIGHT_RATE, length(load)));
    }

    private static Duration length(Load load) {
        return switch (load) {
        case Stages stages -> stages.stages().getLast().expected(Double.NaN);
        case OpenLoop open -> open.duration();
        default -> throw new IllegalArgumentException("not a load of own: " + load.label());
        };
    }

    /** The lightest call of a mix; null where there is one call, or none is much lighter than the heaviest. */
    Call light() {
        return engine == null ? tried.lightest() : null;
    }

    /** The limits that the rule has, in words. */
    static String limits(Demand demand) {
        return "A request holds its thread for S and a CPU for D. N users have at most N / S requests a second, a pool "
                + "of m threads has m / S, and k CPUs have k / D (Little's law)." + (demand.further().isEmpty() ? ""
                        : " In the same way, " + demand.further().stream().map(Station::name).collect(Collectors
                                .joining(" and ")) + " are a limit: their number divided by the time for which a "
                                + "request holds one.");
    }

    /**
     * Tells whether the pool is the bottleneck at the peak, by the numbers of the pilot.
     *
     * @return the answer; empty where there is none
     */
    Optional<Arithmetic> arithmetic(Lab lab, Demand demand) {
        if (!demand.isKnown()) {
            return Optional.empty();
        }
        if (options.rate == null) {
            lab.say("No `--rate` was given, so the verdict is about capacity only, not about the peak of production.");
            return Optional.empty();
        }
        var cpus = new Station(target.service().isElsewhere() ? "CPUs of the load generator" : "CPUs", lab.cpus(),
                demand.cpuSeconds());
        var advice = new SwitchAdvice(options.rate, new Station("threads", target.pool(), demand.seconds()),
                Stream.concat(Stream.of(cpus), demand.further().stream()).toList());
        lab.show("The answer by arithmetic, with the numbers of the pilot:",
                List.of("what", "how many", "busy at the peak", "limit"),
                advice.table().stream().map(row -> List.<Object>copyOf(row)).toList());
        lab.say(advice.answer());
        return Optional.of(new Arithmetic(advice));
    }

    /** For verdict.json. */
    Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put("service", service());
        json.put("switch", target.change() == null ? null : target.change().toString());
        json.put("pool", target.pool());
        json.put("engine", engine == null ? null : engine.toString());
        json.put("rate", options.rate);
        json.put("forks", plan.forks());
        json.put("quick", options.quick);
        Map<Call, Long> weights = target.request().weights();
        json.put("requests", sent().map(answer -> {
            var one = new LinkedHashMap<String, Object>();
            one.put("method", answer.call().method());
            one.put("path", Secrets.masked(answer.call().path()));
            one.put("weight", weights.get(answer.call()));
            one.put("status", answer.status());
            one.put("bytes", answer.bytes());
            one.put("ms", answer.took().toMillis());
            return one;
        }).toList());
        json.put("host", target.file().host());
        json.put("left_out", target.file().leftOut().stream().map(left -> {
            var one = new LinkedHashMap<String, Object>();
            one.put("requests", left.requests());
            one.put("why", left.why().name().toLowerCase(Locale.ROOT));
            one.put("first", left.first());
            return one;
        }).toList());
        json.put("elsewhere", tried.elsewhere());
        return json;
    }
}
