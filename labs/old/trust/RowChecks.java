package old.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kit.base.Finding;
import kit.base.Numbers;
import old.cell.Outcome;
import kit.plan.Burst;
import old.plan.Cell;
import kit.plan.OpenLoop;
import kit.plan.Stages;
import kit.service.Facts;

/** All checks of one row, in the order in which they are told. */
final class RowChecks {

    private final CellResult row;
    private final Cell cell;
    private final Outcome outcome;
    private final Outcome.OfStream stream;
    private final int cpus;
    private final List<Finding> findings = new ArrayList<>();

    private RowChecks(CellResult row, int cpus) {
        this.row = row;
        this.cell = row.cell();
        this.outcome = row.outcome();
        this.stream = row.stream();
        this.cpus = cpus;
    }

    /** @param cpus of the machine */
    static List<Finding> of(CellResult row, int cpus) {
        var checks = new RowChecks(row, cpus);
        checks.look();
        checks.rule();
        return checks.findings;
    }

    private void look() {
        if (outcome.failure != null) {
            findings.add(Finding.invalid(outcome.failureCode, "%s", outcome.failure
                    + (stream.ok > 0
                            ? Numbers.format(" (%d requests of %.1f s were kept)", stream.ok, stream.duration())
                            : "")));
        }
        if (row.isMain()) {
            add(Checks.stalled(row.stalledSeconds()));
        }
        add(Checks.errors(stream.ok, stream.failed(), row.errorKinds(), cell.toleratesErrors()));
        add(ofLatencies(row.sendDelay()));
        // What a pilot measured is an estimate: throughput beyond it is not impossible.
        if (!cell.needs().apply(outcome.jdk).isKnown()) {
            add(Checks.utilisation(row.rps(), stream.duration(), row.prediction().stations()));
        }
        if (row.isMain()) {
            add(MachineChecks.cpuTime(new CpuDemand(row).knownSeconds(), watched(), cpus));
        }
        if (row.isMain() && cell.claimed() != null) {
            add(Checks.claimed(row.rps(), stream.duration(), cell.claimed()));
        }
        add(Checks.little(row.littleGap()));
        if (stream.totals != null) {
            add(Checks.steady(row.steadyCv()));
            add(Checks.warm(row.conditions().gainSinceItBegan()));
            add(Checks.compiled(row.conditions().gainWhenCompiled()));
            add(Checks.driver(row.generatorBusy()));
            add(ofLatencies(row.generatorHiccups()));
            if (row.load().isClosed() && outcome.engine == null) {
                add(Checks.unaccountedTime(row.load().users(), stream.totals));
            }
        }
        if (outcome.ended != null) {
            add(Checks.facts(row.variant().asked(), outcome.found()));
        }
        if (outcome.ended != null && outcome.engine == null) {
            counts("", outcome.ended.serverRequests());
            row.ownStreams().map(s -> s.stream.request().service()).filter(service -> !service.isEmpty()).distinct()
                    .forEach(service -> counts(service, countedBy(service)));
        }
        if (outcome.ended != null && stream.told != null) {
            add(EngineChecks.unchecked(outcome.driver(), stream.told));
            add(EngineChecks.window(stream.told.seconds(), watched()));
        }
        // Of stages it is said once for all.
        if (outcome.ended != null && row.stage() == null) {
            add(Checks.connections(row.load().users(), row.fact(Facts.MAX_CONNECTIONS), row.fact(Facts.ACCEPT_COUNT)));
            add(MachineChecks.stopped(outcome.ended.hiccups().stops(), outcome.began, stream.duration()));
            add(Checks.listening(outcome.listenOverflows, row.fact(Facts.ACCEPT_COUNT)));
        }
        if (row.isMain()) {
            add(Checks.rows(row.rows().owed(), row.rows().inTable(), row.rows().sent(), cell.toleratesErrors(),
                    outcome.uncounted,
                    whyLost()));
            add(Checks.drained(outcome.drained));
            add(Optional.ofNullable(outcome.undropped)
                    .map(left -> Finding.remark(Finding.Code.SCHEMA_LEFT, "%s", left)));
        }
        if (row.stage() == null) {
            add(MachineChecks.throttled(outcome.throttledSeconds, stream.duration()));
            add(MachineChecks.quota(outcome.cpuLimit, cpus));
            add(MachineChecks.quiet(outcome.idleBefore, outcome.others.cpus(), cpus, outcome.others.neighbour()));
        }
    }

    /** For how long the CPUs were watched, in s: an engine tells a length of its own. */
    private double watched() {
        return stream.told != null && outcome.ended != null ? outcome.ended.used().nanos() / 1e9 : stream.duration();
    }

    /** Last, since of a row that cannot be believed it is nothing to say. */
    private void rule() {
        if (findings.stream().noneMatch(Finding::invalidates)) {
            var gap = new RuleGap(row, cpus);
            double tolerance = Math.max(cell.tolerance(), gap.byChance());
            add(Checks.rule(row.ruleGap(), tolerance, gap.reason()));
            add(gap.allowed(tolerance));
            add(gap.spread());
        }
    }

    private Optional<Finding> ofLatencies(Optional<Finding> found) {
        return cell.isThroughputOnly() || row.stage() != null && row.machineCpu() / cpus >= Checks.CPU_BUSY
                ? Checks.latenciesAside(found, notOffered())
                : found;
    }

    /**
     * Part of the load that was not offered: of the users' time what went into being late, of a rate what is missing
     * and is not missing by chance; NaN where it is not known. Of a burst each request is sent, and the time until the
     * last answer counts. Of stages each has its own.
     */
    private double notOffered() {
        return switch (row.load()) {
        case Burst burst -> 0;
        case Stages stages -> 0;
        case OpenLoop open -> Math.max(0, Math.abs(1 - (row.ok() + row.errors()) / (open.rate() * stream.duration()))
                - new RuleGap(row, cpus).byChance());
        default -> row.load().isClosed() && stream.totals != null
                ? stream.totals.sendDelaySeconds() / (row.load().users() * stream.totals.seconds())
                : Double.NaN;
        };
    }

    private void add(Optional<Finding> finding) {
        finding.ifPresent(findings::add);
    }

    /** Why rows were not stored, as the service says, and where it says which; null where it says nothing. */
    private String whyLost() {
        String why = row.fact(Facts.ROWS_LOST_WHY);
        return why == null || why.isBlank() ? null : why;
    }

    /**
     * Of the requests that were sent, the client gave some up: the server may still have them in its queue, or have
     * dropped them.
     */
    private void counts(String service, long counted) {
        add(Checks.counts(row.requestsSent(service), row.ownStreams()
                .filter(s -> s.stream.request().service().equals(service)).mapToLong(s -> s.totals.givenUp()).sum(),
                counted));
    }

    /** Requests that an external service counted; -1 where it does not tell. */
    private long countedBy(String service) {
        String told = row.fact(service + ".requests");
        return told == null ? -1 : Long.parseLong(told);
    }
}
