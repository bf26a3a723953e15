package kit.load;

import java.io.IOException;
import java.util.Map;
import kit.base.LabException;
import kit.plan.Request;

/** Load generators that may drive in the place of the kit's own, by their names. */
public interface Engines {

    /**
     * The one of that name, as it is on this machine.
     *
     * @throws LabException where there is none
     * @throws IOException  where it cannot be asked for its version
     */
    Engine named(String name) throws IOException, InterruptedException;

    /**
     * The script that it needs to send these requests, and other files that it reads, by their names.
     *
     * @throws LabException where there is no engine of that name, or it needs no script
     */
    Map<String, String> script(String name, Request request);
}
