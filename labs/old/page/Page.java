package old.page;

import java.util.Arrays;
import java.util.function.Supplier;
import kit.page.SourceCode;
import old.plan.Cell;
import old.trust.Claim;

/**
 * A lab whose source is its page: Markdown in comments that begin with three slashes, and between them the plan, in
 * fields and initialisers. Java runs these from top to bottom, so prose and code come in the order in which they are
 * read. An expression in braces is one of {@link Values}.
 *
 * <pre>
 * /// # 1 cpu-light: What limits the throughput of requests that only wait?
 * class CpuLight extends Page {
 *     int users = concurrency(100);
 *
 *     /// {users} users send requests without a pause.
 *     Cell virtual = cell(Variant.virtual("virtual", Demo.class), ...);
 *     {
 *         expect("it serves what the rule says", asPredicted(virtual), "was the machine busy?");
 *     }
 *     Results measured = measure(virtual);
 *
 *     /// ## The answer
 *     /// {virtual.throughput} requests a second.
 * }
 * </pre>
 */
public abstract class Page extends Lab {

    private final Telling telling;
    private boolean isMeasured;

    protected Page() {
        super(PageStart.current());
        // A service that lives for seconds is never compiled by C2 in full, which takes CPUs from everything else.
        if (unlessQuick(false, true)) {
            withoutC2();
        }
        String file = "labs/" + about().lab() + ".java";
        telling = new Telling(this, new Values(this, Page.class, results(), jdkChoice().usual()), file,
                SourceCode.read(file));
    }

    /**
     * Runs a lab from its command line.
     *
     * @param name of the lab, of its source in labs/ and of its folder under data/
     * @param page its constructor, which takes nothing
     * @return the exit code: 0 confirmed or skipped, 1 surprise, 2 invalid or bad usage, 3 undecided
     */
    public static int run(String name, String[] args, Supplier<? extends Page> page) {
        return LabCommand.run(Invocation.ofLab(name, args), args,
                opening -> opening.during(() -> ((Page) page.get()).telling.upTo(Integer.MAX_VALUE)));
    }

    /**
     * Claims of each of these cells that its throughput is the rule's, where there is a rule. When it fails, what
     * limits the cell is where to look first.
     */
    protected final void expectRule(Cell... cells) {
        expectRule(null, cells);
    }

    /** The same with a hint of the page's own. */
    protected final void expectRule(String hint, Cell... cells) {
        Arrays.stream(cells).distinct().filter(cell -> cell.prediction(jdks().getFirst()).exists()).forEach(
                cell -> expect(cell.label() + ": throughput as predicted", Claim.asPredicted(cell), hint));
    }

    /** How many times the throughput of another cell the rule says, on the newest JDK of the run. */
    protected final double predictedRatio(Cell above, Cell below) {
        int jdk = jdks().getLast();
        return above.prediction(jdk).rps() / below.prediction(jdk).rps();
    }

    /** A page has one measurement: what follows is about its results. */
    @Override
    void measured() {
        if (isMeasured) {
            throw new IllegalStateException("a page measures once");
        }
        isMeasured = true;
        conclude();
    }

    @Override
    void tellAbove() {
        telling.upTo(line());
    }

    @Override
    int part() {
        return telling.part(line());
    }

    @Override
    String filled(String text) {
        return telling.filled(text, line());
    }

    /** Of the page's source: where it is in its fields and initialisers, also if they have called a method of it. */
    private int line() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.filter(frame -> frame.getDeclaringClass() == getClass()
                        && frame.getMethodName().equals("<init>")).map(StackWalker.StackFrame::getLineNumber)
                        .reduce((inner, outer) -> outer))
                .orElse(Integer.MAX_VALUE);
    }
}
