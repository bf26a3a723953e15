package apps;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.springframework.web.client.RestTemplate;

/** The calls of one request, and what became of them. */
final class ThreeCalls {

    /** What became of a call by the time at which its request was answered. */
    enum Fate {
        /** It was never made, nor will it be. */
        NOT_SENT("not-sent"),
        /** It is under way, or in a queue; its request has ended. */
        LEFT_RUNNING("left-running"),
        ANSWERED("answered"),
        /** It was ended by an interrupt. */
        CANCELLED("cancelled"),
        FAILED("failed");

        final String word;

        Fate(String word) {
            this.word = word;
        }
    }

    final Call<Orders.Order[]> orders;
    final Call<Products.Product[]> products;
    final Call<Accounts.Account[]> accounts;
    private final long began = System.nanoTime();

    ThreeCalls(RestTemplate rest, String orders, String products, String accounts) {
        this.orders = new Call<>(rest, orders, Orders.Order[].class);
        this.products = new Call<>(rest, products, Products.Product[].class);
        this.accounts = new Call<>(rest, accounts, Accounts.Account[].class);
    }

    static final class Call<T> {
        private final RestTemplate rest;
        private final String url;
        private final Class<T> type;
        private volatile Fate fate = Fate.NOT_SENT;
        private volatile T answer;

        private Call(RestTemplate rest, String url, Class<T> type) {
            this.rest = rest;
            this.url = url;
            this.type = type;
        }

        /** A call, which some other thread will make, now or when its turn has come. */
        Call<T> begun() {
            fate = Fate.LEFT_RUNNING;
            return this;
        }

        /** Makes the call and waits for its answer. */
        T make() {
            begun();
            try {
                answer = rest.getForObject(url, type);
                fate = Fate.ANSWERED;
                return answer;
            } finally {
                if (fate != Fate.ANSWERED) {
                    fate = Thread.currentThread().isInterrupted() ? Fate.CANCELLED : Fate.FAILED;
                }
            }
        }

        T answer() {
            return answer;
        }
    }

    /** What became of the calls of all requests that failed, by the way in which they were made. */
    static final class Tally {
        private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

        /** A request has failed and is about to be answered: the moment at which its calls are looked at. */
        void failed(String concurrency, ThreeCalls three) {
            add(concurrency + ".requests-failed", 1);
            add(concurrency + ".ms-until-failed", (System.nanoTime() - three.began) / 1_000_000);
            List<Fate> fates = Stream.of(three.orders, three.products, three.accounts).map(call -> call.fate).toList();
            for (Fate fate : Fate.values()) {
                add(concurrency + ".calls-" + fate.word, Collections.frequency(fates, fate));
            }
        }

        private void add(String name, long value) {
            counts.computeIfAbsent(name, n -> new LongAdder()).add(value);
        }

        /** Sums, 0 included; the time is in ms. */
        Map<String, Long> counts() {
            var now = new TreeMap<String, Long>();
            counts.forEach((name, sum) -> now.put(name, sum.sum()));
            return now;
        }
    }
}
