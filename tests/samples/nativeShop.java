///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION a sample service for the tests of jbang own, which calls a function of the C library that waits
//JAVA 25+
//SOURCES ../../apps/package-info.java
//MAIN samples.NativeShop

package samples;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A native call of 200 ms: it holds its carrier, and no event of a recording tells so. */
@EnableAutoConfiguration
@RestController
class NativeShop {

    private static final int MICROSECONDS = 200_000;
    private static final MethodHandle USLEEP = Linker.nativeLinker().downcallHandle(Linker.nativeLinker()
            .defaultLookup().find("usleep").orElseThrow(),
            FunctionDescriptor.of(ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT));

    public static void main(String[] args) {
        SpringApplication.run(NativeShop.class, args);
    }

    /** @return 0 */
    @GetMapping("/native")
    public String waits() throws Throwable {
        return String.valueOf((int) USLEEP.invokeExact(MICROSECONDS));
    }
}
