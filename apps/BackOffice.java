///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the service of fan-out: joins what three other services know
//JAVA 25+
//DEPS org.apache.httpcomponents.client5:httpclient5
//SOURCES package-info.java Accounts.java Orders.java Products.java ThreeCalls.java

package apps;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestTemplate;

/** The service of the third experiment: three calls to other services for each request, made in one of four ways. */
@EnableAutoConfiguration
@RestController
public class BackOffice {

    /** An order as the back office shows it. */
    public record Line(int id, int count, int price, int discountedPrice, String account, String product) {}

    private final PoolingHttpClientConnectionManager connections;
    private final ThreeCalls.Tally tally = new ThreeCalls.Tally();
    private final Supplier<ThreeCalls> calls;

    public BackOffice(Environment settings) {
        int most = settings.getProperty("http.connections", Integer.class, 500);
        long patience = settings.getProperty("http.timeout-ms", Long.class, 5000L);
        connections = PoolingHttpClientConnectionManagerBuilder.create().setMaxConnTotal(most).setMaxConnPerRoute(most)
                .setDefaultConnectionConfig(ConnectionConfig.custom().setConnectTimeout(patience, TimeUnit.MILLISECONDS)
                        .setSocketTimeout((int) patience, TimeUnit.MILLISECONDS).build())
                .build();
        // A failed call is not repeated automatically.
        var client = HttpClients.custom().setConnectionManager(connections).disableAutomaticRetries().build();
        var rest = new RestTemplate(new HttpComponentsClientHttpRequestFactory(client));
        String orders = settings.getProperty("orders.url", "http://127.0.0.1:2223") + "/api/v1/orders";
        String products = settings.getProperty("products.url", "http://127.0.0.1:2224") + "/api/v1/products";
        String accounts = settings.getProperty("accounts.url", "http://127.0.0.1:2225") + "/api/v1/accounts";
        calls = () -> new ThreeCalls(rest, orders, products, accounts);
    }

    public static void main(String[] args) {
        SpringApplication.run(BackOffice.class, args);
    }

    @GetMapping("/backoffice/api/v1/backoffice/orders/byRestTemplate")
    public List<Line> orders(@RequestParam(defaultValue = "sequential") String concurrency)
            throws InterruptedException {
        ThreeCalls three = calls.get();
        try {
            switch (concurrency) {
            case "sequential" -> sequential(three);
            // The pool that is taken where none is named: the common one, on JDK 25 whatever its size.
            case "completableFuture" -> futures(three, new CompletableFuture<>().defaultExecutor());
            case "completableFutureWithThreadTaskExecutor" -> futures(three, THREAD_PER_TASK);
            case "completableFutureWithVirtualTaskExecutor" -> futures(three, VIRTUAL_THREAD_PER_TASK);
            default -> another(concurrency, three);
            }
        } catch (RestClientException | CompletionException e) {
            tally.failed(concurrency, three);
            throw e;
        }
        return join(three.orders.answer(), three.products.answer(), three.accounts.answer());
    }

    // ---- the four ways ----

    private static final Executor THREAD_PER_TASK = Executors.newThreadPerTaskExecutor(Thread::new);
    private static final Executor VIRTUAL_THREAD_PER_TASK = Executors.newVirtualThreadPerTaskExecutor();

    private static void sequential(ThreeCalls three) {
        three.orders.make();
        three.products.make();
        three.accounts.make();
    }

    /** As published: it waits for all three calls, even if one has failed already. */
    private static void futures(ThreeCalls three, Executor executor) {
        CompletableFuture.allOf(
                CompletableFuture.supplyAsync(three.orders.begun()::make, executor),
                CompletableFuture.supplyAsync(three.products.begun()::make, executor),
                CompletableFuture.supplyAsync(three.accounts.begun()::make, executor)).join();
    }

    /** A way that this service does not have. */
    void another(String concurrency, ThreeCalls three) throws InterruptedException {
        throw new IllegalArgumentException(concurrency);
    }

    private static List<Line> join(Orders.Order[] orders, Products.Product[] products, Accounts.Account[] accounts) {
        Map<Integer, String> names = Arrays.stream(products)
                .collect(Collectors.toMap(Products.Product::id, Products.Product::name));
        Map<Integer, String> people = Arrays.stream(accounts)
                .collect(Collectors.toMap(Accounts.Account::id, Accounts.Account::fullname));
        return Arrays.stream(orders)
                .map(o -> new Line(o.id(), o.count(), o.price(), o.discountedPrice(), people.get(o.accountId()),
                        names.get(o.productId())))
                .toList();
    }

    // ---- what goes wrong, and what is told of it ----

    @ExceptionHandler({RestClientException.class, CompletionException.class})
    @ResponseStatus(HttpStatus.BAD_GATEWAY)
    public String badGateway() {
        return "one of the services behind this one failed";
    }

    @ExceptionHandler(IllegalArgumentException.class)
    @ResponseStatus(HttpStatus.BAD_REQUEST)
    public String badRequest(IllegalArgumentException e) {
        return "there is no concurrency=" + e.getMessage();
    }

    /** What is true of this service while it runs. */
    @Bean
    public Supplier<Map<String, Object>> facts() {
        return () -> {
            var facts = new LinkedHashMap<String, Object>();
            facts.put("http.connections", connections.getMaxTotal());
            facts.put("common-pool.parallelism", ForkJoinPool.getCommonPoolParallelism());
            return facts;
        };
    }

    /** What became of the calls of requests that failed. */
    @Bean
    public Supplier<Map<String, Long>> counts() {
        return tally::counts;
    }
}
