package old.cell;

import kit.measure.JvmFacts;
import kit.measure.VariantJvm;
import kit.measure.FlightRecorder;
import kit.measure.Vitals;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import kit.base.Finding;
import kit.load.Exchanges;
import kit.load.Failing;
import kit.load.LoadGenerator;
import kit.load.LoadScheduler;
import kit.machine.Children;
import kit.machine.Connections;
import kit.machine.CpuUsage;
import kit.plan.GeneratorMode;
import kit.plan.Look;
import kit.report.CellReport;
import kit.report.CellSpec;
import kit.service.Facts;
import kit.service.RunningService;
import org.apache.commons.lang3.exception.ExceptionUtils;

/**
 * Main class of a cell's JVM: boots the service, reads the facts back, lets the driver drive, and tells the lab.
 *
 * <p>It talks to the lab over a loopback socket rather than over its standard output, which belongs to the service.
 * Should the lab go away, the socket ends and so does this JVM: nothing is left behind even when the lab was killed.
 *
 * <p>The lab tells its settings only to the JVM that it has started: that one reads a token from its standard input and
 * sends it first. Another process on the machine may connect, and learns nothing.
 */
final class CellMain {

    /** What the lab says to a cell whose driver is in the lab's own JVM. */
    enum Command {
        /** Say how much memory is used: no request waits. */
        LOOK_AT_REST,
        /** The same, while all requests wait. */
        LOOK_WAITING,
        /** Look at the pools, and take thread dumps, while the load goes on. */
        LOOK_AT_WAITS,
        /** The warm-up is over. */
        BEGIN,
        /** The measurement is over. */
        END,
        /** Every request has ended: say the last facts. */
        STOP,
        /** Something that the service needs is gone: end the load now, and say what there is. */
        BREAK_OFF
    }

    /** How long a process may still run whose port is closed. */
    private static final Duration ENDS = Duration.ofSeconds(5);
    private static final int PAUSE_MS = 50;

    private final ObjectInputStream in;
    private final ObjectOutputStream out;
    private final CellSpec spec;
    private volatile RunningService service;
    private final CountDownLatch begin = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch brokenOff = new CountDownLatch(1);
    private volatile LoadGenerator driver;
    private volatile PoolSampler pools;
    private volatile WaitSampler waits;

    private CellMain(Socket lab) throws IOException, ClassNotFoundException {
        this.out = new ObjectOutputStream(lab.getOutputStream());
        this.in = new ObjectInputStream(lab.getInputStream());
        this.spec = (CellSpec) in.readObject();
    }

    public static void main(String[] args) throws Exception {
        byte[] token = System.in.readNBytes(VariantJvm.TOKEN_BYTES);
        var lab = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
        lab.setTcpNoDelay(true);
        lab.getOutputStream().write(token);
        var cell = new CellMain(lab);
        try {
            cell.run();
        } catch (Throwable e) {
            cell.send(new CellReport.Failed(cell.code(e), plain(e), trace(e)));
        }
        // Services may leave threads behind that would keep the JVM alive.
        System.exit(0);
    }

    private void run() throws Exception {
        Thread.ofPlatform().daemon().name(CpuUsage.METERS + "commands").start(this::listen);
        LoadScheduler scheduler = null;
        GeneratorMode mode = spec.driver();
        if (mode == GeneratorMode.OWN_SCHEDULER) {
            try {
                scheduler = LoadScheduler.own();
            } catch (UnsupportedOperationException e) {
                mode = GeneratorMode.OWN_JVM;
            }
        } else if (mode == GeneratorMode.SHARED) {
            scheduler = LoadScheduler.shared();
        }
        CellReport.Ended last;
        try (var recorder = new FlightRecorder(Path.of(spec.recording()));
                var started = spec.variant().service().start()) {
            service = started;
            send(new CellReport.Booted(service.address(), service.externals(), service.pid(), JvmFacts.of(service),
                    mode));
            DoubleSupplier elsewhere = () -> service.cpuSecondsElsewhere() * 1e9;
            var vitals = new Vitals(scheduler, elsewhere, service.pid(),
                    service::gauges, spec.looks(),
                    this::send);
            if (scheduler == null) {
                begin.await();
                begin(recorder, spec.name(), vitals);
                end.await();
                end(recorder, vitals);
                stop.await();
                sendLooks();
                if (spec.look() == Look.POOLS_AND_WAITS && waits == null) {
                    send(CellReport.Waits.none("the load generator ran in another JVM"));
                }
            } else {
                drive(scheduler, recorder, vitals);
            }
            vitals.drain(brokenOff);
            if (vitals.used() == null) {
                throw new IllegalStateException("the vitals could not be watched to the end");
            }
            last = new CellReport.Ended(JvmFacts.of(service), service.requestsCounted(), vitals.used(),
                    vitals.hiccups());
        }
        if (service.pid() != ProcessHandle.current().pid()) {
            // Where the service is a process of its own, this one's recording tells nothing of it.
            replaceRecording(service.recording());
        }
        // The last word, once the service is down and the recording written: the lab waits for nothing after it.
        send(last.with(service.lastFacts()));
    }

    /** @param other null where the service was not recorded */
    private void replaceRecording(Path other) throws IOException {
        Path here = Path.of(spec.recording());
        if (other == null) {
            Files.deleteIfExists(here);
        } else {
            Files.move(other, here, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private void drive(LoadScheduler scheduler, FlightRecorder recorder, Vitals vitals) throws InterruptedException {
        LongSupplier cpu = () -> scheduler.canAccount() ? scheduler.cpuNanos() : -1;
        Exchanges.setClientProperties();
        driver = new LoadGenerator(service.address(), spec.streams(), spec.warmup(), scheduler, cpu, this::send)
                .externals(service.externals()).seeded(spec.seed());
        if (spec.look() != Look.NONE) {
            prepareLooks();
            driver.thenLook(this::takeLooks);
        }
        try {
            driver.run(() -> begin(recorder, spec.name(), vitals), () -> end(recorder, vitals), this::look);
        } catch (Failing e) {
            throw service.pid() == ProcessHandle.current().pid() ? e : ofService(e);
        }
        sendLooks();
    }

    /**
     * Requests to a service that has ended fail: then this is the reason. Where nothing listens any more, the process
     * is about to end.
     */
    private Failing ofService(Failing e) throws InterruptedException {
        long until = System.nanoTime() + ENDS.toNanos();
        try {
            service.facts();
            while (!Connections.isListening(service.address()) && System.nanoTime() < until) {
                Thread.sleep(PAUSE_MS);
                service.facts();
            }
            return e;
        } catch (IllegalStateException ended) {
            return new Failing(Failing.code(e), ended.getMessage() + " (" + e.getMessage() + ")");
        }
    }

    /** Connects to the service, which takes it some CPU time. */
    private void prepareLooks() {
        pools = new PoolSampler(service);
        waits = spec.look() == Look.POOLS ? null : new WaitSampler(service.javaHome(), service.pid());
    }

    /** To be called while the load goes on, after the measurement. */
    private void takeLooks(LongSupplier underWay) {
        pools.take();
        if (waits != null) {
            waits.take(underWay);
        }
    }

    /** To be called when no request is under way any more. */
    private void sendLooks() {
        if (pools != null) {
            send(pools.means());
            pools.close();
        }
        if (waits != null) {
            send(waits.read());
        }
    }

    private static void begin(FlightRecorder recorder, String cell, Vitals vitals) {
        vitals.begin();
        recorder.begin(cell);
    }

    private static void end(FlightRecorder recorder, Vitals vitals) {
        recorder.end();
        vitals.end();
    }

    private void listen() {
        try {
            while (true) {
                switch ((Command) in.readObject()) {
                case LOOK_AT_REST -> look(CellReport.Moment.REST);
                case LOOK_WAITING -> look(CellReport.Moment.WAITING);
                case LOOK_AT_WAITS -> lookAtWaits();
                case BEGIN -> begin.countDown();
                case END -> end.countDown();
                case STOP -> stop.countDown();
                case BREAK_OFF -> breakOff();
                }
            }
        } catch (IOException | ClassNotFoundException e) {
            Children.leave();
        }
    }

    private void look(CellReport.Moment moment) {
        send(Vitals.memory(moment, service.requestsUnderWay()));
    }

    /** Each of an engine's users has a request under way, without a pause. */
    private void lookAtWaits() {
        prepareLooks();
        takeLooks(() -> spec.main().load().users());
        send(new CellReport.Dumped());
    }

    private void breakOff() {
        brokenOff.countDown();
        // Where the driver is in the lab's JVM, the lab ends it, and says END and STOP.
        if (driver != null) {
            driver.breakOff();
        }
    }

    private synchronized void send(CellReport report) {
        try {
            out.writeObject(report);
            out.flush();
            out.reset();
        } catch (IOException e) {
            // The lab is gone, or has ended this cell.
            Children.leave();
        }
    }

    private Finding.Code code(Throwable e) {
        return service == null ? Finding.Code.BOOT_FAILED : Failing.code(e);
    }

    /** The innermost cause, in words. */
    private static String plain(Throwable e) {
        Throwable cause = ExceptionUtils.getRootCause(e);
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    private static String trace(Throwable e) {
        var text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
