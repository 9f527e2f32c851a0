// What changed between two dumps of a heap, with the intervals of 'heapconv diff': StackComparison.java and EstimateSums.java for
// two dumps. What the page repeats of them, DumpComparisonTest compares.

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

/** Columns that are made for some rows, each of which is added as EstimateSums.java adds a stack. */
class Parts {
  constructor(count) {
    const names = ['value', 'variance', 'skew', 'lowerSquare', 'upperSquare', 'commonLower', 'commonUpper', 'commonLowerSquare', 'commonUpperSquare'];
    this.columns = Object.fromEntries(names.map((name) => [name, new Float64Array(count)]));
  }

  /** Sets the half-widths of a row, of which common ones stand in both directions. */
  set(row, value, lower, upper, less, more) {
    const { columns } = this;
    const [below, above] = value < 0 ? [-more, -less] : [less, more];
    columns.value[row] = value;
    columns.commonLower[row] = below;
    columns.commonUpper[row] = above;
    columns.commonLowerSquare[row] = below * below;
    columns.commonUpperSquare[row] = above * above;
    const [down, up] = [apart(lower, less), apart(upper, more)];
    const variance = Math.sqrt(down * up);
    const isBoth = variance > 0 && variance < Infinity;
    columns.variance[row] = isBoth ? variance : 0;
    columns.skew[row] = isBoth ? variance * (Math.sqrt(up) - Math.sqrt(down)) : 0;
    columns.lowerSquare[row] = isBoth ? 0 : down;
    columns.upperSquare[row] = isBoth ? 0 : up;
  }
}

/** The stacks of a dump by name: sums of one stack each, whose common errors are those of the model. */
function stacksOf(rows, groups, count) {
  const of = rows.of ?? range(groups.length);
  const parts = new Parts(rows.value.length);
  for (let i = 0; i < rows.value.length; i++) {
    const value = rows.value[i];
    const [low, high] = rows.interval(i);
    const less = rows.commonLower[i] ?? 0;
    const more = modelOf(value, rows.commonUpper[i] ?? 0);
    parts.set(i, value, value - low, high - value, less, more);
  }
  const estimates = new Sums({ ...parts.columns, recorded: rows.recorded }, null, of, true);
  return estimates.empty(count, true).addAll(estimates, groups);
}

/** The estimate of a stack at one of the dumps: values, and half-widths by their causes. */
class Side {
  constructor(sums, bytes, stack, interval) {
    const value = sums.value[stack];
    const [low, high] = sums.interval(stack);
    const modelLower = sums.commonLower[stack] ?? 0;
    const modelUpper = sums.commonUpper[stack] ?? 0;
    const lowerNoise = Math.abs(noise(value, low, value - modelLower));
    const upperNoise = noise(value, high, value + modelUpper);
    Object.assign(this, { value, lowerNoise, upperNoise, modelLower, modelUpper, interval, n: sums.recorded[stack] ?? 0, bytes: bytes.value[stack] });
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
    if (this.value > 0 || this.upperNoise > 0) {
      return;
    }
    const { interval } = this;
    const size = other.n > 0 ? other.bytes / other.n : 0;
    if (!other.isUncertain && size < interval && other.interval < interval) {
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

/**
 * What changed, as columns of sums by row, and those of the noise of sampling alone. Rows of a stack with the same names are one,
 * the first of them.
 *
 * @param dumps the rows of two dumps in one view, as {rows, bytes, interval, isSteady}, of which the bytes are those of all views
 * @param groups by row, what has the same names
 */
export function comparedDumps(dumps, groups, isBytes, { unseen }) {
  const firsts = new Map();
  const places = Int32Array.from(groups, (group, row) => firsts.get(group) ?? (firsts.set(group, row), row));
  const [base, now] = dumps.map(({ rows, bytes }) => [rows, bytes].map((each) => stacksOf(each, places, groups.length)));
  const [{ interval: ofBase, isSteady: wasSteady }, { interval, isSteady }] = dumps;
  const isAlike = wasSteady && isSteady && interval === ofBase;
  const [change, noises] = [new Parts(groups.length), new Parts(groups.length)];
  const before = new Float64Array(groups.length);
  for (const stack of firsts.values()) {
    const [old, young] = [new Side(...base, stack, ofBase), new Side(...now, stack, interval)];
    old.mayBeUnseen(young, unseen, isBytes);
    young.mayBeUnseen(old, unseen, isBytes);
    const isModelled = (old.hasModel || young.hasModel) && old.isRecorded && young.isRecorded && isAlike;
    const haveOther = isModelled && !share(old, young);
    before[stack] = old.value;
    if (haveOther) {
      [old, young].forEach((side) => side.takeModelForNoise());
    }
    const value = young.value - old.value;
    const lower = Math.hypot(young.lowerNoise, old.upperNoise);
    const upper = Math.hypot(young.upperNoise, old.lowerNoise);
    // The model errs in the same direction at both dumps.
    const more = (one, other) => Math.max(0, one - other);
    const less = isAlike
      ? more(young.modelLower, old.modelLower) + more(old.modelUpper, young.modelUpper)
      : Math.hypot(young.modelLower, old.modelUpper);
    const above = isAlike
      ? more(young.modelUpper, old.modelUpper) + more(old.modelLower, young.modelLower)
      : Math.hypot(young.modelUpper, old.modelLower);
    setChange(change, stack, value, [lower, upper], [less, above]);
    setChange(noises, stack, value, [lower, upper], isAlike ? [0, 0] : [less, above]);
  }
  return { change: { ...change.columns, before }, noise: noises.columns };
}

function setChange(parts, stack, value, [lowerNoise, upperNoise], [modelLower, modelUpper]) {
  const [lower, upper] = [Math.hypot(lowerNoise, modelLower), Math.hypot(upperNoise, modelUpper)];
  const isKnown = lower < Infinity && upper < Infinity;
  const hasModel = modelLower !== 0 || modelUpper !== 0;
  const less = hasModel && value < 0 ? commonPart(value, -modelLower) : modelLower;
  const more = hasModel && value >= 0 ? commonPart(value, modelUpper) : modelUpper;
  parts.set(stack, value, isKnown ? lower : Infinity, isKnown ? upper : Infinity, less, more);
}
