// A chart of one view over the dumps of a heap, with its intervals. It chooses the dump, and the one to compare with.

import { scaleLinear } from 'd3-scale';
import { totalOf } from './data.js';
import { element, interval, seconds, short, svg } from './format.js';

const HEIGHT = 170;
const MARGIN = { top: 18, right: 24, bottom: 24, left: 68 };

/** Above the line, for the mark of the peak. */
const PEAK_ROOM = 12;

/** With more dumps than this, their points would run into each other. */
const MOST_POINTS = 60;

/** A pointer that moves less has not brushed, but clicked. */
const BRUSH = 6;

/** A label of the axis needs as many pixels. */
const TICK = 90;

/** Points of a heap's dumps that have the view: index of the dump, position on the time axis, and the total. */
function pointsOf(heap, view) {
  return heap.dumps
    .map((dump, index) => ({ dump, index, x: dump.at ?? dump.dump, ...totalOf(dump, view) }))
    .filter((point) => point.value !== undefined);
}

/** The dump with the largest total of a view. */
export function peakOf(heap, view) {
  return pointsOf(heap, view).reduce((most, point) => (most && most.value >= point.value ? most : point), null)?.index ?? -1;
}

export function dumpLabel(dump) {
  return dump.at === null ? `${dump.dump}` : `${dump.dump} \u2013 ${seconds(dump.at)}`;
}

/** One chart; {@code choose} is called with the index of a dump and the one to compare with, or null to leave that. */
export class Series {
  constructor(report, heap, viewIndex, choose) {
    Object.assign(this, { heap, viewIndex, choose });
    this.view = report.views[viewIndex];
    this.points = pointsOf(heap, viewIndex);
    this.peak = peakOf(heap, viewIndex);
    this.reading = element('span', 'reading');
    this.figure = element('figure', '', element('figcaption', '', this.view.name, this.reading));
  }

  draw(chosen, base) {
    Object.assign(this, { chosen, base });
    const { points, view, figure } = this;
    const width = Math.max(240, figure.clientWidth);
    const top = Math.max(...points.map((point) => (Number.isFinite(point.high) ? point.high : point.value)), 1);
    const xs = points.map((point) => point.x);
    this.x = scaleLinear([Math.min(...xs), Math.max(...xs)], [MARGIN.left, width - MARGIN.right]);
    this.y = scaleLinear([0, top], [HEIGHT - MARGIN.bottom, MARGIN.top + PEAK_ROOM]);
    const chart = svg('svg', {
      width,
      height: HEIGHT,
      tabindex: 0,
      role: 'slider',
      'aria-label': `Dump, by ${view.name}`,
      'aria-valuemin': 1,
      'aria-valuemax': this.heap.dumps.length,
      'aria-valuenow': chosen + 1,
      'aria-valuetext': this.describe(points.find((point) => point.index === chosen)),
    });
    this.drawAxes(chart, width);
    this.drawLine(chart, top);
    this.brush = svg('rect', { class: 'brush', y: MARGIN.top, height: HEIGHT - MARGIN.top - MARGIN.bottom, width: 0 });
    chart.append(this.brush);
    this.drawMarks(chart);
    this.listen(chart);
    const focused = figure.contains(document.activeElement);
    figure.querySelector('svg')?.remove();
    figure.append(chart);
    if (focused) {
      chart.focus();
    }
    this.read(null);
  }

  describe(point) {
    if (!point) {
      return 'not recorded';
    }
    const range = interval([point.low, point.high], this.view, false, '');
    return `dump ${dumpLabel(point.dump)}: ${short(point.value, this.view)}${range ? ` (${range})` : ''}`;
  }

  /** Shows the numbers of a point, or of the chosen one. */
  read(point) {
    this.reading.textContent = this.describe(point ?? this.points.find((one) => one.index === this.chosen));
  }

  drawLine(chart, top) {
    const { points, x, y } = this;
    const place = (value) => y(Math.min(Math.max(value, 0), top));
    if (points.every((point) => Number.isFinite(point.high))) {
      const upper = points.map((point) => `${x(point.x)},${place(point.high)}`);
      const lower = points.map((point) => `${x(point.x)},${place(point.low)}`).reverse();
      chart.append(svg('polygon', { class: 'band', points: [...upper, ...lower].join(' ') }));
    }
    chart.append(svg('polyline', { class: 'line', points: points.map((point) => `${x(point.x)},${y(point.value)}`).join(' ') }));
  }

  drawMarks(chart) {
    for (const point of this.points) {
      const isChosen = point.index === this.chosen;
      const isBase = point.index === this.base;
      const cx = this.x(point.x);
      const cy = this.y(point.value);
      if (isChosen || isBase) {
        chart.append(svg('line', { class: 'cursor', x1: cx, x2: cx, y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom }));
      }
      if (isChosen || isBase || this.points.length <= MOST_POINTS) {
        const kind = isChosen ? 'point chosen' : isBase ? 'point base' : 'point';
        chart.append(svg('circle', { class: kind, cx, cy, r: isChosen || isBase ? 5 : 3 }));
      }
      if (point.index === this.peak) {
        const anchor = cx > this.x.range()[1] - 40 ? 'end' : cx < MARGIN.left + 40 ? 'start' : 'middle';
        chart.append(
          svg('path', { class: 'peak', d: `M${cx - 4},${cy - 11}h8l-4,6z` }),
          svg('text', { class: 'tick', x: cx, y: MARGIN.top - 6, 'text-anchor': anchor }, `peak ${short(point.value, this.view)}`),
        );
      }
    }
  }

  drawAxes(chart, width) {
    for (const tick of byteTicks(this.y, this.view)) {
      chart.append(
        svg('line', { class: 'grid', x1: MARGIN.left, x2: width - MARGIN.right, y1: this.y(tick), y2: this.y(tick) }),
        svg('text', { class: 'tick', x: MARGIN.left - 8, y: this.y(tick) + 4, 'text-anchor': 'end' }, short(tick, this.view)),
      );
    }
    const timed = this.heap.dumps[0].at !== null;
    for (const tick of this.x.ticks(Math.max(2, Math.floor((width - MARGIN.left) / TICK)))) {
      if (timed || Number.isInteger(tick)) {
        const label = timed ? `${tick} s` : `#${tick}`;
        chart.append(svg('text', { class: 'tick', x: this.x(tick), y: HEIGHT - 6, 'text-anchor': 'middle' }, label));
      }
    }
  }

  listen(chart) {
    const at = (event) => event.clientX - chart.getBoundingClientRect().left;
    let start = null;
    chart.addEventListener('pointerdown', (event) => {
      start = at(event);
      chart.setPointerCapture(event.pointerId);
    });
    chart.addEventListener('pointermove', (event) => {
      this.read(this.nearest(at(event)));
      if (start !== null) {
        this.brush.setAttribute('x', Math.min(start, at(event)));
        this.brush.setAttribute('width', Math.abs(at(event) - start));
      }
    });
    chart.addEventListener('pointerup', (event) => {
      const end = at(event);
      const from = start ?? end;
      start = null;
      const near = this.nearest(end).index;
      if (Math.abs(end - from) > BRUSH) {
        const [first, last] = [this.nearest(Math.min(from, end)).index, this.nearest(Math.max(from, end)).index];
        this.choose(last, first === last ? null : first);
      } else if (event.shiftKey) {
        this.choose(this.chosen, near);
      } else {
        this.choose(near, null);
      }
    });
    chart.addEventListener('pointercancel', () => {
      start = null;
      this.brush.setAttribute('width', 0);
    });
    chart.addEventListener('pointerleave', () => this.read(null));
    chart.addEventListener('keydown', (event) => this.onKey(event));
  }

  nearest(x) {
    return this.points.reduce((best, point) => (Math.abs(this.x(point.x) - x) < Math.abs(this.x(best.x) - x) ? point : best));
  }

  /** Arrows choose the dump before or after; with Shift, the one to compare with. */
  onKey(event) {
    const { points } = this;
    const moved = event.shiftKey && this.base >= 0 ? this.base : this.chosen;
    const place = points.findIndex((point) => point.index === moved);
    const places = {
      ArrowLeft: place - 1,
      ArrowDown: place - 1,
      ArrowRight: place + 1,
      ArrowUp: place + 1,
      PageUp: place + 10,
      PageDown: place - 10,
      Home: 0,
      End: points.length - 1,
      p: points.findIndex((point) => point.index === this.peak),
    };
    const target = places[event.key];
    if (target === undefined) {
      return;
    }
    event.preventDefault();
    const { index } = points[Math.max(0, Math.min(points.length - 1, target))];
    if (event.shiftKey) {
      this.choose(this.chosen, index);
    } else {
      this.choose(index, null);
    }
  }
}

/** Round numbers of bytes are powers of two times 1, 2, 4 or so, not of ten. */
function byteTicks(y, view) {
  if (view.unit !== 'bytes') {
    return y.ticks(4).filter(Number.isInteger);
  }
  const top = y.domain()[1];
  const step = 2 ** Math.max(0, Math.round(Math.log2(top / 4)));
  const ticks = [];
  for (let tick = 0; tick <= top; tick += step) {
    ticks.push(tick);
  }
  return ticks;
}
