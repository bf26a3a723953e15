// What Tablesaw's figures need around them: a deep merge, the page's colours, a legend for several plots, and paper.
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

function theme() {
  const night = dark.matches && !onPaper;
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
