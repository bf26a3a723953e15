///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the service of failing-call: the back office with a fifth way, structured concurrency
//JAVA 25+
//PREVIEW
//SOURCES BackOffice.java

package apps;

import java.util.concurrent.CompletionException;
import java.util.concurrent.StructuredTaskScope;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.Environment;

/** The fifth way is a class of its own, because it needs preview features of one JDK. */
public class ScopedBackOffice extends BackOffice {

    public ScopedBackOffice(Environment settings) {
        super(settings);
    }

    public static void main(String[] args) {
        SpringApplication.run(ScopedBackOffice.class, args);
    }

    @Override
    void another(String concurrency, ThreeCalls three) throws InterruptedException {
        if (!concurrency.equals("scopeFork")) {
            super.another(concurrency, three);
        }
        try {
            scopeFork(three);
        } catch (StructuredTaskScope.FailedException e) {
            throw new CompletionException(e.getCause());
        }
    }

    /** Each call on a virtual thread of its own; once one fails, the others are interrupted. */
    private static void scopeFork(ThreeCalls three) throws InterruptedException {
        try (var scope = StructuredTaskScope.open()) {
            scope.fork(three.orders::make);
            scope.fork(three.products::make);
            scope.fork(three.accounts::make);
            scope.join();
        }
    }
}
