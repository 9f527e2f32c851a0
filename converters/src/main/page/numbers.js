// What each stack adds to sums, as SeriesNumbers.java wrote it, and these sums.

import { range } from './array.js';

/**
 * What adds up, each by itself. A value is a difference from {@code before}, if that is known, and {@code width} is that of
 * boxes. Common half-widths of differences have signs: where estimates are wrong, they are so in one direction, so that
 * what grew and what shrank make up for each other. What has two half-widths adds by their product, the {@code variance}, and
 * by that times their difference, the {@code skew}; what has one only, by its square.
 */
const ADDED = [
  'value',
  'before',
  'width',
  'variance',
  'skew',
  'lowerSquare',
  'upperSquare',
  'commonLower',
  'commonUpper',
  'commonLowerSquare',
  'commonUpperSquare',
  'recorded',
];

/** EstimateSums.java: between so many stacks, what is kept of what they have in common falls to these parts. */
const FEW_STACKS = 8;
const MANY_STACKS = 120;
const MANY_UP = 0.5;
const MANY_DOWN = 0.75;

/** Those that are not 0 where an estimate is no point. */
const UNSURE = ['variance', 'lowerSquare', 'upperSquare'];

/** A column that is 0 everywhere: of many parts, nothing is known, and those of a million stacks take 8 MB each. */
const ZEROS = new Float64Array(0);

/** Sums by place; and the rows that are added, which are sums of one stack each. */
export class Sums {
  /**
   * @param given columns of parts; the others are 0, and boxes are as wide as their values unless {@code width} is given
   * @param noise sums of the noise of sampling alone, where recordings are compared
   * @param of where rows have the same sums as others, their places by row
   * @param areFunctions whether each place is of stacks that end in one function
   */
  constructor(given, noise = null, of = null, areFunctions = false) {
    for (const part of ADDED) {
      this[part] = given[part] ?? ZEROS;
    }
    this.width = given.width ?? given.value;
    this.noise = noise;
    this.of = of;
    this.areFunctions = areFunctions;
    const own = new Set(ADDED.map((part) => this[part]));
    own.delete(ZEROS);
    this.columns = [...own, ...(noise?.columns ?? [])];
  }

  /** The sums of all parts, which these are: see NodeSums. */
  get whole() {
    return this;
  }

  /** Sums of the same kind, each of whose columns is made of one of these. */
  map(make, areFunctions = false) {
    const given = {};
    for (const part of ADDED) {
      // Boxes that are as wide as their values have no column of their own.
      const isOwn = this[part] !== ZEROS && (part !== 'width' || this.width !== this.value);
      given[part] = isOwn ? make(this[part]) : undefined;
    }
    return new Sums(given, this.noise && this.noise.map(make, areFunctions), null, areFunctions);
  }

  /** Sums of the same kind to which nothing was added. */
  empty(size, areFunctions = false) {
    return this.map(() => new Float64Array(size), areFunctions);
  }

  add(place, other, from) {
    this.columns.forEach((column, i) => {
      column[place] += other.columns[i][from];
    });
  }

  /** Adds all others, each at its place; a negative one is none. A column at a time: there are many thousands of them. */
  addAll(other, places) {
    this.columns.forEach((column, i) => other.addColumn(column, other.columns[i], places));
    return this;
  }

  /** Adds one of these columns to another one likewise. */
  addColumn(to, column, places) {
    const { of } = this;
    for (let row = 0; row < places.length; row++) {
      if (places[row] >= 0) {
        to[places[row]] += column[of ? of[row] : row];
      }
    }
  }

  /** The only rule, which is that of EstimateSums.java. The interval is open where one stack of the sum has none. */
  interval(place) {
    const lower = this.kept(this.commonLower[place] ?? 0, this.commonLowerSquare[place], MANY_DOWN);
    const upper = this.kept(this.commonUpper[place] ?? 0, this.commonUpperSquare[place], MANY_UP);
    const variance = this.variance[place] ?? 0;
    const skew = variance > 0 ? this.skew[place] / variance / 2 : 0;
    const longer = Math.sqrt(skew ** 2 + variance) + Math.abs(skew);
    // Not the difference of the two: where it is much smaller, that has no digits of it.
    const shorter = longer > 0 ? variance / longer : 0;
    const low = Math.hypot(skew > 0 ? shorter : longer, Math.sqrt(this.lowerSquare[place] ?? 0), Math.max(0, lower, -upper));
    const high = Math.hypot(skew > 0 ? longer : shorter, Math.sqrt(this.upperSquare[place] ?? 0), Math.max(0, upper, -lower));
    const value = this.value[place];
    return Number.isFinite(high) ? [value - low, value + high] : [-Infinity, Infinity];
  }

  /** What is kept of a common half-width. */
  kept(common, square, many) {
    const stacks = common ** 2 / square;
    if (common === 0 || this.areFunctions || stacks <= FEW_STACKS) {
      return common;
    }
    const far = Math.log(stacks / FEW_STACKS) / Math.log(MANY_STACKS / FEW_STACKS);
    return common * (1 - (1 - many) * Math.min(1, far));
  }

  at(place) {
    return new Sum(this, place);
  }
}

/** One of some sums. Its interval, and that of the noise, is made when it is asked for: of most sums, nobody does. */
class Sum {
  constructor(sums, place) {
    this.sums = sums;
    this.place = place;
    this.ends = null;
  }

  get value() {
    return this.sums.value[this.place];
  }

  get before() {
    return this.sums.before[this.place] ?? 0;
  }

  get recorded() {
    return this.sums.recorded[this.place] ?? 0;
  }

  get noise() {
    return this.sums.noise?.interval(this.place);
  }

  get interval() {
    this.ends ??= this.sums.interval(this.place);
    return this.sums.noise ? intervalOfChange(this.value, this.ends, this.noise) : this.ends;
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

/** SeriesNumbers.java: bits of a mantissa, and of that of an upper half-width; and the exponent of the smallest number. */
const EXACT_BITS = 32;
const HALF_BITS = 27;
const LEAST_EXPONENT = -20;

/** From that of the smallest number on: they are looked up, because a page decodes millions of numbers. */
const POWERS = Float64Array.from(range(1024 - LEAST_EXPONENT), (power) => 2 ** (power + LEAST_EXPONENT));

function decoded(code, bits) {
  const size = Math.abs(code);
  if (size < 2) {
    return size === 0 ? 0 : Infinity;
  }
  const ones = 2 ** bits;
  const number = (1 + ((size - 2) % ones) / ones) * POWERS[Math.floor((size - 2) / ones)];
  return code < 0 ? -number : number;
}

const exactly = (code) => decoded(code, EXACT_BITS);
const half = (code) => decoded(code, HALF_BITS);

/** In the order in which they are written, what sums add of a stack: how to decode it. The end is that of {@link lowerHalf}. */
const PARTS = [exactly, Number, half, exactly, exactly, Number];

/** The lower half-width of a value whose lower end is coded, plus 1 unless it is negative; 0 says that it is the value. */
const lowerHalf = (value, code) => (code === 0 ? 0 : Math.abs(value - exactly(code > 0 ? code - 1 : code)));

/** One view of a series of dumps. Decoded when it is first needed. */
export class SeriesNumbers {
  constructor(reader, report, heap) {
    this.estimateCount = reader.next();
    this.changeCount = reader.next();
    this.blocks = [reader.block(), ...PARTS.map(() => reader.block())];
    this.report = report;
    this.dumpCount = heap.dumps.length;
    this.rows = heap.nodes.length;
  }

  decode() {
    const [changes, ...blocks] = this.blocks;
    const codes = blocks.map(() => new Float64Array(this.estimateCount));
    const current = new Int32Array(this.rows);
    let known = 1;
    /** Reads the changes of a dump; {@code note} is called with each row that has another estimate from then on. */
    const read = (note) => {
      let row = -1;
      for (let further = changes.next(); further > 0; further = changes.next()) {
        row += further;
        const distance = changes.next();
        if (distance === 0) {
          for (let i = 0; i < codes.length; i++) {
            codes[i][known] = codes[i][current[row]] + blocks[i].nextSigned();
          }
          known++;
        }
        current[row] = known - Math.max(1, distance);
        note(row);
      }
    };
    let count = 0;
    read(() => count++);
    /** The estimates of rows at the first dump. */
    this.first = this.dumpCount > 1 ? current.slice() : current;
    /** What has changed since: rows, and their estimates from then on; and where the changes of each dump end. */
    const left = this.changeCount - count;
    this.changed = { rows: new Int32Array(left), to: new Int32Array(left), ends: [0] };
    count = 0;
    while (this.changed.ends.length < this.dumpCount) {
      read((row) => {
        this.changed.rows[count] = row;
        this.changed.to[count++] = current[row];
      });
      this.changed.ends.push(count);
    }
    this.estimates = estimatesOf(codes);
    this.within2x = within2x(this.estimates, this.report);
    this.blocks = null;
  }

  /** The rows at a dump, as sums of one stack each; many have equal ones. */
  at(dump) {
    if (this.blocks) {
      this.decode();
    }
    const { rows, to, ends } = this.changed;
    const of = ends[dump] > 0 ? this.first.slice() : this.first;
    for (let change = 0; change < ends[dump]; change++) {
      of[rows[change]] = to[change];
    }
    return Object.assign(new Sums(this.estimates, null, of), { within2x: this.within2x });
  }
}

/** The columns of sums that have more than zeros; what has two half-widths is in their variance, as in EstimateSums.java. */
function estimatesOf(codes) {
  const [value, lowerSquare, upperSquare, commonLower, commonUpper, recorded] = PARTS.map((decode, i) => codes[i].map(decode));
  const [variance, skew] = [value, value].map(({ length }) => new Float64Array(length));
  for (let i = 0; i < value.length; i++) {
    const lower = lowerHalf(value[i], lowerSquare[i]);
    const upper = upperSquare[i];
    const isBoth = lower > 0 && upper > 0 && Number.isFinite(upper);
    variance[i] = isBoth ? lower * upper : 0;
    skew[i] = isBoth ? lower * upper * (upper - lower) : 0;
    lowerSquare[i] = isBoth ? 0 : lower * lower;
    upperSquare[i] = isBoth ? 0 : upper * upper;
  }
  const [commonLowerSquare, commonUpperSquare] = [commonLower, commonUpper].map((column) => column.map((half) => half ** 2));
  const common = { commonLower, commonUpper, commonLowerSquare, commonUpperSquare };
  const parts = Object.entries({ variance, skew, lowerSquare, upperSquare, ...common, recorded });
  return { value, ...Object.fromEntries(parts.filter(([, column]) => column.some((number) => number !== 0))) };
}

/** The rule of WithinTwo.java for rows: how probably an estimate is within a factor of two; NaN if its interval is unknown. */
function within2x(estimates, { normalQuantile, atEnd, rounding }) {
  const sums = new Sums(estimates);
  const within = (factor) => normalWithin((normalQuantile * Math.LN2) / Math.log(factor));
  return estimates.value.map((value, i) => {
    const [low, high] = sums.interval(i);
    if (!(high < Infinity)) {
      return NaN;
    }
    const above = within(high / value);
    // What errs alike in many stacks is a model of sizes.
    const recorded = sums.commonLower[i] > 0 ? sums.recorded[i] : 0;
    const error = rounding * value;
    if (!(recorded > 0) || low > recorded + error || low > value - error) {
      return (within(low > error ? value / low : Infinity) + above) / 2;
    }
    const isNear = value <= 2 * recorded + error;
    return Math.max(0, (isNear ? 1 : above) - (1 - atEnd) * (1 - above));
  });
}

/** The probability that a standard normal variable is at most z away from 0, to 1e-7: Abramowitz and Stegun (1964), 7.1.26. */
function normalWithin(z) {
  const t = 1 / (1 + (0.3275911 * z) / Math.SQRT2);
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return z > 0 ? 1 - tail * Math.exp((-z * z) / 2) : 0;
}

/**
 * The share of the bytes that are in stacks whose number is within a factor of two of the truth, as far as that can be
 * expected. NaN where nothing was estimated.
 *
 * @param isCounted by row, whether it counts
 */
export function trustedShare(rows, bytes, isCounted) {
  let [trusted, all, isEstimated] = [0, 0, false];
  rows.of.forEach((estimate, row) => {
    const weight = isCounted(row) ? bytes.value[bytes.of[row]] : 0;
    const probability = rows.within2x[estimate];
    all += weight;
    trusted += probability > 0 ? weight * probability : 0;
    isEstimated ||= weight > 0 && !Number.isNaN(probability) && UNSURE.some((part) => rows[part][estimate] > 0);
  });
  return isEstimated ? trusted / all : NaN;
}

/** The dumps of a heap in the report of a difference, as DifferenceReport.java writes them. */
export const BASE = 0;
export const NEW = 1;
const NOISE = 2;
const CHANGE = 3;

/** How wide the boxes of a difference are. */
export const WIDTHS = {
  change: (value) => Math.abs(value),
  new: (value, before) => Math.max(0, before + value),
  base: (value, before) => before,
};

/** A part of rows, row by row. */
const byRow = (rows, part) => new Float64Array(rows.of.length).map((_, row) => rows[part][rows.of[row]] ?? 0);

/** What differs between two recordings. The noise of sampling is the change with intervals of its own. */
export function compared(numbers, widths) {
  const all = (rows) => Object.fromEntries(ADDED.map((part) => [part, byRow(rows, part)]));
  return withWidths({ ...all(numbers.at(CHANGE)), before: byRow(numbers.at(BASE), 'value') }, new Sums(all(numbers.at(NOISE))), widths);
}

/** A change as sums, whose boxes are as wide as it is chosen. */
export function withWidths(given, noise, widths) {
  const width = given.value.map((value, row) => WIDTHS[widths](value, given.before[row]));
  return new Sums({ ...given, width }, noise);
}
