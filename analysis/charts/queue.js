// The discrete-event model of the labs (kit/rule/Model.java), one event after the other, so that it can be watched.
// A request takes a thread, and what else it holds for all of its time; half of its CPU time comes before it waits and
// half after, each exponentially distributed; what it holds for a part of its time, it takes at the end of the wait. All
// queues are first come, first served; CPUs take turns. The users begin evenly within beginMs. With `once`, each sends
// one request; else the next one after each answer. Times are in ms.
function queueModel({ users, waitMs, cpuMs, pinned = false, threads = 0, cpus, further = [], beginMs = 0, once = false }) {
  const aloneMs = waitMs + cpuMs;
  const throughout = station => station.heldMs >= 0.999 * aloneMs;
  const pool = (name, servers) => ({ name, servers, busy: 0, line: [] });
  const pools = further.map(station => ({ ...pool(station.name, station.servers), heldMs: station.heldMs }));
  if (pinned) pools.push({ ...pool('carriers', cpus), heldMs: aloneMs });
  const threadPool = pool('pool', threads > 0 ? threads : Infinity);
  const short = pools.filter(one => !throughout(one));
  const events = heap((a, b) => a.at - b.at || a.number - b.number);
  const model = { now: 0, answered: 0, answers: [], totalMs: 0, threads: threadPool, pools, computing: new Map(), people: [] };
  let number = 0, seed = 20;
  // Mulberry32: the same numbers each time.
  const random = () => {
    seed = (seed + 0x6D2B79F5) | 0;
    let bits = Math.imul(seed ^ (seed >>> 15), seed | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
  const exponential = mean => -mean * Math.log(1 - random());
  const later = (ms, what) => events.push({ at: model.now + ms, number: number++, what });

  // CPUs that take turns: of n requests each has min(1, cpus / n) of a CPU. `share` is the CPU time that each had.
  let share = 0, changed = 0, plan = 0;
  const speed = () => Math.min(1, cpus / Math.max(1, model.computing.size));
  const catchUp = () => { share += (model.now - changed) * speed(); changed = model.now; };
  const planNext = () => {
    if (model.computing.size === 0) return;
    const mine = ++plan, [person, task] = [...model.computing].reduce((a, b) => b[1].until < a[1].until ? b : a);
    later(Math.max(0, task.until - share) / speed(), () => {
      if (mine !== plan) return; // another one has come or gone meanwhile
      catchUp();
      model.computing.delete(person);
      planNext();
      task.then();
    });
  };
  const compute = (person, ms, then) => {
    if (ms <= 0) return then();
    catchUp();
    model.computing.set(person, { until: share + ms, then });
    planNext();
  };

  const take = (of, person, then) => {
    if (of.busy < of.servers) { of.busy++; then(); } else { person.inLineOf = of.name; of.line.push({ person, then }); }
  };
  const giveBack = of => {
    const first = of.line.shift();
    if (!first) { of.busy--; return; }
    later(0, () => { first.person.inLineOf = null; first.then(); });
  };
  const takeAll = (of, person, then) => of.length === 0 ? then() : take(of[0], person, () => takeAll(of.slice(1), person, then));

  const send = person => {
    Object.assign(person, { sent: model.now, state: 'line', since: Infinity });
    const held = [threadPool, ...pools.filter(throughout)];
    const end = () => {
      held.toReversed().forEach(giveBack);
      model.answered++;
      model.answers.push(model.now);
      model.totalMs += model.now - person.sent;
      Object.assign(person, { state: 'done', hasThread: false });
      if (!once) later(0, () => send(person));
    };
    take(threadPool, person, () => { person.hasThread = true; takeAll(held.slice(1), person, () => {
      Object.assign(person, { state: 'served', since: model.now });
      const shortMs = short.reduce((sum, one) => sum + one.heldMs, 0);
      const cpu = pinned ? 0 : cpuMs / 2;
      const wait = Math.max(0, (pinned ? aloneMs : waitMs) - shortMs);
      const shorts = (left, then) => left.length === 0 ? then() : take(left[0], person, () =>
        later(left[0].heldMs, () => { giveBack(left[0]); shorts(left.slice(1), then); }));
      compute(person, exponential(cpu), () => later(wait, () => shorts(short, () => compute(person, exponential(cpu), end))));
    }); });
  };

  for (let i = 0; i < users; i++) {
    const person = { state: 'away', inLineOf: null, hasThread: false, sent: 0, since: Infinity };
    model.people.push(person);
    later(beginMs * i / users, () => send(person));
  }
  /** Lets all events up to this moment take place. */
  model.advance = until => {
    while (events.size() > 0 && events.peek().at <= until) {
      const event = events.pop();
      model.now = event.at;
      event.what();
    }
    model.now = Math.max(model.now, until);
    catchUp();
    return model;
  };
  /** To the next answer, and all that happens at the same moment; false where none is left. */
  model.step = () => {
    const before = model.answered;
    while (events.size() > 0 && model.answered === before) model.advance(events.peek().at);
    model.advance(model.now + aloneMs / 1000);
    return model.answered > before;
  };
  return model;
}

function heap(order) {
  const all = [];
  const swap = (i, j) => { [all[i], all[j]] = [all[j], all[i]]; };
  return {
    size: () => all.length,
    peek: () => all[0],
    push(one) {
      let i = all.push(one) - 1;
      for (let up; i > 0 && order(all[i], all[up = (i - 1) >> 1]) < 0; i = up) swap(i, up);
    },
    pop() {
      const first = all[0], last = all.pop();
      if (all.length > 0) {
        all[0] = last;
        for (let i = 0, least; ; i = least) {
          least = i;
          for (const child of [2 * i + 1, 2 * i + 2]) if (child < all.length && order(all[child], all[least]) < 0) least = child;
          if (least === i) break;
          swap(i, least);
        }
      }
      return first;
    }
  };
}
