package kit.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A request, or what a request has left to do after its answer, on its way through its steps. */
public final class Job {

    private final List<Step> steps;
    private final Consumer<Boolean> ended;
    private final List<Pool> held = new ArrayList<>();
    private int next;

    /**
     * @param steps in order
     * @param ended told whether it succeeded
     */
    Job(List<Step> steps, Consumer<Boolean> ended) {
        this.steps = steps;
        this.ended = ended;
    }

    /** Goes on with the next step: the one before is over. */
    void resume() {
        while (next < steps.size()) {
            if (!steps.get(next++).begin(this)) {
                return;
            }
        }
        ended.accept(true);
    }

    /** Ends it in the middle of a step; it gives back what it holds. */
    void fail() {
        next = steps.size();
        List.copyOf(held).forEach(pool -> pool.release(this));
        ended.accept(false);
    }

    void holds(Pool pool) {
        held.add(pool);
    }

    void drops(Pool pool) {
        held.remove(pool);
    }
}
