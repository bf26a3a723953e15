// The rule of a closed loop: kit/rule/Queueing.java has it with its sources. Times are in ms, rates in requests/s.
function closedLoop({ users, thinkMs = 0, waitMs, cpuMs, pinned = false, threads = 0, cpus, further = [] }) {
  const aloneMs = waitMs + cpuMs;
  const stations = [];
  if (threads > 0) stations.push({ name: 'pool', servers: threads, heldMs: aloneMs });
  if (pinned) stations.push({ name: 'carriers', servers: cpus, heldMs: aloneMs });
  else if (cpuMs > 0) stations.push({ name: 'cpu', servers: cpus, heldMs: cpuMs });
  stations.push(...further);
  const limits = stations.map(station => ({ ...station, rps: 1000 * station.servers / station.heldMs }));
  const byUsers = 1000 * users / (aloneMs + thinkMs);
  const least = limits.filter(one => one.rps < byUsers).reduce((a, b) => a && a.rps <= b.rps ? a : b, null);
  return least ? { rps: least.rps, ms: 1000 * users / least.rps - thinkMs, bound: least.name, limits }
    : { rps: byUsers, ms: aloneMs, bound: 'users', limits };
}
