package tests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test that asserts what a clock said: a throughput beside its rule, a ratio of two times. Somebody else's load on the machine can
 * bend that, and does not come back at will; a mistake of ours does. So where such a test fails it is run again when all others have
 * ended, {@value #ATTEMPTS} times in all, and fails if it fails each time. Why it failed before is printed whatever comes of it.
 *
 * <p>Not for tests of what must hold under any load: counts, contents, that nothing hangs, that nobody is left behind.
 */
@Tag(Measures.TAG)
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Measures {

    String TAG = "measures";
    int ATTEMPTS = 3;
}
