package kit.measure;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import kit.base.Finding;
import kit.load.Exchanges;
import kit.load.Failing;
import kit.load.LoadGenerator;
import kit.load.LoadScheduler;
import kit.machine.Children;
import kit.machine.Compilers;
import kit.machine.Connections;
import kit.machine.SteadyClock;
import kit.plan.GeneratorMode;
import kit.report.CellReport;
import kit.service.Gauges;
import kit.service.RunningService;
import org.apache.commons.lang3.exception.ExceptionUtils;

/**
 * Main class of a variant's JVM: boots the service, and then does what the lab orders, block after block.
 *
 * <p>It talks to the lab over a loopback socket rather than over its standard output, which belongs to the service.
 * Should the lab go away, the socket ends and so does this JVM: nothing is left behind even when the lab was killed.
 *
 * <p>The lab orders only from the JVM that it has started: that one reads a token from its standard input and sends it
 * first. Another process on the machine may connect, and learns nothing.
 */
final class VariantMain {

    private static final int LOOKS_IN_A_SECOND = 10;
    /** Where no row has been stored for so long, none will be. */
    private static final long STUCK_NANOS = 10_000_000_000L;
    private static final int DRAIN_LOOK_MS = 20;
    /** For so long a process may still run whose port is closed. */
    private static final Duration ENDS = Duration.ofSeconds(5);
    private static final int END_LOOK_MS = 50;

    private final ObjectInputStream in;
    private final ObjectOutputStream out;
    private LoadScheduler scheduler;
    private RunningService service;
    private Compilers compilers;
    private FlightRecorder recorder;
    private PoolSampler pools;
    private WaitSampler waits;

    private VariantMain(Socket lab) throws IOException {
        this.out = new ObjectOutputStream(lab.getOutputStream());
        this.in = new ObjectInputStream(lab.getInputStream());
    }

    public static void main(String[] args) throws Exception {
        byte[] token = System.in.readNBytes(VariantJvm.TOKEN_BYTES);
        var lab = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
        lab.setTcpNoDelay(true);
        lab.getOutputStream().write(token);
        var jvm = new VariantMain(lab);
        try {
            jvm.obey();
        } catch (Throwable e) {
            jvm.send(failed(jvm.service == null ? Finding.Code.BOOT_FAILED : Failing.code(e), e));
        }
        // Services may leave threads behind that would keep the JVM alive.
        System.exit(0);
    }

    private void obey() throws Exception {
        var boot = (Order.Boot) order();
        GeneratorMode mode = boot.generator();
        if (mode == GeneratorMode.OWN_SCHEDULER) {
            try {
                scheduler = LoadScheduler.own();
            } catch (UnsupportedOperationException e) {
                mode = GeneratorMode.OWN_JVM;
            }
        } else if (mode == GeneratorMode.SHARED) {
            scheduler = LoadScheduler.shared();
        }
        Exchanges.setClientProperties();
        CellReport.Ended last;
        try (var recording = new FlightRecorder(Path.of(boot.recording()));
                var started = boot.variant().service().start()) {
            recorder = recording;
            service = started;
            compilers = new Compilers(service.pid());
            send(new CellReport.Booted(service.address(), service.externals(), service.pid(), JvmFacts.of(service),
                    mode));
            for (Order order = order(); !(order instanceof Order.End); order = order()) {
                switch (order) {
                case Order.Drive drive -> send(drive(drive));
                case Order.Begin begin -> send(watch(begin));
                case Order.Look look -> look(look);
                case Order.Count count -> send(counted());
                case Order.LookInside look -> {
                    lookInside(look::underWay);
                    send(new Order.Answer.Looked());
                }
                case Order.ReadInside read -> send(new Order.Answer.Inside(readInside()));
                default -> throw new IllegalStateException("not now: " + order);
                }
            }
            last = new CellReport.Ended(JvmFacts.of(service), service.requestsCounted(), null, null);
        }
        if (service.pid() != ProcessHandle.current().pid()) {
            // The recording of this JVM tells nothing of it.
            replaceRecording(Path.of(boot.recording()), service.recording());
        }
        // The last word, once the service is down and the recording is written: the lab waits for nothing after it.
        send(last.with(service.lastFacts()));
    }

    /** @param other null where the service was not recorded */
    private static void replaceRecording(Path here, Path other) throws IOException {
        if (other == null) {
            Files.deleteIfExists(here);
        } else {
            Files.move(other, here, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private Order.Answer.Counted counted() throws InterruptedException {
        drain();
        double accepted = Gauges.of(service.gauges()).last(Gauges.ROWS_ACCEPTED);
        return new Order.Answer.Counted(service.requestsCounted(), service.counts(),
                Double.isNaN(accepted) ? -1 : Math.round(accepted));
    }

    /** Waits until all rows are stored that were accepted. Nothing where the service does not tell of rows. */
    private void drain() throws InterruptedException {
        double before = backlog();
        long moved = System.nanoTime();
        while (before > 0 && System.nanoTime() - moved < STUCK_NANOS) {
            Thread.sleep(DRAIN_LOOK_MS);
            double now = backlog();
            moved = now == before ? moved : System.nanoTime();
            before = now;
        }
    }

    private double backlog() {
        return Gauges.of(service.gauges()).backlog();
    }

    private Order order() throws IOException {
        try {
            return (Order) in.readObject();
        } catch (IOException e) {
            // The lab is gone.
            Children.leave();
            throw e;
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Drives a cell with the load generator of this JVM. */
    private Order.Answer drive(Order.Drive drive) throws InterruptedException {
        prepareToLookInside(drive.inside());
        var watching = new Watching(scheduler, drive.looks());
        LongSupplier cpu = () -> scheduler.canAccount() ? scheduler.cpuNanos() : -1;
        Consumer<CellReport> tell = this::send;
        var generator = new LoadGenerator(service.address(), drive.traffic(), drive.ramp(), scheduler, cpu,
                tell).externals(service.externals()).seeded(drive.seed()).ofWarmService(!drive.isCold())
                .expectingErrors(drive.errors());
        if (drive.inside().isAny()) {
            generator.thenLook(this::lookInside);
        }
        Failing failing = null;
        try {
            generator.run(() -> watching.begin(drive.cell()), watching::end);
        } catch (Failing e) {
            watching.end();
            failing = e;
        }
        String ended = ended(failing != null);
        if (ended != null) {
            return new Order.Answer.Failed(Finding.Code.CELL_DIED, ended, "");
        }
        return failing == null ? watching.answer()
                : new Order.Answer.Stopped(Failing.code(failing), failing.getMessage());
    }

    /**
     * Why the service runs no more, where it is a process of its own; null where it runs. Requests to one that has
     * ended fail, and then this is the reason. Where nothing listens any more, the process is about to end.
     */
    private String ended(boolean isFailing) throws InterruptedException {
        if (service.pid() == ProcessHandle.current().pid()) {
            return null;
        }
        long until = System.nanoTime() + ENDS.toNanos();
        try {
            service.facts();
            while (isFailing && !Connections.isListening(service.address()) && System.nanoTime() < until) {
                Thread.sleep(END_LOOK_MS);
                service.facts();
            }
            return null;
        } catch (IllegalStateException e) {
            return e.getMessage();
        }
    }

    /** Connects to the service, which takes it some CPU time: not within the window. */
    private void prepareToLookInside(Order.Sampled what) {
        pools = what.isAny() ? new PoolSampler(service) : null;
        waits = what == Order.Sampled.POOLS_AND_THREADS ? new WaitSampler(service.javaHome(), service.pid()) : null;
    }

    /** To be called while the load goes on. */
    private void lookInside(LongSupplier underWay) {
        pools.take();
        if (waits != null) {
            waits.take(underWay);
        }
    }

    /** What was seen; null where it was not looked at. To be called when no request is under way any more. */
    private Block.Inside readInside() {
        if (pools == null) {
            return null;
        }
        var seen = new Block.Inside(pools.means(),
                waits == null ? CellReport.Waits.none("a pilot has no thread dumps") : waits.read());
        pools.close();
        pools = null;
        return seen;
    }

    /** Watches while a load generator elsewhere drives. */
    private Order.Answer watch(Order.Begin begin) throws IOException, InterruptedException {
        prepareToLookInside(begin.inside());
        var watching = new Watching(null, LOOKS_IN_A_SECOND);
        watching.begin(begin.cell());
        Order next = order();
        while (next instanceof Order.Look look) {
            look(look);
            next = order();
        }
        if (!(next instanceof Order.Over)) {
            throw new IllegalStateException("not now: " + next);
        }
        watching.end();
        return watching.answer();
    }

    private void look(Order.Look look) {
        send(Vitals.memory(look.moment(), service.requestsUnderWay()));
    }

    /** What is watched during one block. */
    private final class Watching {
        private final Vitals vitals;
        private Instant from;
        private boolean ended;

        Watching(LoadScheduler generator, int looks) {
            vitals = new Vitals(generator, () -> service.cpuSecondsElsewhere() * 1e9, service.pid(), compilers,
                    service::gauges, looks, VariantMain.this::send);
        }

        void begin(String cell) {
            vitals.begin();
            recorder.begin(cell);
            from = SteadyClock.now();
        }

        synchronized void end() {
            if (from != null && !ended) {
                recorder.end();
                vitals.end();
            } else if (!ended) {
                vitals.abandon();
            }
            ended = true;
        }

        Order.Answer answer() throws InterruptedException {
            if (from != null) {
                vitals.drain(new CountDownLatch(1));
            }
            return new Order.Answer.Block(from, vitals.used().serviceNanos() / 1e9, vitals.used().gcMillis(),
                    vitals.hiccups());
        }
    }

    private synchronized void send(Serializable report) {
        try {
            out.writeObject(report);
            out.flush();
            out.reset();
        } catch (IOException e) {
            // The lab is gone, or has ended this JVM.
            Children.leave();
        }
    }

    private static Order.Answer.Failed failed(Finding.Code code, Throwable e) {
        Throwable cause = ExceptionUtils.getRootCause(e);
        var trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace));
        return new Order.Answer.Failed(code,
                cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage(), trace.toString());
    }
}
