// What changed between two dumps of heaps, with the intervals of 'heapconv diff': Comparison.java, StackComparison.java and
// EstimateSums.java for two dumps. What the page repeats of them, DumpComparisonTest compares.

import { range } from './array.js';
import { Sums } from './numbers.js';

/** EstimateSums.java: what stacks have in common of the error of the model, upwards; and what is nothing, of a square. */
const COMMON_UP = 0.8;
const NOTHING = 1e-6;

/** StackComparison.java: normal quantiles from which a change of the mean recorded size is none of chance. */
const SIGNIFICANT = 1.96;
const DECISIVE = 4;

/** The square of what makes up a half-width in quadrature, together with a known part. */
function apart(half, part) {
  const square = half * half;
  const rest = square - part * part;
  return square === Infinity ? square : rest > NOTHING * square ? rest : 0;
}

/** The half-width away from 0 of what a value's error by the model has in common with others. */
function commonPart(value, error) {
  const relative = error / value;
  return relative > -1 && Number.isFinite(relative) ? Math.abs(value * ((1 + relative) ** COMMON_UP - 1)) : COMMON_UP * Math.abs(error);
}

/** The error of the model upwards, of which a stack has a common part. */
const modelOf = (value, common) => (common > 0 && value > 0 ? value * ((1 + common / value) ** (1 / COMMON_UP) - 1) : common / COMMON_UP);

/** Columns that are made for some rows, to each of which estimates are added as EstimateSums.java does. */
class Parts {
  constructor(count) {
    const names = ['value', 'variance', 'skew', 'lowerSquare', 'upperSquare', 'commonLower', 'commonUpper', 'commonLowerSquare', 'commonUpperSquare'];
    this.columns = Object.fromEntries(names.map((name) => [name, new Float64Array(count)]));
  }

  /** Adds to the half-widths of a row, of which common ones stand in both directions. */
  add(row, value, lower, upper, less, more) {
    const { columns } = this;
    const [below, above] = value < 0 ? [-more, -less] : [less, more];
    columns.value[row] += value;
    columns.commonLower[row] += below;
    columns.commonUpper[row] += above;
    columns.commonLowerSquare[row] += below * below;
    columns.commonUpperSquare[row] += above * above;
    const [down, up] = [apart(lower, less), apart(upper, more)];
    const variance = Math.sqrt(down * up);
    if (variance > 0 && variance < Infinity) {
      columns.variance[row] += variance;
      columns.skew[row] += variance * (Math.sqrt(up) - Math.sqrt(down));
    } else {
      columns.lowerSquare[row] += down;
      columns.upperSquare[row] += up;
    }
  }

  /** Adds what a stack has all in all: other stacks have only a part of the error of the model in common with it. */
  addStack(row, value, lower, upper, modelLower, modelUpper) {
    const hasModel = modelLower !== 0 || modelUpper !== 0;
    const less = hasModel && value < 0 ? commonPart(value, -modelLower) : modelLower;
    const more = hasModel && value >= 0 ? commonPart(value, modelUpper) : modelUpper;
    this.add(row, value, lower, upper, less, more);
  }

  /** These as the sums of one stack in each row: [value, lower, upper, modelLower, modelUpper]. */
  stackAt(row) {
    return stackAt((this.sums ??= new Sums(this.columns, null, null, true)), row);
  }
}

/** The value of a sum of one stack, its half-widths, and those of the error of the model. */
function stackAt(sums, row) {
  const value = sums.value[row];
  const [low, high] = sums.interval(row);
  const [lower, upper] = [sums.commonLower[row] ?? 0, sums.commonUpper[row] ?? 0];
  return [value, value - low, high - value, Math.max(0, lower, -upper), Math.max(0, upper, -lower)];
}

/** What heaps have of each stack: sums of one stack each, whose common errors are those of the model. */
function stacksOf(heaps, rowsOf, numbers) {
  const columns = new Parts(numbers.size).columns;
  const sums = new Sums({ ...columns, recorded: new Float64Array(numbers.size) }, null, null, true);
  for (const heap of heaps) {
    const rows = rowsOf(heap);
    if (rows) {
      sums.addAll(estimatesOf(rows), heap.names.map((name) => numbers.get(name)));
    }
  }
  return sums;
}

/** Rows of a dump, each as the sum of one stack. */
function estimatesOf(rows) {
  const of = rows.of ?? range(rows.value.length);
  const parts = new Parts(rows.value.length);
  for (let i = 0; i < rows.value.length; i++) {
    const value = rows.value[i];
    const [low, high] = rows.interval(i);
    const less = rows.commonLower[i] ?? 0;
    const more = modelOf(value, rows.commonUpper[i] ?? 0);
    parts.add(i, value, value - low, high - value, less, more);
  }
  return new Sums({ ...parts.columns, recorded: rows.recorded.length > 0 ? rows.recorded : new Float64Array(rows.value.length) }, null, of, true);
}

/** The estimate of a stack at one of the dumps: values, and half-widths by their causes. */
class Side {
  constructor({ sums, bytes, isPresent, interval }, stack) {
    const [value, lower, upper, modelLower, modelUpper] = stackAt(sums, stack);
    const lowerNoise = Math.abs(noise(value, value - lower, value - modelLower));
    const upperNoise = noise(value, value + upper, value + modelUpper);
    const [n, ofBytes] = [sums.recorded[stack], bytes.value[stack]];
    Object.assign(this, { value, lowerNoise, upperNoise, modelLower, modelUpper, isPresent, interval, n, bytes: ofBytes });
  }

  get isRecorded() {
    return this.n > 0 && this.value > 0;
  }

  get hasModel() {
    return this.isRecorded && this.modelLower + this.modelUpper > 0;
  }

  get isUncertain() {
    return this.lowerNoise + this.upperNoise > 0 || this.hasModel;
  }

  /** Not seen at this dump: what may be there nevertheless, going by the other one. */
  mayBeUnseen(other, unseen, isBytes) {
    if (!this.isPresent || this.value > 0 || this.upperNoise > 0) {
      return;
    }
    const { interval } = this;
    const size = other.n > 0 ? other.bytes / other.n : 0;
    const isCertain = other.value !== 0 && !other.isUncertain;
    if (isCertain && size < interval && other.interval < interval) {
      this.upperNoise = unseen * (isBytes || size === 0 ? interval : interval / size);
    } else if (other.isUncertain) {
      let each = isBytes ? interval : 0;
      if (other.hasModel || (each === 0 && other.n > 0)) {
        const isKnown = interval > 0 && other.interval > 0;
        const perRecorded = Math.max(1, (other.value / other.n) * (isKnown ? interval / other.interval : 1));
        each = perRecorded * Math.sqrt(1 - 1 / perRecorded);
      }
      this.upperNoise = unseen * each;
    }
  }

  get deviationOfBytes() {
    const { n, bytes, interval, lowerNoise, upperNoise, modelLower, modelUpper } = this;
    const mean = bytes / n;
    const isExact = lowerNoise + upperNoise + modelLower + modelUpper === 0;
    return isExact ? 0 : Math.sqrt(n * mean * Math.max(0, this.hasModel ? mean - interval : mean));
  }

  /** Sets what is behind each recorded allocation, with half-widths relative to it. */
  set(perRecorded, lower, upper) {
    const value = this.n * perRecorded;
    const factor = value / this.value;
    const { lowerNoise, upperNoise } = this;
    Object.assign(this, { value, lowerNoise: lowerNoise * factor, upperNoise: upperNoise * factor, modelLower: value * lower, modelUpper: value * upper });
  }

  takeModelForNoise() {
    const { lowerNoise, upperNoise, modelLower, modelUpper } = this;
    const [lower, upper] = [Math.hypot(lowerNoise, modelLower), Math.hypot(upperNoise, modelUpper)];
    Object.assign(this, { lowerNoise: lower, upperNoise: upper, modelLower: 0, modelUpper: 0 });
  }
}

/** The noise that together with the error of the model makes up an end of an interval: on the log scale, in quadrature. */
function noise(value, end, modelEnd) {
  if (modelEnd === value || !(end > 0) || end === Infinity) {
    return end - value;
  }
  const all = Math.log(end / value);
  const part = Math.sqrt(Math.max(0, all ** 2 - Math.log(modelEnd / value) ** 2));
  return value * Math.expm1(all < 0 ? -part : part);
}

/** Whether the mean recorded sizes, with the model or alone, exclude that sizes are the same. */
function haveOtherSizes(before, after) {
  const more = after.n / before.n;
  const larger = Math.abs(after.bytes - more * before.bytes);
  const deviation = Math.hypot(after.deviationOfBytes, more * before.deviationOfBytes);
  if (deviation > 0 && larger > DECISIVE * deviation) {
    return true;
  }
  const least = Math.max(...[before, after].map(({ value, modelLower, n }) => (value - modelLower) / n));
  const most = Math.min(...[before, after].map(({ value, modelUpper, n }) => (value + modelUpper) / n));
  const ratio = Math.log(after.bytes / after.n / (before.bytes / before.n));
  return least > most && Math.abs(ratio) > SIGNIFICANT * Math.sqrt(1 / before.n + 1 / after.n);
}

/** Where the error about the sizes of a stack is the same one at both dumps, it cancels out in their difference. */
function share(before, after) {
  if (haveOtherSizes(before, after)) {
    return false;
  }
  const all = before.value + after.value;
  const [lower, upper] = [(before.modelLower + after.modelLower) / all, (before.modelUpper + after.modelUpper) / all];
  const perRecorded = all / (before.n + after.n);
  [before, after].forEach((side) => side.set(perRecorded, lower, upper));
  return true;
}

/** What some heaps have of the stacks at one of the dumps. */
function sideOf(heaps, numbers) {
  const [sums, bytes] = [({ rows }) => rows, (heap) => heap.bytes].map((rowsOf) => stacksOf(heaps, rowsOf, numbers));
  return { sums, bytes, isPresent: heaps.length > 0, interval: heaps[0]?.interval ?? 0 };
}

/**
 * Compares the stacks of heaps that are one to 'heapconv diff'.
 *
 * @param dumps what these heaps have at the base and at the other dump
 * @param note is called with each name, what it had in the base, and how the change and the noise of sampling are added
 */
function compareStacks(dumps, isBytes, unseen, note) {
  const numbers = new Map();
  dumps.flat().forEach(({ names }) => names.forEach((name) => numbers.has(name) || numbers.set(name, numbers.size)));
  const [base, now] = dumps.map((heaps) => sideOf(heaps, numbers));
  const [{ alike }] = dumps.flat();
  const isAlike = alike >= 0 && dumps.flat().every((heap) => heap.alike === alike);
  numbers.forEach((stack, name) => {
    const [old, young] = [new Side(base, stack), new Side(now, stack)];
    old.mayBeUnseen(young, unseen, isBytes);
    young.mayBeUnseen(old, unseen, isBytes);
    const isModelled = (old.hasModel || young.hasModel) && old.isRecorded && young.isRecorded && isAlike;
    const haveOther = isModelled && !share(old, young);
    const before = old.value;
    if (haveOther) {
      [old, young].forEach((side) => side.takeModelForNoise());
    }
    const value = young.value - old.value;
    const noises = [Math.hypot(young.lowerNoise, old.upperNoise), Math.hypot(young.upperNoise, old.lowerNoise)];
    // The model errs in the same direction at both dumps.
    const more = (one, other) => Math.max(0, one - other);
    const less = isAlike
      ? more(young.modelLower, old.modelLower) + more(old.modelUpper, young.modelUpper)
      : Math.hypot(young.modelLower, old.modelUpper);
    const above = isAlike
      ? more(young.modelUpper, old.modelUpper) + more(old.modelLower, young.modelLower)
      : Math.hypot(young.modelUpper, old.modelLower);
    note(name, before, halves(value, noises, [less, above]), halves(value, noises, isAlike ? [0, 0] : [less, above]));
  });
}

/** A change, its half-widths, and those of the error of the model. */
function halves(value, [lowerNoise, upperNoise], [modelLower, modelUpper]) {
  const [lower, upper] = [Math.hypot(lowerNoise, modelLower), Math.hypot(upperNoise, modelUpper)];
  const isKnown = lower < Infinity && upper < Infinity;
  return [value, isKnown ? lower : Infinity, isKnown ? upper : Infinity, modelLower, modelUpper];
}

/**
 * What changed, as columns of sums by row, and those of the noise of sampling alone. Rows of a stack with the same names are one,
 * the first of them. A stack is compared in each program by itself, because heaps may be sampled in several ways, and its changes
 * are then added up as those of one stack.
 *
 * @param programs heaps that are one to 'heapconv diff', as [base, now], each {names, rows, bytes, interval, alike}: the rows of
 *     a view, null where the heap lacks it, and those of the bytes
 * @param names by row, what has the same names
 */
export function comparedDumps(programs, names, isBytes, { unseen }) {
  const rowOf = new Map();
  names.forEach((name, row) => rowOf.has(name) || rowOf.set(name, row));
  const [change, noise] = [0, 0].map(() => new Parts(names.length));
  const before = new Float64Array(names.length);
  const addTo = (parts) => (programs.length > 1 ? parts.add.bind(parts) : parts.addStack.bind(parts));
  const [addChange, addNoise] = [change, noise].map(addTo);
  for (const dumps of programs) {
    compareStacks(dumps, isBytes, unseen, (name, old, ofChange, ofNoise) => {
      const row = rowOf.get(name);
      if (row === undefined) {
        // What ended processes held is not among the rows.
        return;
      }
      before[row] += old;
      addChange(row, ...ofChange);
      addNoise(row, ...ofNoise);
    });
  }
  const [ofChange, ofNoise] = [change, noise].map((parts) => (programs.length > 1 ? asStacks(parts, names.length) : parts.columns));
  return { change: { ...ofChange, before }, noise: ofNoise };
}

/** Sums of one stack in each row, as what they add to others. */
function asStacks(sums, count) {
  const parts = new Parts(count);
  range(count).forEach((row) => parts.addStack(row, ...sums.stackAt(row)));
  return parts.columns;
}
