// A chart of the sums of one view over the dumps of a heap, with their intervals. It chooses the dump, and the one to compare with.

import { maxIndex, range, ticks } from './array.js';
import { element, estimate, functionButton, seconds, short, svg, swatch } from './format.js';

const HEIGHT = 112;
const MARGIN = { top: 16, right: 24, bottom: 20, left: 64 };

/** Above the line, for the mark of the peak. */
const PEAK_ROOM = 8;

/** With more dumps than this, their points would run into each other. */
const MOST_POINTS = 60;

/** A pointer that moves less has not brushed, but clicked. */
const BRUSH = 6;

/** A label of the axis needs as many pixels. */
const TICK = 90;

/** The dump with the largest total of a view. */
export const peakOf = (heap, view) => maxIndex(heap.dumps, (dump) => dump.totals[view]?.value);

/** Places on an axis: as far between its ends as a number is between those of a domain, or in the middle where there is one only. */
const axis = ([from, to], [begin, end]) => (number) => begin + (end - begin) * (to === from ? 0.5 : (number - from) / (to - from));

/** A line through points, for the path of an SVG. */
const through = (points) => `M${points.join('L')}`;

export const dumpLabel = ({ dump, at }) => (at === null ? `${dump}` : `${dump} \u2013 ${seconds(at)}`);

/** One chart; {@code choose} is called with the index of a dump and the one to compare with, or null to leave that. */
export class Series {
  /**
   * @param sums by dump, {value, interval}; null where a dump lacks the view
   * @param layers what to stack below their line, {name, color, values}
   * @param entries what the legend leads to, {name, color, go}
   * @param contextAt the context of numbers, by the index of a dump
   */
  constructor(heap, view, title, { sums, layers, entries }, choose, contextAt) {
    Object.assign(this, { heap, title, layers, choose, contextAt, view, peak: maxIndex(sums, (sum) => sum?.value) });
    /** Those of dumps that have the view: place on the time axis, and sum. */
    this.points = heap.dumps.flatMap((dump, index) => {
      const sum = sums[index];
      return sum ? [{ dump, index, at: dump.at ?? dump.dump, value: sum.value, interval: sum.interval }] : [];
    });
    this.reading = element('span', 'reading');
    this.figure = element('figure', '', element('figcaption', '', title, this.reading));
    const entry = ({ name, color, go }) => element('li', '', functionButton(name, go, swatch(color)));
    this.legend = entries.length > 0 ? [element('ul', 'legend', ...entries.map(entry))] : [];
  }

  /** Draws into the figure, which is on the page; {@code dump} is the chosen one. */
  draw({ dump, base }) {
    Object.assign(this, { chosen: dump, base });
    const { points, view, figure } = this;
    const width = Math.max(240, figure.clientWidth);
    const right = width - MARGIN.right;
    const times = points.map(({ at }) => at);
    this.times = [Math.min(...times), Math.max(...times)];
    this.top = Math.max(1, ...points.map(({ value, interval: [, high] }) => (Number.isFinite(high) ? high : value)));
    this.x = axis(this.times, [MARGIN.left, right]);
    const place = axis([0, this.top], [HEIGHT - MARGIN.bottom, MARGIN.top + PEAK_ROOM]);
    this.y = (number) => place(Math.max(0, Math.min(this.top, number)));
    const chart = svg('svg', {
      width,
      height: HEIGHT,
      viewBox: `0 0 ${width} ${HEIGHT}`,
      role: 'img',
      'aria-label': `${this.title} over time`,
    });
    this.brush = svg('rect', { class: 'brush', y: MARGIN.top, height: HEIGHT - MARGIN.top - MARGIN.bottom, width: 0 });
    chart.append(...this.axes(right), ...this.areas(), ...this.lines(), this.brush, ...points.flatMap((point) => this.marks(point, right)));
    this.listen(chart);
    figure.append(chart, ...this.legend);
    this.read();
  }

  /** Shows the numbers of a point, or of the chosen one. */
  read(point = this.points.find(({ index }) => index === this.chosen)) {
    this.reading.textContent = point ? `dump ${dumpLabel(point.dump)}: ${estimate(point, this.contextAt(point.index))}` : 'not recorded';
  }

  /** What the largest functions hold, on top of one another. */
  areas() {
    const { points, x, y } = this;
    const below = points.map(() => 0);
    return this.layers.map(({ name, color, values }) => {
      const lower = points.map(({ at }, i) => [x(at), y(below[i])]);
      points.forEach(({ index }, i) => (below[i] += values[index]));
      const upper = points.map(({ at }, i) => [x(at), y(below[i])]);
      return svg('path', { class: 'layer', fill: color, d: `${through([...upper, ...lower.reverse()])}Z` }, svg('title', {}, name));
    });
  }

  lines() {
    const { points, x, y } = this;
    const line = (numberOf) => points.map((point) => [x(point.at), y(numberOf(point))]);
    const isKnown = points.every(({ interval: [, high] }) => Number.isFinite(high));
    const band = [...line(({ interval: [, high] }) => high), ...line(({ interval: [low] }) => low).reverse()];
    return [
      svg('path', { class: 'band', d: isKnown ? `${through(band)}Z` : '' }),
      svg('path', { class: 'line', d: through(line(({ value }) => value)) }),
    ];
  }

  marks({ index, at, value }, right) {
    const isChosen = index === this.chosen;
    const isMarked = isChosen || index === this.base;
    const cx = this.x(at);
    const cy = this.y(value);
    const marks = [];
    if (isMarked) {
      marks.push(svg('line', { class: 'cursor', x1: cx, x2: cx, y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom }));
    }
    if (isMarked || this.points.length <= MOST_POINTS) {
      const kind = isChosen ? 'point chosen' : isMarked ? 'point base' : 'point';
      marks.push(svg('circle', { class: kind, cx, cy, r: isMarked ? 5 : 3 }));
    }
    if (index === this.peak) {
      const anchor = cx > right - 40 ? 'end' : cx < MARGIN.left + 40 ? 'start' : 'middle';
      marks.push(
        svg('path', { class: 'peak', d: `M${cx - 4},${cy - 11}h8l-4,6z` }),
        svg('text', { class: 'tick', x: cx, y: MARGIN.top - 6, 'text-anchor': anchor }, `peak ${short(value, this.view)}`),
      );
    }
    return marks;
  }

  axes(right) {
    const { x, y, view } = this;
    const timed = this.heap.dumps[0].at !== null;
    const label = (tick) => (timed ? `${tick} s` : `#${tick}`);
    const places = ticks(...this.times, Math.max(2, Math.floor((right - MARGIN.left) / TICK))).filter((tick) => timed || Number.isInteger(tick));
    return [
      ...valueTicks(this.top, view).flatMap((tick) => [
        svg('line', { class: 'grid', x1: MARGIN.left, x2: right, y1: y(tick), y2: y(tick) }),
        svg('text', { class: 'tick', x: MARGIN.left - 8, y: y(tick) + 4, 'text-anchor': 'end' }, short(tick, view)),
      ]),
      ...places.map((tick) => svg('text', { class: 'tick', x: x(tick), y: HEIGHT - 4, 'text-anchor': 'middle' }, label(tick))),
    ];
  }

  listen(chart) {
    const at = (event) => event.clientX - chart.getBoundingClientRect().left;
    let start = null;
    const drag = (from, to) => {
      this.brush.setAttribute('x', Math.min(from, to));
      this.brush.setAttribute('width', Math.abs(to - from));
    };
    chart.addEventListener('pointerdown', (event) => {
      start = at(event);
      chart.setPointerCapture(event.pointerId);
    });
    chart.addEventListener('pointermove', (event) => {
      this.read(this.nearest(at(event)));
      if (start !== null) {
        drag(start, at(event));
      }
    });
    chart.addEventListener('pointerup', (event) => {
      const ends = [start ?? at(event), at(event)].sort((a, b) => a - b);
      const [first, last] = ends.map((end) => this.nearest(end).index);
      start = null;
      this.choose(last, first === last || ends[1] - ends[0] <= BRUSH ? null : first);
    });
    chart.addEventListener('pointercancel', () => {
      start = null;
      drag(0, 0);
    });
    chart.addEventListener('pointerleave', () => this.read());
  }

  nearest(x) {
    return this.points[maxIndex(this.points, ({ at }) => -Math.abs(this.x(at) - x))];
  }
}

/** Round numbers of bytes are powers of two times 1, 2, 4 or so, not of ten. */
function valueTicks(top, view) {
  if (view.unit !== 'bytes') {
    return ticks(0, top, 3).filter(Number.isInteger);
  }
  const step = 2 ** Math.max(0, Math.round(Math.log2(top / 3)));
  return range(0, top + 1, step).filter((tick) => tick <= top);
}
