package kit.rule;

import java.util.List;

/** A request, or what a request has left to do after its answer, on its way through its steps. */
public final class Job {

    private final List<Step> steps;
    private final Runnable ended;
    private int next;

    /**
     * @param steps in order
     * @param ended told when it is over
     */
    Job(List<Step> steps, Runnable ended) {
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
        ended.run();
    }
}
