// The numbers of the rule as sliders, its curve over what was measured, and the queue as the model runs it.
{
const given = JSON.parse(document.getElementById('explore-data').textContent);
const section = document.getElementById('explore'), form = document.getElementById('explore-form');
const byId = id => document.getElementById(id);
const el = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children);
  return made;
};
const digits = (value, n = 3) => value === 0 ? '0' : Number(value.toPrecision(n)).toLocaleString('en-US', { maximumSignificantDigits: n });
const time = ms => ms < 1 ? `${digits(ms)} ms` : ms < 10000 ? `${digits(ms, 4)} ms` : `${digits(ms / 1000)} s`;
const words = name => given.words[name] ?? name;
// By colour and by dash, so that the colours are not needed.
const LOOKS = { users: ['#7D8590', 'solid'], pool: ['#CC79A7', 'solid'], cpu: ['#009E73', 'dash'], carriers: ['#6A5ACD', 'dashdot'] };
const look = bound => LOOKS[bound] ?? ['#999933', 'dot'];
const MOST_USERS = 10000, SHOWN = 1000, POINTS = 160;

// ---- sliders ----

// Each has 1000 places. Where 0 makes sense, it is the first; the others are logarithmic.
const NUMBERS = [
  { key: 'users', label: 'Users', unit: '', least: 1, most: MOST_USERS, whole: true },
  { key: 'threads', label: 'Threads of the pool', unit: '', least: 1, most: 5000, whole: true },
  { key: 'aloneMs', label: 'Response time of a single request', unit: 'ms', least: 0.1, most: 30000 },
  { key: 'cpuMs', label: 'CPU time of a request', unit: 'ms', least: 0.01, most: 1000, zero: true },
  { key: 'cpus', label: 'CPUs', unit: '', least: 1, most: 128, whole: true }
];
const PLACES = 1000;
const toValue = (number, place) => {
  if (number.zero && place <= 0) return 0;
  const value = number.least * (number.most / number.least) ** (place / PLACES);
  return number.whole ? Math.round(value) : Number(value.toPrecision(3));
};
const toPlace = (number, value) => value <= number.least ? (number.zero && value > 0 ? 1 : 0)
  : Math.round(PLACES * Math.log(value / number.least) / Math.log(number.most / number.least));

let service, state, rows = [];

function numbersOf(one) {
  return [...NUMBERS, ...one.further.flatMap((station, i) => [
    { key: `servers${i}`, label: station.name[0].toUpperCase() + station.name.slice(1), unit: '', least: 1, most: 1000, whole: true },
    ...(station.throughout ? [] : [{ key: `held${i}`, label: `A request holds one of the ${station.name} for`, unit: 'ms', least: 0.01, most: 30000 }])])];
}

function stateOf(one, users) {
  const made = { users, threads: one.threads || 200, unlimited: one.threads === 0, aloneMs: one.waitMs + one.cpuMs, cpuMs: one.cpuMs, cpus: one.cpus };
  one.further.forEach((station, i) => { made[`servers${i}`] = station.servers; made[`held${i}`] = station.heldMs; });
  return made;
}

/** What the rule takes: what a request holds throughout, it holds for as long as it takes. */
function inputs(of, from = service) {
  const cpuMs = Math.min(of.cpuMs, of.aloneMs);
  return { users: of.users, waitMs: of.aloneMs - cpuMs, cpuMs, pinned: from.pinned, threads: of.unlimited ? 0 : of.threads, cpus: of.cpus,
    further: from.further.map((station, i) => ({ name: station.name, servers: of[`servers${i}`],
      heldMs: station.throughout ? of.aloneMs : of[`held${i}`] })) };
}

function makeSliders() {
  const box = form.querySelector('.sliders');
  box.replaceChildren();
  rows = numbersOf(service).map(number => {
    const id = `explore-${number.key}`;
    const slider = el('input', { type: 'range', id, min: 0, max: PLACES, step: 1 });
    const exact = el('input', { type: 'number', 'aria-label': `${number.label}${number.unit && `, ${number.unit}`}, as a number`,
      min: number.zero ? 0 : number.least, step: 'any', inputmode: 'decimal' });
    const row = el('div', { class: 'slider' }, el('label', { for: id }, number.label), el('span', { class: 'value' }, exact, number.unit && ` ${number.unit}`), slider);
    slider.addEventListener('input', () => set(number.key, toValue(number, Number(slider.value))));
    exact.addEventListener('change', () => {
      const typed = Number(exact.value);
      const least = number.zero ? 0 : number.least;
      set(number.key, exact.value === '' || !Number.isFinite(typed) || typed < least ? state[number.key] : number.whole ? Math.round(typed) : typed);
    });
    if (number.key === 'threads') {
      const box = el('input', { type: 'checkbox', id: 'explore-unlimited' });
      box.addEventListener('change', () => set('unlimited', box.checked));
      row.append(el('label', { class: 'unlimited' }, box, ' a virtual thread for each request: no limit'));
    }
    box.append(row);
    return { number, slider, exact };
  });
}

function set(key, value) {
  state[key] = value;
  show();
  remember();
}

function choose(name, changes = {}) {
  service = given.services.find(one => one.name === name) ?? given.services[0];
  const users = Math.max(...service.measured.map(one => one.users));
  state = { ...stateOf(service, users), ...changes };
  form.elements.service.value = service.name;
  makeSliders();
  show();
}

// ---- the link ----

const LINK = '#explore?';
function remember() {
  const own = stateOf(service, NaN), all = new URLSearchParams({ service: service.name });
  Object.entries(state).filter(([key, value]) => key === 'users' || value !== own[key]).forEach(([key, value]) => all.set(key, String(value)));
  history.replaceState(null, '', LINK + all);
}
function recall() {
  const all = new URLSearchParams(location.hash.slice(LINK.length)), changes = {};
  all.forEach((text, key) => {
    if (key === 'unlimited') changes[key] = text === 'true';
    else if (key !== 'service' && text !== '' && Number.isFinite(Number(text)) && Number(text) >= 0) changes[key] = Number(text);
  });
  choose(all.get('service'), changes);
}

// ---- what the rule says ----

function show() {
  rows.forEach(({ number, slider, exact }) => {
    const value = state[number.key], off = number.key === 'threads' && state.unlimited;
    slider.value = toPlace(number, value);
    slider.setAttribute('aria-valuetext', off ? 'no limit' : `${digits(value, 4)}${number.unit && ` ${number.unit}`}`);
    if (document.activeElement !== exact) exact.value = String(Number(value.toPrecision(4)));
    slider.disabled = exact.disabled = off;
  });
  byId('explore-unlimited').checked = state.unlimited;
  const said = closedLoop(inputs(state)), bottleneck = said.limits.find(one => one.name === said.bound);
  byId('explore-answer').textContent = `${digits(state.users, 5)} users: ${digits(said.rps, 4)} requests/s, and a mean response time of ${time(said.ms)}. `
    + (bottleneck ? `The bottleneck is ${words(said.bound)}: ${digits(bottleneck.servers, 4)} / ${time(bottleneck.heldMs)} = ${digits(said.rps, 4)}/s.`
      : `Nothing limits the throughput but the number of users: ${digits(state.users, 5)} / ${time(state.aloneMs)}. `
        + (said.limits.length ? `With more users, ${words(lowest(said.limits).name)} will: ${digits(lowest(said.limits).rps, 4)}/s.` : ''));
  byId('explore-limits').tBodies[0].replaceChildren(...said.limits.map(one => el('tr', {}, el('th', { scope: 'row' }, words(one.name)),
    ...[digits(one.servers, 4), time(one.heldMs), digits(one.rps, 4), `${digits(Math.min(100, 100 * said.rps / one.rps), 3)} %`].map(text => el('td', { class: 'number' }, text)))));
  byId('explore-beside').textContent = beside();
  draw(said);
  restart();
}

const lowest = limits => limits.reduce((a, b) => b.rps < a.rps ? b : a);

/** Where the lab's own rule says something else of the cells than these bounds, the reader is told. */
function beside() {
  const own = service.measured.filter(one => one.ruleRps > 0)
    .map(one => ({ one, gap: one.ruleRps / closedLoop(inputs(stateOf(service, one.users))).rps }))
    .find(({ gap }) => Math.abs(gap - 1) > 0.03);
  return own ? `The curve is an upper bound here. With ${digits(own.one.users, 5)} users, the rule of this lab says ${digits(own.one.ruleRps, 4)} requests/s: `
    + 'requests queue for CPUs in an order that these limits leave out (see the rule on this page).' : '';
}

function curve(of, from) {
  const most = Math.max(MOST_USERS, state.users);
  const at = inputs(of, from), alone = (at.waitMs + at.cpuMs) / 1000;
  const knees = closedLoop({ ...at, users: 1 }).limits.map(one => one.rps * alone).filter(n => n > 1 && n < most);
  return [...Array.from({ length: POINTS + 1 }, (_, i) => most ** (i / POINTS)), ...knees].sort((a, b) => a - b)
    .map(users => ({ users, ...closedLoop({ ...at, users }) }));
}

function draw(said = closedLoop(inputs(state))) {
  const now = curve(state, service), own = curve(stateOf(service, 1), service);
  const bounds = [...new Set(now.map(one => one.bound))];
  byId('explore-bounds').replaceChildren(...bounds.map(bound => {
    const item = el('li', {}, ` ${words(bound)}`), [colour, dash] = look(bound);
    item.insertAdjacentHTML('afterbegin', `<svg aria-hidden="true" width="34" height="10"><path d="M1 5H33" stroke="${colour}" stroke-width="4" stroke-dasharray="${{ solid: '', dash: '8 4', dashdot: '8 3 2 3', dot: '3 3' }[dash]}"/></svg>`);
    return item;
  }), ...given.services.map(one => {
    const item = el('li', {}, ` ${one.name}, measured`);
    item.insertAdjacentHTML('afterbegin', `<svg aria-hidden="true" width="12" height="12"><circle cx="6" cy="6" r="${one === service ? 6 : 3.5}" fill="${one.colour}"/></svg>`);
    return item;
  }));
  for (const [id, figure, unit] of [['explore_rps', 'rps', 'requests/s'], ['explore_ms', 'ms', 'ms']]) {
    const traces = [{ x: own.map(one => one.users), y: own.map(one => one[figure]), mode: 'lines', line: { color: service.colour, width: 1.2, dash: 'dot' }, hoverinfo: 'skip' }];
    bounds.forEach(bound => {
      const [colour, dash] = look(bound);
      // The first point of the next part belongs to this one, too: the curve has no gaps.
      const part = now.filter((one, i) => one.bound === bound || i > 0 && now[i - 1].bound === bound);
      traces.push({ x: part.map(one => one.users), y: part.map(one => one[figure]), mode: 'lines', line: { color: colour, width: 3.5, dash },
        hovertemplate: `by the rule: %{x:,.0f} users, %{y:,.4~g} ${unit}<br>limited by ${words(bound)}<extra></extra>` });
    });
    given.services.forEach(one => {
      const mine = one === service, cells = one.measured.filter(cell => cell[figure] > 0);
      const published = one.published.filter(cell => cell[figure] > 0);
      const text = name => ({ hovertemplate: `${one.name}<br>${name}: %{x:,} users, %{y:,.4~g} ${unit}<extra></extra>` });
      traces.push({ x: cells.map(cell => cell.users), y: cells.map(cell => cell[figure]), mode: 'markers', ...text('measured'),
        marker: { color: one.colour, size: mine ? 11 : 6, symbol: one.symbol, opacity: cells.map(cell => cell.counts ? 1 : 0.35) } });
      if (mine) traces.push({ x: published.map(cell => cell.users), y: published.map(cell => cell[figure]), mode: 'markers', ...text('published'),
        marker: { color: one.colour, size: 11, symbol: 'diamond-open', line: { width: 2 } } });
    });
    if (figure === 'rps') {
      const guesses = given.guesses.filter(one => one.service === service.name);
      traces.push({ x: guesses.map(one => one.users), y: guesses.map(one => one.rps), text: guesses.map(one => one.text), mode: 'markers',
        marker: { color: '#E69F00', size: 14, symbol: 'star' }, hovertemplate: '%{text}: %{y:,.4~g} requests/s<extra></extra>' });
    }
    traces.push({ x: [state.users], y: [said[figure]], mode: 'markers', marker: { color: 'rgba(0,0,0,0)', size: 18, line: { color: look(said.bound)[0], width: 3 } },
      hovertemplate: `with these numbers: %{x:,} users, %{y:,.4~g} ${unit}<extra></extra>` });
    const xs = traces.flatMap(trace => trace.x), ys = traces.flatMap(trace => trace.y).filter(y => y > 0 && Number.isFinite(y));
    const decades = (all, wide) => [Math.log10(Math.min(...all)) - wide, Math.log10(Math.max(...all)) + wide];
    const layout = merge({ height: 320, showlegend: false, autosize: true, margin: { l: 58, r: 18, t: 12, b: 50 }, uirevision: service.name,
      xaxis: { title: 'users', type: 'log', dtick: 1, range: decades(xs, 0.05) }, yaxis: { title: unit, type: 'log', dtick: 1, range: decades(ys, 0.15), automargin: true } }, theme());
    Plotly.react(id, traces.map(trace => ({ ...trace, type: 'scatter', meta: [] })), layout, { responsive: true, displayModeBar: false });
    byId(id).setAttribute('aria-label', `${figure === 'rps' ? 'Throughput' : 'Mean response time'} by the rule: ${digits(said[figure], 4)} ${unit} with ${digits(state.users, 5)} users, limited by ${words(said.bound)}. Measured: `
      + service.measured.filter(cell => cell[figure] > 0).map(cell => `${digits(cell[figure], 4)} ${unit} with ${digits(cell.users, 5)} users`).join(', '));
  }
}

// ---- the queue ----

const picture = byId('queue-picture'), quiet = matchMedia('(prefers-reduced-motion: reduce)');
const seats = new Map();
let model, playing = false, drawnAt = 0, frame = 0;

function queueInputs() {
  const load = byId('queue-load').value, once = Number(load) > 0;
  return { ...inputs(state), once, beginMs: once ? 1000 * Number(load) : load === 'apart' ? state.aloneMs : 0 };
}

function restart() {
  const at = queueInputs();
  const why = at.users > SHOWN ? `Too many dots for a picture: at most ${digits(SHOWN, 4)} users are shown.`
    : at.further.some(one => one.heldMs > 1.001 * state.aloneMs) ? 'A request holds several of these at a time, which the picture cannot show.' : '';
  section.querySelectorAll('#queue button, #queue canvas').forEach(one => { one.hidden = why !== ''; });
  model = why ? null : queueModel(at);
  seats.clear();
  byId('queue-sentence').textContent = why || waves(at);
  if (why) { stop(); byId('queue-words').textContent = ''; return; }
  model.advance(0);
  paint();
  tell();
}

/** What to see, in a sentence. */
function waves(at) {
  const served = Math.min(at.threads || Infinity, ...at.further.map(one => one.heldMs >= 0.999 * state.aloneMs ? one.servers : Infinity), at.pinned ? at.cpus : Infinity);
  const each = served < at.users ? Math.ceil(at.users / served) : 1;
  return each === 1 ? `Each of the ${digits(at.users, 5)} requests finds a free place at once, so none waits in line.`
    : `${digits(served, 5)} of the ${digits(at.users, 5)} requests are served at a time, so the users are served in ${digits(each, 4)} waves.`;
}

function tell() {
  const inLine = name => model.people.filter(person => person.inLineOf === name).length;
  const lines = [['pool', model.threads], ...model.pools.map(one => [one.name, one])].filter(([, one]) => one.servers < Infinity);
  byId('queue-words').textContent = `${time(model.now)} of simulated time: ` + [
    state.unlimited ? `${model.threads.busy} virtual threads` : null,
    ...lines.map(([name, one]) => `${one.busy} of ${one.servers} ${name === 'pool' ? 'threads' : name} busy, ${inLine(name)} requests wait for one`),
    `${digits(model.answered, 6)} requests answered`,
    model.answered ? `mean response time ${time(model.totalMs / model.answered)}` : null].filter(Boolean).join('; ') + '.';
}

/** Who has a thread has a place, and keeps it. */
function places() {
  const taken = new Set(seats.values());
  [...seats.keys()].filter(person => !person.hasThread).forEach(person => { taken.delete(seats.get(person)); seats.delete(person); });
  let next = 0;
  model.people.filter(person => person.hasThread && !seats.has(person)).forEach(person => {
    while (taken.has(next)) next++;
    taken.add(next);
    seats.set(person, next);
  });
  return seats;
}

function paint() {
  const style = getComputedStyle(document.documentElement), colour = name => style.getPropertyValue(name).trim();
  const width = picture.clientWidth || 320, ratio = devicePixelRatio || 1;
  const inLine = model.people.filter(person => person.inLineOf === 'pool').length;
  const limited = model.threads.servers < Infinity;
  const name = text => text[0].toUpperCase() + text.slice(1);
  const at = inputs(state), computing = model.computing.size;
  // Each box has room for all that can be in it, so that nothing moves but what is shown.
  const boxes = [
    limited && { text: `Waiting for a thread: ${inLine}`, room: Math.max(1, state.users - model.threads.servers), dots: inLine },
    { text: limited ? `Threads: ${model.threads.busy} of ${model.threads.servers} busy` : `Virtual threads: ${model.threads.busy}`,
      room: limited ? model.threads.servers : state.users, seats: places(), outlined: limited },
    ...model.pools.map(one => ({ text: `${name(one.name)}: ${one.busy} of ${one.servers} busy${one.line.length ? `, ${one.line.length} requests wait for one` : ''}`, room: one.servers, filled: one.busy })),
    at.cpuMs > 0 && !at.pinned && { text: `CPUs: ${Math.min(at.cpus, computing)} of ${at.cpus} busy${computing > at.cpus ? `, ${computing} requests take turns` : ''}`, room: at.cpus, filled: Math.min(at.cpus, computing) }
  ].filter(Boolean);
  const TITLE = 22, GAP = 12, BARS = 84;
  boxes.forEach(box => {
    box.cell = Math.max(3, Math.min(18, Math.floor(Math.sqrt(width * 90 / box.room))));
    box.columns = Math.max(1, Math.floor(width / box.cell));
    box.height = Math.ceil(box.room / box.columns) * box.cell;
  });
  const height = boxes.reduce((sum, box) => sum + TITLE + box.height + GAP, 0) + TITLE + BARS;
  picture.width = width * ratio;
  picture.height = height * ratio;
  picture.style.height = `${height}px`;
  const to = picture.getContext('2d');
  to.scale(ratio, ratio);
  to.font = '13px system-ui, sans-serif';
  to.textBaseline = 'top';
  let y = 0;
  const write = text => { to.fillStyle = colour('--ink'); to.fillText(text, 0, y + 4); y += TITLE; };
  for (const box of boxes) {
    write(box.text);
    const side = box.cell - (box.cell > 5 ? 2 : 1);
    const place = i => [(i % box.columns) * box.cell, y + Math.floor(i / box.columns) * box.cell];
    if (box.outlined || box.filled !== undefined) {
      to.fillStyle = colour('--line');
      for (let i = 0; i < box.room; i++) to.fillRect(...place(i), side, side);
    }
    to.fillStyle = colour('--muted');
    for (let i = 0; i < (box.dots ?? 0); i++) {
      const [x, top] = place(i);
      to.beginPath();
      to.arc(x + side / 2, top + side / 2, side / 2, 0, 2 * Math.PI);
      to.fill();
    }
    to.fillStyle = service.colour;
    for (let i = 0; i < (box.filled ?? 0); i++) to.fillRect(...place(i), side, side);
    box.seats?.forEach((seat, person) => {
      // It fills up while the request is served; one that waits in another line has a thread, and is not served.
      const [x, top] = place(seat), done = Math.max(0, Math.min(1, (model.now - person.since) / state.aloneMs));
      to.globalAlpha = 0.35;
      to.fillRect(x, top, side, side);
      to.globalAlpha = 1;
      to.fillRect(x, top + side * (1 - done), side, side * done);
    });
    y += box.height + GAP;
  }
  // When answers came: waves are seen here.
  const BINS = 60, each = state.aloneMs / 10, last = Math.max(BINS, Math.ceil(model.now / each));
  write(`Answers in each ${time(each)}, over the last ${time(BINS * each)}`);
  const bars = new Array(BINS).fill(0);
  for (let i = model.answers.length - 1; i >= 0; i--) {
    const bin = Math.floor(model.answers[i] / each) - (last - BINS);
    if (bin < 0) break;
    bars[Math.min(BINS - 1, bin)]++;
  }
  const most = Math.max(1, ...bars);
  to.fillStyle = service.colour;
  bars.forEach((bar, i) => to.fillRect(i * width / BINS, y + (BARS - 2) * (1 - bar / most), width / BINS - 1, (BARS - 2) * bar / most));
  to.fillStyle = colour('--muted');
  to.fillRect(0, y + BARS - 2, width, 1);
}

function tick(at) {
  if (!playing) return;
  const passed = Math.min(250, at - drawnAt);
  // Who wants less motion sees a picture now and then.
  if (!quiet.matches || passed >= 250) {
    model.advance(model.now + passed * state.aloneMs / Number(byId('queue-speed').value));
    if (model.answers.length > 50000) model.answers.splice(0, 25000);
    drawnAt = at;
    paint();
  }
  frame = requestAnimationFrame(tick);
}

function stop() {
  playing = false;
  cancelAnimationFrame(frame);
  byId('queue-play').setAttribute('aria-pressed', 'false');
  byId('queue-play').textContent = 'Play';
}

byId('queue-play').addEventListener('click', () => {
  if (playing) { stop(); tell(); return; }
  playing = true;
  byId('queue-play').setAttribute('aria-pressed', 'true');
  byId('queue-play').textContent = 'Pause';
  drawnAt = performance.now();
  frame = requestAnimationFrame(tick);
});
byId('queue-step').addEventListener('click', () => { stop(); model.step(); paint(); tell(); });
byId('queue-restart').addEventListener('click', restart);
byId('queue-load').addEventListener('change', restart);
new ResizeObserver(() => model && paint()).observe(picture.parentElement);
dark.addEventListener('change', () => { draw(); if (model) paint(); });

// ---- the beginning ----

byId('queue-load').append(el('option', { value: 'together' }, 'begin together'), el('option', { value: 'apart' }, 'begin one by one'),
  ...given.ramps.map(ramp => el('option', { value: ramp }, `send one request each, within ${digits(ramp)} s`)));
form.elements.service.append(...given.services.map(one => el('option', { value: one.name }, one.name)));
form.elements.service.addEventListener('change', () => { choose(form.elements.service.value, { users: state.users }); remember(); });
form.elements.reset.addEventListener('click', () => { choose(service.name); remember(); });
form.addEventListener('submit', event => event.preventDefault());
form.elements.link.addEventListener('click', async () => {
  remember();
  try { await navigator.clipboard.writeText(location.href); byId('explore-copied').textContent = 'Copied.'; }
  catch { byId('explore-copied').textContent = 'This browser does not allow it: copy the address of the page.'; }
});
addEventListener('hashchange', () => location.hash.startsWith(LINK) && recall());
section.hidden = false;
if (location.hash.startsWith(LINK)) { recall(); section.scrollIntoView(); } else choose(given.services[0].name);
}
