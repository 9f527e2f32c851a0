// A chart of one view over the dumps of a heap, with its intervals. Its points choose the dump.

import { scaleLinear } from 'd3-scale';
import { totalOf } from './data.js';
import { element, exact, interval, short, time } from './format.js';

const SVG = 'http://www.w3.org/2000/svg';
const HEIGHT = 170;
const MARGIN = { top: 12, right: 24, bottom: 24, left: 64 };

function svg(tag, attributes, ...content) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...content);
  return made;
}

/** Points of a heap's dumps that have the view: index of the dump, position on the time axis, and the total. */
function pointsOf(heap, view) {
  return heap.dumps
    .map((dump, index) => ({ dump, index, x: dump.at ?? dump.dump, ...totalOf(dump, view) }))
    .filter((point) => point.value !== undefined);
}

function describe(point, view) {
  const when = time(point.dump.timeMillis);
  const range = interval([point.low, point.high], view);
  return `Dump ${point.dump.dump}: ${short(point.value, view)} (${range})${when ? ', ' + when : ''}`;
}

/** Draws the chart of a view into a figure. {@code choose} is called with the index of a dump. */
export function drawSeries(figure, report, heap, viewIndex, chosen, base, choose) {
  const view = report.views[viewIndex];
  const points = pointsOf(heap, viewIndex);
  const width = Math.max(240, figure.clientWidth);
  const top = Math.max(...points.map((point) => (Number.isFinite(point.high) ? point.high : point.value)), 1);
  const xs = points.map((point) => point.x);
  const x = scaleLinear()
    .domain([Math.min(...xs), Math.max(...xs)])
    .range([MARGIN.left, width - MARGIN.right]);
  const y = scaleLinear()
    .domain([0, top])
    .nice(4)
    .range([HEIGHT - MARGIN.bottom, MARGIN.top]);
  const chart = svg('svg', { width, height: HEIGHT, role: 'group', 'aria-label': `${view.name} at each dump` });
  drawAxes(chart, x, y, view, width, heap.dumps[0].at !== null);
  const place = (value) => y(Number.isFinite(value) ? value : top);
  const upper = points.map((point) => `${x(point.x)},${place(point.high)}`);
  const lower = points.map((point) => `${x(point.x)},${place(point.low)}`).reverse();
  if (points.every((point) => Number.isFinite(point.high))) {
    chart.append(svg('polygon', { class: 'band', points: [...upper, ...lower].join(' ') }));
  }
  const line = points.map((point) => `${x(point.x)},${y(point.value)}`).join(' ');
  chart.append(svg('polyline', { class: 'line', points: line }));
  for (const point of points) {
    const title = svg('title', {}, `${describe(point, view)} \u2013 ${exact(point.value, view)}`);
    const classes = ['point', point.index === chosen && 'chosen', point.index === base && 'base'];
    const dot = svg(
      'circle',
      {
        class: classes.filter(Boolean).join(' '),
        cx: x(point.x),
        cy: y(point.value),
        r: point.index === chosen || point.index === base ? 6 : 4,
        tabindex: 0,
        role: 'button',
        'aria-label': describe(point, view),
        'aria-pressed': point.index === chosen,
      },
      title,
    );
    dot.addEventListener('click', (event) => choose(point.index, event.shiftKey));
    dot.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        choose(point.index, event.shiftKey);
      }
    });
    chart.append(dot);
  }
  figure.replaceChildren(element('figcaption', '', view.name), chart);
}

function drawAxes(chart, x, y, view, width, timed) {
  for (const tick of byteTicks(y, view)) {
    chart.append(
      svg('line', { class: 'grid', x1: MARGIN.left, x2: width - MARGIN.right, y1: y(tick), y2: y(tick) }),
      svg('text', { class: 'tick', x: MARGIN.left - 8, y: y(tick) + 4, 'text-anchor': 'end' }, short(tick, view)),
    );
  }
  for (const tick of x.ticks(Math.max(2, Math.floor(width / 110)))) {
    if (timed || Number.isInteger(tick)) {
      const label = timed ? `+${tick} s` : `#${tick}`;
      chart.append(svg('text', { class: 'tick', x: x(tick), y: HEIGHT - 6, 'text-anchor': 'middle' }, label));
    }
  }
}

/** Round numbers of bytes are powers of two times 1, 2, 4 or so, not of ten. */
function byteTicks(y, view) {
  if (view.unit !== 'bytes') {
    return y.ticks(4);
  }
  const top = y.domain()[1];
  const step = 2 ** Math.max(0, Math.round(Math.log2(top / 4)));
  const ticks = [];
  for (let tick = 0; tick <= top; tick += step) {
    ticks.push(tick);
  }
  return ticks;
}
