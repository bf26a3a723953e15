package kit.page;

import fixtures.Light;
import fixtures.LightArchives;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kit.plan.Comparison;
import kit.plan.Variant;
import tests.Script;

/// # 1 light: What becomes of a lab that is interrupted or killed?
/// A lab on a service that starts in a blink. It has a JVM of its own.
public final class LightPage extends Page {

    /** A property: a flag of the first variant, instead of its archive. */
    public static final String FIRST_FLAG = "light.first.flag";
    /** A property: what goes wrong with the second variant. */
    private static final String FAULT = "light.fault";

    Variant first = flagged(Light.virtual("first"));
    Variant second = Light.virtual("second", Light.Fault.valueOf(System.getProperty(FAULT, "NONE")));
    Comparison both = compare("both").users(users(5)).send(get("/wait"), waiting(ms(20))).within(0.9)
            .to(first, second);
    {
        claim(both.throughput(second, first)).near(1, percent(90));
    }

    LightPage(Options options) {
        super(options);
    }

    public static void main(String... args) {
        System.exit(LabRun.run("light", LightPage::new, args));
    }

    private static Variant flagged(Variant variant) {
        String flag = System.getProperty(FIRST_FLAG);
        return flag == null ? variant : variant.flags(flag);
    }

    /** The command of such a lab, as short as can be, with these JVM options. */
    public static List<String> command(Path data, List<String> options, String... arguments) {
        var words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "--enable-native-access=ALL-UNNAMED"));
        words.addAll(Script.FOR_SECONDS);
        words.addAll(LightArchives.ofLab());
        words.addAll(options);
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), LightPage.class.getName(), "--quick",
                "--warmup", "200ms", "--data", data.toString()));
        words.addAll(List.of(arguments));
        return words;
    }
}
