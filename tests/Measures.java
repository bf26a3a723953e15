package tests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test that holds a clock against a number: a throughput beside its rule, a ratio of two times. Other load on the
 * machine can bend that, and goes away again; a mistake does not. So a test that fails is run again when nothing else
 * runs, {@value #ATTEMPTS} times in all. It fails if the last attempt fails. Each failed attempt is printed.
 *
 * <p>For methods only. What must hold under any load (counts, contents, exit codes, that nothing hangs and that no
 * process is left) is asserted in a method of its own or by {@link Certain}, and fails at once. So does a test that
 * does not get as far as an assertion.
 */
@Tag(Measures.TAG)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Measures {

    String TAG = "measures";
    int ATTEMPTS = 3;
}
