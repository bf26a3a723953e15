// What Tablesaw's figures need around them: a deep merge, the page's colours, and a legend for several plots.
const dark = matchMedia('(prefers-color-scheme: dark)');

function merge(into, from) {
  for (const [key, value] of Object.entries(from)) {
    const both = [value, into[key]].every(v => v && typeof v === 'object' && !Array.isArray(v));
    if (both) merge(into[key], value); else into[key] = value;
  }
  return into;
}

function theme() {
  const ink = dark.matches ? '#e6e9ed' : '#1c2128', grid = dark.matches ? '#353c45' : '#e3e7eb', paper = dark.matches ? '#1e2329' : '#ffffff';
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

dark.addEventListener('change', () => document.querySelectorAll('.plot').forEach(plot => Plotly.relayout(plot, theme())));

document.addEventListener('DOMContentLoaded', () => document.querySelectorAll('.chart').forEach(chart => {
  const off = new Set();
  chart.querySelectorAll('.legend button').forEach(button => button.addEventListener('click', () => {
    const shown = off.delete(button.dataset.key) || !off.add(button.dataset.key);
    button.setAttribute('aria-pressed', shown);
    chart.querySelectorAll('.plot').forEach(plot =>
      Plotly.restyle(plot, { visible: plot.data.map(trace => !trace.meta.some(key => off.has(key))) }));
  }));
}));
