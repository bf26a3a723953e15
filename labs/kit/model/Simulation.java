package kit.model;

import java.util.PriorityQueue;

/** A clock and the events to come. Events of the same moment take place in the order in which they were planned. */
final class Simulation {

    private record Event(double at, long number, Runnable what) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Double.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private double now;
    private long number;
    private boolean over;

    /** Seconds since the simulation began. */
    double now() {
        return now;
    }

    /** Plans an event that takes place after so many seconds. */
    void in(double seconds, Runnable what) {
        events.add(new Event(now + seconds, number++, what));
    }

    /** Lets all events take place, those included that they plan, until there are none or it is stopped. */
    void run() {
        while (!over && !events.isEmpty()) {
            Event event = events.poll();
            now = event.at;
            event.what.run();
        }
    }

    /** Ends it with the event that takes place. */
    void stop() {
        over = true;
    }
}
