package own;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;

/** Asks a person at a terminal for the peak of production, where the command line does not tell it. */
final class Peak {

    private final BufferedReader in;
    private final PrintStream out;
    private final int most;

    /** @param most requests a second that can be measured */
    Peak(BufferedReader in, PrintStream out, int most) {
        this.in = in;
        this.out = out;
        this.most = most;
    }

    /** In requests a second; null where it is not known. */
    Double ask() throws IOException {
        out.println("How many requests a second does production have at its peak? Without it the verdict is about "
                + "capacity only.");
        while (true) {
            out.print("Requests a second (Enter: not known): ");
            out.flush();
            String line = in.readLine();
            if (line == null || line.isBlank()) {
                return null;
            }
            double rate = number(line.strip());
            if (rate > 0 && rate <= most) {
                return rate;
            }
            out.println("'" + line.strip() + "' is no rate: type a number up to " + most + ", such as 150");
        }
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
