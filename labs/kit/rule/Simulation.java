package kit.rule;

import java.util.ArrayList;
import java.util.List;
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

    /** An event that is often planned anew. Only its last plan counts, so it needs no place among the other events. */
    final class Alarm {
        private final Runnable what;
        /** Infinity: it is not planned. */
        private double at = Double.POSITIVE_INFINITY;
        private long number;

        private Alarm(Runnable what) {
            this.what = what;
        }

        /** Plans it in so many seconds, instead of when it was planned before. */
        void in(double seconds) {
            at = now + seconds;
            number = numbers++;
        }

        private boolean isBefore(double time, long other) {
            return at < time || at == time && number < other;
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final List<Alarm> alarms = new ArrayList<>();
    private double now;
    private long numbers;
    private boolean over;

    /** Seconds since the simulation began. */
    double now() {
        return now;
    }

    /** Plans an event that takes place after so many seconds. */
    void in(double seconds, Runnable what) {
        events.add(new Event(now + seconds, numbers++, what));
    }

    /** @return an event that is not planned yet */
    Alarm alarm(Runnable what) {
        var alarm = new Alarm(what);
        alarms.add(alarm);
        return alarm;
    }

    /** Lets all events take place, those included that they plan, until there are none or it is stopped. */
    void run() {
        while (!over) {
            Alarm alarm = firstAlarm();
            Event event = events.peek();
            if (alarm != null && (event == null || alarm.isBefore(event.at, event.number))) {
                now = alarm.at;
                alarm.at = Double.POSITIVE_INFINITY;
                alarm.what.run();
            } else if (event != null) {
                events.poll();
                now = event.at;
                event.what.run();
            } else {
                return;
            }
        }
    }

    /** @return null: none is planned */
    private Alarm firstAlarm() {
        Alarm first = null;
        for (Alarm alarm : alarms) {
            if (alarm.at < Double.POSITIVE_INFINITY && (first == null || alarm.isBefore(first.at, first.number))) {
                first = alarm;
            }
        }
        return first;
    }

    /** Ends it with the event that takes place. */
    void stop() {
        over = true;
    }
}
