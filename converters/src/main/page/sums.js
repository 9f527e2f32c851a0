// Sums of estimates. Which parts of a half-width stacks have in common is decided when the report is written.

/**
 * Sums by place: values and common half-widths add, the others add in quadrature, lower and upper ones separately.
 * Common half-widths of differences have signs: where estimates are wrong, they are so in one direction, so that what
 * grew and what shrank make up for each other.
 */
export class Sums {
  constructor(size) {
    this.value = new Float64Array(size);
    /** Of the absolute values: the width of a box. */
    this.width = new Float64Array(size);
    this.lowerSquare = new Float64Array(size);
    this.upperSquare = new Float64Array(size);
    this.commonLower = new Float64Array(size);
    this.commonUpper = new Float64Array(size);
    this.recorded = new Float64Array(size);
  }

  clear() {
    for (const column of Object.values(this)) {
      column.fill(0);
    }
  }

  addRow(place, numbers, row) {
    const value = numbers.values[row];
    this.value[place] += value;
    this.width[place] += Math.abs(value);
    this.lowerSquare[place] += numbers.lowers[row] ** 2;
    this.upperSquare[place] += numbers.uppers[row] ** 2;
    this.commonLower[place] += numbers.commonLowers[row];
    this.commonUpper[place] += numbers.commonUppers[row];
    this.recorded[place] += numbers.recorded[row];
  }

  add(place, other, from) {
    this.value[place] += other.value[from];
    this.width[place] += other.width[from];
    this.lowerSquare[place] += other.lowerSquare[from];
    this.upperSquare[place] += other.upperSquare[from];
    this.commonLower[place] += other.commonLower[from];
    this.commonUpper[place] += other.commonUpper[from];
    this.recorded[place] += other.recorded[from];
  }

  isEmpty(place) {
    return this.width[place] === 0 && this.upperSquare[place] === 0;
  }

  /** The interval is open where no stack of the sum has one. */
  interval(place) {
    const lower = this.commonLower[place];
    const upper = this.commonUpper[place];
    const value = this.value[place];
    const high = Math.hypot(Math.sqrt(this.upperSquare[place]), Math.max(0, upper, -lower));
    const low = Math.hypot(Math.sqrt(this.lowerSquare[place]), Math.max(0, lower, -upper));
    return Number.isFinite(high) ? [value - low, value + high] : [-Infinity, Infinity];
  }

  /** One sum: {value, interval, recorded}. */
  at(place) {
    return { value: this.value[place], interval: this.interval(place), recorded: this.recorded[place] };
  }
}
