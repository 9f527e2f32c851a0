// What each stack adds to sums, as SeriesNumbers.java wrote it, and these sums.

import { sum } from 'd3-array';

/**
 * What adds up, each by itself. A value is a difference from {@code before}, if that is known, and {@code width} is that of
 * boxes. Common half-widths of differences have signs: where estimates are wrong, they are so in one direction, so that
 * what grew and what shrank make up for each other. What has two half-widths adds by their product, the {@code variance}, and
 * by that times their difference, the {@code skew}; what has one only, by its square.
 */
const ADDED = ['value', 'before', 'width', 'variance', 'skew', 'lowerSquare', 'upperSquare', 'commonLower', 'commonUpper', 'recorded'];

/** Sums by place; and the rows that are added, which are sums of one stack each. */
export class Sums {
  /**
   * @param noise sums of the noise of sampling alone, where recordings are compared
   * @param given columns of parts; the others are 0
   */
  constructor(size, noise = null, given = {}) {
    for (const part of ADDED) {
      this[part] = given[part] ?? new Float64Array(size);
    }
    this.noise = noise;
    this.columns = [...ADDED.map((part) => this[part]), ...(noise?.columns ?? [])];
  }

  /** Sums of the same kind to which nothing was added. */
  empty(size) {
    return new Sums(size, this.noise && this.noise.empty(size));
  }

  add(place, other, from) {
    this.columns.forEach((column, i) => {
      column[place] += other.columns[i][from];
    });
  }

  /** Adds all others, each at its place; a negative one is none. A column at a time: there are many thousands of them. */
  addAll(other, places) {
    this.columns.forEach((column, i) => {
      const added = other.columns[i];
      for (let from = 0; from < added.length; from++) {
        if (places[from] >= 0) {
          column[places[from]] += added[from];
        }
      }
    });
    return this;
  }

  /** The only rule, which is that of EstimateSums.java. The interval is open where one stack of the sum has none. */
  interval(place) {
    const lower = this.commonLower[place];
    const upper = this.commonUpper[place];
    const variance = this.variance[place];
    const skew = variance > 0 ? this.skew[place] / variance / 2 : 0;
    const half = Math.sqrt(skew ** 2 + variance);
    const low = Math.hypot(half - skew, Math.sqrt(this.lowerSquare[place]), Math.max(0, lower, -upper));
    const high = Math.hypot(half + skew, Math.sqrt(this.upperSquare[place]), Math.max(0, upper, -lower));
    const value = this.value[place];
    return Number.isFinite(high) ? [value - low, value + high] : [-Infinity, Infinity];
  }

  /** One sum: {value, before, interval, noise, recorded}; noise is an interval, too. */
  at(place) {
    const value = this.value[place];
    const noise = this.noise?.interval(place);
    const ends = this.interval(place);
    return {
      value,
      before: this.before[place],
      interval: noise ? intervalOfChange(value, ends, noise) : ends,
      noise,
      recorded: this.recorded[place],
    };
  }
}

/** The rule of EstimateSums.java for the end of a change on the side of 0: an error by a factor changes no sign. */
function intervalOfChange(value, ends, noise) {
  const side = value > 0 ? 0 : 1;
  const [all, alone] = [ends, noise].map((interval) => 1 - interval[side] / value);
  const model = Math.sqrt(all ** 2 - alone ** 2);
  const keepsSign = all >= 1 && alone < 1 && model < 1;
  const end = value * Math.exp(-Math.hypot(Math.log1p(-alone), Math.log1p(-model)));
  return keepsSign ? ends.map((old, i) => (i === side ? end : old)) : ends;
}

/** In the order in which they are written: what sums add of a stack, and how probably its value is within a factor of two. */
const PARTS = ['value', 'lowerSquare', 'upperSquare', 'commonLower', 'commonUpper', 'recorded', 'within2x'];
const RECORDED = 5;

/** SeriesNumbers.java: bits of a mantissa, and the exponent of the smallest number. */
const ONES = 2 ** 32;
const LEAST_EXPONENT = -20;

function decoded(code) {
  const size = Math.abs(code);
  if (size < 2) {
    return size === 0 ? 0 : Infinity;
  }
  const number = (1 + ((size - 2) % ONES) / ONES) * 2 ** (Math.floor((size - 2) / ONES) + LEAST_EXPONENT);
  return code < 0 ? -number : number;
}

/** One view of a series of dumps. Decoded when it is first needed. */
export class SeriesNumbers {
  constructor(reader, heap) {
    this.changes = reader.block();
    this.blocks = PARTS.map(() => reader.block());
    this.dumpCount = heap.dumps.length;
    this.rows = heap.nodes.length;
  }

  decode() {
    const { changes, blocks } = this;
    const codes = blocks.map(() => [0]);
    const estimates = new Int32Array(this.rows);
    this.steps = Array.from({ length: this.dumpCount }, () => {
      const step = [];
      let row = -1;
      for (let further = changes.next(); further > 0; further = changes.next()) {
        row += further;
        const distance = changes.next();
        if (distance === 0) {
          blocks.forEach((block, i) => codes[i].push(codes[i][estimates[row]] + block.nextSigned()));
        }
        estimates[row] = codes[0].length - Math.max(1, distance);
        step.push([row, estimates[row]]);
      }
      return step;
    });
    this.table = codes.map((column, i) => Float64Array.from(column, i < RECORDED ? decoded : Number));
  }

  /** The rows at a dump, as sums of one stack each. */
  at(dump) {
    if (!this.table) {
      this.decode();
    }
    const estimates = new Int32Array(this.rows);
    for (const step of this.steps.slice(0, dump + 1)) {
      for (const [row, estimate] of step) {
        estimates[row] = estimate;
      }
    }
    const column = (i) => new Float64Array(this.rows).map((_, row) => this.table[i][estimates[row]]);
    const given = Object.fromEntries(PARTS.map((part, i) => [part, column(i)]));
    Object.assign(given, { variance: new Float64Array(this.rows), skew: new Float64Array(this.rows) });
    splitNoise(given);
    const rows = new Sums(this.rows, null, { ...given, width: given.value });
    return Object.assign(rows, { within2x: given.within2x });
  }
}

/** Moves what has two half-widths from their squares into its variance, as EstimateSums.java does. */
function splitNoise({ variance, skew, lowerSquare, upperSquare }) {
  for (let row = 0; row < variance.length; row++) {
    const [lower, upper] = [Math.sqrt(lowerSquare[row]), Math.sqrt(upperSquare[row])];
    if (lower > 0 && upper > 0 && Number.isFinite(upper)) {
      variance[row] = lower * upper;
      skew[row] = lower * upper * (upper - lower);
      lowerSquare[row] = 0;
      upperSquare[row] = 0;
    }
  }
}

/** Of a certainty, as SeriesNumbers.java writes probabilities: 0 is an unknown one, and all others are 1 larger. */
const PARTS_OF_ONE = 10_000;

/**
 * The share of the bytes that are in stacks whose number is within a factor of two of the truth, as far as that can be
 * expected. NaN where nothing was estimated.
 */
export function trustedShare({ within2x, variance, upperSquare, lowerSquare }, bytes) {
  const isEstimated = (count, row) =>
    count > 0 && within2x[row] > 0 && (variance[row] > 0 || lowerSquare[row] > 0 || upperSquare[row] > 0);
  const trusted = sum(bytes, (count, row) => (count * Math.max(0, within2x[row] - 1)) / PARTS_OF_ONE);
  return bytes.some(isEstimated) ? trusted / sum(bytes) : NaN;
}

/** The dumps of a heap in the report of a difference, as DifferenceReport.java writes them. */
const BASE = 0;
const NOISE = 2;
const CHANGE = 3;

/** How wide the boxes of a difference are. */
export const WIDTHS = {
  change: (value) => Math.abs(value),
  new: (value, before) => Math.max(0, before + value),
  base: (value, before) => before,
};

/** What differs between two recordings. The noise of sampling is the change with intervals of its own. */
export function compared(numbers, widths) {
  return withWidths({ ...numbers.at(CHANGE), before: numbers.at(BASE).value }, numbers.at(NOISE), widths);
}

/** What changed from one dump to another. They share samples, so that nothing here says how much of it is noise. */
export function changed(now, before, widths) {
  const change = (part) => now[part].map((number, row) => number - before[part][row]);
  const value = change('value');
  const upperSquare = value.map((number) => (number === 0 ? 0 : Infinity));
  return withWidths({ value, before: before.value, recorded: change('recorded'), upperSquare }, null, widths);
}

function withWidths(given, noise, widths) {
  const width = given.value.map((value, row) => WIDTHS[widths](value, given.before[row]));
  return new Sums(width.length, noise, { ...given, width });
}
