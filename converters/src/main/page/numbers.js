// The numbers of stacks at a dump, as SeriesNumbers.java wrote them, and the differences between dumps.

/** What an estimate consists of, in the order in which it is written. */
const PARTS = ['values', 'lowers', 'uppers', 'commonLowers', 'commonUppers', 'recorded', 'within2x'];
const RECORDED = 5;

/** Every so many dumps, the state is kept, to start from when another dump is chosen. */
const STATES = 16;

/** Precision.java: the exponent of the smallest number. */
const LEAST_EXPONENT = -20;

/** One view of a series of dumps. Decoded when it is first needed. */
export class SeriesNumbers {
  constructor(reader, heap, valueBits, halfWidthBits) {
    this.changes = reader.block();
    this.blocks = PARTS.map(() => reader.block());
    this.dumpCount = heap.dumps.length;
    this.rows = heap.nodes.length;
    this.bits = [valueBits, halfWidthBits, halfWidthBits, halfWidthBits, halfWidthBits];
  }

  decode() {
    const { changes } = this;
    const codes = PARTS.map(() => [0]);
    const estimate = (old) => {
      const distance = changes.next();
      if (distance > 0) {
        return codes[0].length - distance;
      }
      this.blocks.forEach((block, i) => codes[i].push(codes[i][old] + block.nextSigned()));
      return codes[0].length - 1;
    };
    this.steps = Array.from({ length: this.dumpCount }, () => ({}));
    // A row's estimate before a dump is needed to read the one at it.
    const ids = new Int32Array(this.rows);
    this.states = [];
    this.steps.forEach((step, dump) => {
      step.from = new Int32Array(changes.next());
      step.to = new Int32Array(step.from.length);
      for (let i = 0, old = 0; i < step.from.length; i++) {
        old += changes.next();
        step.from[i] = old;
        step.to[i] = estimate(old);
      }
      step.rows = new Int32Array(changes.next());
      step.ids = new Int32Array(step.rows.length);
      for (let i = 0, row = 0; i < step.rows.length; i++) {
        row += changes.next();
        step.rows[i] = row;
        step.ids[i] = estimate(ids[row]);
      }
      this.apply(step, ids, codes[0].length);
      if (dump % STATES === 0) {
        this.states.push(ids.slice());
      }
    });
    this.table = codes.map((column, i) =>
      Float64Array.from(column, i >= RECORDED ? (code) => code : (code) => decoded(code, this.bits[i])),
    );
    this.blocks = null;
  }

  /** Brings the estimates of rows, which are fewer than {@code count}, from one dump to the next. */
  apply(step, ids, count) {
    const { from, to } = step;
    if (from.length > 0) {
      const next = this.replacements(count);
      for (let i = 0; i < from.length; i++) {
        next[from[i]] = to[i];
      }
      for (let row = 0; row < ids.length; row++) {
        ids[row] = next[ids[row]];
      }
      for (const old of from) {
        next[old] = old;
      }
    }
    for (let i = 0; i < step.rows.length; i++) {
      ids[step.rows[i]] = step.ids[i];
    }
  }

  /** For each estimate itself; kept, because it is large and needed for each step. */
  replacements(count) {
    if (!(this.identity?.length >= count)) {
      this.identity = new Int32Array(count * 2);
      for (let id = 0; id < this.identity.length; id++) {
        this.identity[id] = id;
      }
    }
    return this.identity;
  }

  /** Writes the numbers of a dump into columns. */
  read(dump, columns) {
    if (!this.table) {
      this.decode();
    }
    const state = Math.floor(dump / STATES);
    const ids = this.states[state].slice();
    for (let i = state * STATES + 1; i <= dump; i++) {
      this.apply(this.steps[i], ids, this.table[0].length);
    }
    PARTS.forEach((part, i) => {
      const numbers = this.table[i];
      const column = columns[part];
      for (let row = 0; row < ids.length; row++) {
        column[row] = numbers[ids[row]];
      }
    });
  }
}

function decoded(code, bits) {
  const size = Math.abs(code);
  if (size < 2) {
    return size === 0 ? 0 : Infinity;
  }
  const ones = 2 ** bits;
  const exponent = Math.floor((size - 2) / ones);
  const number = (1 + ((size - 2) % ones) / ones) * 2 ** (exponent + LEAST_EXPONENT);
  return code < 0 ? -number : number;
}

function noNumbers(size) {
  return Object.fromEntries(PARTS.map((part) => [part, new Float64Array(size)]));
}

/**
 * The numbers of a view at a dump, one per row of the heap: values; half-widths that add in quadrature; half-widths
 * that stacks have in common, which add linearly; recorded allocations; how probably a value is within a factor of two.
 */
export function numbersOf(heap, dump, view) {
  const numbers = noNumbers(heap.nodes.length);
  heap.numbers[view].read(dump, numbers);
  return numbers;
}

/** Of a certainty, as SeriesNumbers.java writes probabilities: 0 is an unknown one, and all others are 1 larger. */
const PARTS_OF_ONE = 10_000;

/**
 * The share of the bytes that are in stacks whose number in a view is within a factor of two of the truth, as far as that
 * can be expected; of the stacks that are kept. NaN where nothing was estimated.
 */
export function trustedShare({ values, lowers, uppers, within2x }, bytes, isKept) {
  let all = 0;
  let trusted = 0;
  let isEstimated = false;
  for (let row = 0; row < values.length; row++) {
    if (isKept(row) && bytes[row] > 0) {
      all += bytes[row];
      trusted += (bytes[row] * Math.max(0, within2x[row] - 1)) / PARTS_OF_ONE;
      isEstimated ||= within2x[row] > 0 && (lowers[row] > 0 || uppers[row] > 0);
    }
  }
  return isEstimated ? trusted / all : NaN;
}

/** The dumps of a heap in the report of a difference, as DifferenceReport.java writes them. */
const BASE = 0;
const NOISE = 2;
const CHANGE = 3;

/** What differs between two recordings. The noise of sampling is the change with intervals of its own. */
export function compared(heap, view) {
  const before = numbersOf(heap, BASE, view).values;
  return { ...numbersOf(heap, CHANGE, view), before, noise: numbersOf(heap, NOISE, view) };
}

/** How wide the boxes of a difference are, one number per row. */
export const WIDTHS = {
  change: ({ values }) => values.map(Math.abs),
  new: ({ values, before }) => values.map((value, row) => Math.max(0, before[row] + value)),
  base: ({ before }) => before,
};

/**
 * What changed between two dumps. Half-widths are added in quadrature as if the dumps were independent; they share
 * samples, so the interval is wider than necessary, never narrower. What stacks have in common, dumps have too.
 */
export function difference(now, before) {
  const size = now.values.length;
  const numbers = { ...noNumbers(size), before: before.values };
  for (let i = 0; i < size; i++) {
    if (PARTS.every((part) => now[part][i] === before[part][i])) {
      continue;
    }
    numbers.values[i] = now.values[i] - before.values[i];
    numbers.lowers[i] = Math.hypot(now.lowers[i], before.uppers[i]);
    numbers.uppers[i] = Math.hypot(now.uppers[i], before.lowers[i]);
    numbers.commonLowers[i] = now.commonLowers[i] - before.commonLowers[i];
    numbers.commonUppers[i] = now.commonUppers[i] - before.commonUppers[i];
    numbers.recorded[i] = now.recorded[i] - before.recorded[i];
  }
  return numbers;
}
