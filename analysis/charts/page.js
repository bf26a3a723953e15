// What the charts need beside plotly: the page's colours, a legend for several plots, and paper.
const dark = matchMedia('(prefers-color-scheme: dark)');
const PAPER = 680; // px: what A4 leaves between margins of 15 mm; Letter is a little wider
const FEW = 12; // rows of numbers that are worth their paper
let onPaper = false;

function merge(into, from) {
  for (const [key, value] of Object.entries(from)) {
    const both = [value, into[key]].every(v => v && typeof v === 'object' && !Array.isArray(v));
    if (both) merge(into[key], value); else into[key] = value;
  }
  return into;
}

function theme(night = dark.matches && !onPaper) {
  const ink = night ? '#e6e9ed' : '#1c2128', grid = night ? '#353c45' : '#e3e7eb', paper = night ? '#1e2329' : '#ffffff';
  const axis = { gridcolor: grid, zerolinecolor: grid, linecolor: grid, separatethousands: true, exponentformat: 'none' };
  const gap = { ticks: 'outside', ticklen: 5, tickcolor: 'rgba(0,0,0,0)' }; // between an axis and its labels
  return {
    template: { layout: { xaxis: axis, yaxis: { ...axis, ...gap } } },
    font: { color: ink, size: 13, family: 'system-ui, sans-serif' },
    paper_bgcolor: 'rgba(0,0,0,0)', plot_bgcolor: 'rgba(0,0,0,0)',
    hoverlabel: { bgcolor: paper, font: { color: ink } },
    modebar: { bgcolor: 'rgba(0,0,0,0)', color: '#8b949e', activecolor: ink },
    dragmode: matchMedia('(pointer: coarse)').matches ? false : 'zoom' // a finger scrolls the page
  };
}

const TALL = 250; // px: in a smaller plot the tool bar would cover the curves

/** Draws a figure into the element of that id. */
function draw(id, { data, layout }) {
  return Plotly.newPlot(id, data, merge(layout, theme()), { responsive: true, displaylogo: false, displayModeBar: layout.height >= TALL });
}

const plots = () => document.querySelectorAll('.plot');

dark.addEventListener('change', () => plots().forEach(plot => Plotly.relayout(plot, theme())));

// A browser lays the page out for paper after this event, so the plots are told the paper's width here.
addEventListener('beforeprint', () => {
  onPaper = true;
  plots().forEach(plot => Plotly.relayout(plot, { ...theme(), width: plot.closest('.small') ? (PAPER - 24) / 2 : PAPER }));
  document.querySelectorAll('details.numbers').forEach(numbers => {
    if (!numbers.open && numbers.querySelectorAll('tbody tr').length <= FEW) {
      numbers.open = true;
      numbers.dataset.forPaper = '';
    }
  });
});
addEventListener('afterprint', () => {
  onPaper = false;
  plots().forEach(plot => Plotly.relayout(plot, { ...theme(), width: null, autosize: true }));
  document.querySelectorAll('details[data-for-paper]').forEach(numbers => {
    numbers.open = false;
    delete numbers.dataset.forPaper;
  });
});

// What is folded has no width until it is opened.
document.addEventListener('DOMContentLoaded', () => document.querySelectorAll('details.more').forEach(more =>
  more.addEventListener('toggle', () => more.querySelectorAll('.plot').forEach(plot => Plotly.Plots.resize(plot)))));

document.addEventListener('DOMContentLoaded', () => document.querySelectorAll('.chart').forEach(chart => {
  const off = new Set();
  chart.querySelectorAll('.legend button').forEach(button => button.addEventListener('click', () => {
    const shown = off.delete(button.dataset.key) || !off.add(button.dataset.key);
    button.setAttribute('aria-pressed', shown);
    chart.querySelectorAll('.plot').forEach(plot =>
      Plotly.restyle(plot, { visible: plot.data.map(trace => !trace.meta.some(key => off.has(key))) }));
  }));
}));

// ---- a chart as a picture, with what one must know to believe it ----

const PICTURE = 1200; // px wide
const EDGE = 24;

/** Lines of text that are at most so wide, in px. */
function wrapped(text, font, width) {
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = font;
  return text.split(/\s+/).filter(Boolean).reduce((lines, word) => {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && pen.measureText(longer).width <= width) lines[lines.length - 1] = longer; else lines.push(word);
    return lines;
  }, []);
}

/** The chart in the light theme, as the text of an SVG, with its height. */
async function picture(chart) {
  const escaped = text => text.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
  const parts = [], inner = PICTURE - 2 * EDGE, family = 'system-ui, sans-serif';
  let y = EDGE;
  const write = (text, size, weight, colour) => wrapped(text, `${weight} ${size}px ${family}`, inner).forEach(line => {
    y += 1.3 * size;
    parts.push(`<text x="${EDGE}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}">${escaped(line)}</text>`);
  });
  write(chart.querySelector('h2').textContent, 26, 600, '#1c2128');
  const says = chart.querySelector('[data-says]') ?? chart.querySelector('.sentence');
  if (says) write(says.textContent, 18, 400, '#1c2128');
  // The legend, its symbols as on the page.
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = `16px ${family}`;
  let x = EDGE;
  y += 12;
  chart.querySelectorAll('.legend button[aria-pressed=true], .bounds li').forEach(entry => {
    const symbol = entry.querySelector('svg'), letter = entry.querySelector('b')?.textContent ?? '';
    const text = entry.textContent.trim().replace(letter, '').trim(), wide = symbol ? Number(symbol.getAttribute('width')) + 8 : letter ? 20 : 0;
    const all = wide + pen.measureText(text).width + 24;
    if (x > EDGE && x + all > PICTURE - EDGE) { x = EDGE; y += 26; }
    if (symbol) {
      const copy = symbol.cloneNode(true);
      copy.setAttribute('x', x);
      copy.setAttribute('y', y + 3);
      copy.setAttribute('color', '#1c2128');
      parts.push(new XMLSerializer().serializeToString(copy));
    }
    parts.push(`<text x="${x}" y="${y + 15}" font-size="16" fill="#1c2128">${escaped(symbol ? '' : letter)}</text><text x="${x + wide}" y="${y + 15}" font-size="16" fill="#1c2128">${escaped(text)}</text>`);
    x += all;
  });
  y += 34;
  // The plots that are shown, beside each other as on a wide page.
  const shown = [...chart.querySelectorAll('.plot')].filter(plot => !plot.closest('details:not([open])'));
  const small = chart.querySelector('.panels.small') !== null, columns = !small ? 1 : Math.min(shown.length, chart.querySelector('.panels.two') ? 2 : 3);
  const wide = inner / columns;
  for (let i = 0; i < shown.length; i += columns) {
    let tallest = 0;
    for (const [k, plot] of shown.slice(i, i + columns).entries()) {
      const title = plot.closest('figure').querySelector('h3')?.textContent ?? '', height = plot.layout.height ?? 320;
      const layout = merge({ ...structuredClone(plot.layout), autosize: false }, { ...theme(false), width: wide - 12, height });
      const svg = decodeURIComponent((await Plotly.toImage({ data: plot.data, layout }, { format: 'svg', width: wide - 12, height })).replace(/^data:image\/svg\+xml,/, ''));
      if (title) parts.push(`<text x="${EDGE + k * wide}" y="${y + 16}" font-size="17" font-weight="600" fill="#1c2128">${escaped(title)}</text>`);
      parts.push(svg.replace(/<svg /, `<svg x="${EDGE + k * wide}" y="${y + (title ? 24 : 0)}" `));
      tallest = Math.max(tallest, height + (title ? 24 : 0));
    }
    y += tallest;
  }
  write(document.querySelector('main').dataset.picture, 15, 400, '#57606a');
  y += EDGE;
  return { height: Math.ceil(y), text: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${PICTURE}" height="${Math.ceil(y)}" viewBox="0 0 ${PICTURE} ${Math.ceil(y)}" font-family="${family}"><rect width="100%" height="100%" fill="#ffffff"/>${parts.join('\n')}</svg>` };
}

async function asPng({ text, height }) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 2 * PICTURE, height: 2 * height });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise(done => canvas.toBlob(done, 'image/png'));
}

/** Copies it; where the browser does not allow that, it becomes a file. */
async function copy(chart, kind, status) {
  const made = picture(chart);
  const blobs = kind === 'png' ? { 'image/png': made.then(asPng) }
    : { 'text/plain': made.then(({ text }) => new Blob([text], { type: 'text/plain' })),
      ...(globalThis.ClipboardItem?.supports?.('image/svg+xml') ? { 'image/svg+xml': made.then(({ text }) => new Blob([text], { type: 'image/svg+xml' })) } : {}) };
  try {
    await navigator.clipboard.write([new ClipboardItem(blobs)]);
    status.textContent = 'Copied.';
  } catch {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await Object.values(blobs).at(-1));
    link.download = `${document.title.split(':')[0]}-${chart.id.replace('chart_', '')}.${kind}`;
    link.click();
    URL.revokeObjectURL(link.href);
    status.textContent = `This browser does not allow to copy it: saved as ${link.download}.`;
  }
}

document.addEventListener('click', event => {
  const button = event.target.closest?.('[data-copy]');
  if (button) copy(button.closest('section'), button.dataset.copy, button.parentElement.querySelector('[role=status]'));
});
