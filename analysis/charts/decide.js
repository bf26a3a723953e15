// Should we switch to virtual threads? The rule of the labs, in the words of labs/course/SwitchAdvice.java.
function switchAdvice(rate, threads, others) {
  const NEAR = 0.7, IMPOSSIBLE = 1.05;
  const text = value => String(Number(value.toPrecision(3)));
  const rps = limit => limit.servers / limit.seconds;
  const lowest = limits => limits.reduce((a, b) => rps(b) < rps(a) ? b : a);
  const bottleneck = lowest([threads, ...others]), next = lowest(others);
  const raised = `With virtual threads the limit is ${text(rps(next))}/s (${next.name}) instead of ${text(rps(threads))}/s.`;
  const contradiction = rate > IMPOSSIBLE * rps(bottleneck)
    ? `The numbers contradict each other: ${bottleneck.name} allow ${text(rps(bottleneck))}/s, and the peak is ${text(rate)}/s. Were all of them read at the peak? If so: `
    : '';
  if (bottleneck !== threads) {
    return `${contradiction}No. The bottleneck is ${bottleneck.name} (${text(rps(bottleneck))}/s), on any kind of thread. Virtual threads raise only the limit of the pool, which is ${text(rps(threads))}/s.`;
  }
  return contradiction + (rate >= NEAR * rps(threads)
    ? `Yes. The pool of threads is the bottleneck. ${raised}`
    : `Not yet. The pool of threads has the lowest limit, but at the peak ${text(rate * threads.seconds)} of ${text(threads.servers)} threads are busy. ${raised} A larger pool does the same.`);
}

const form = document.getElementById('decide-form');
function decide() {
  const number = name => Number(form.elements[name].value);
  const known = name => form.elements[name].value !== '' && number(name) > 0;
  const others = [{ name: 'CPUs', servers: number('cpus'), seconds: number('cpu') / 1000 }];
  if (known('connections') && known('held')) {
    others.push({ name: 'connections', servers: number('connections'), seconds: number('held') / 1000 });
  }
  document.getElementById('decide-answer').textContent = ['rate', 'response', 'cpu', 'cpus', 'pool'].every(known)
    ? switchAdvice(number('rate'), { name: 'threads', servers: number('pool'), seconds: number('response') / 1000 }, others)
    : 'Fill in the first five numbers.';
}
form.addEventListener('input', decide);
decide();
