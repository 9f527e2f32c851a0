// Sums of estimates. Which parts of a half-width stacks have in common is decided when the report is written.

/**
 * Sums by place: values and common half-widths add, the others add in quadrature, lower and upper ones separately.
 * Common half-widths of differences have signs: where estimates are wrong, they are so in one direction, so that what
 * grew and what shrank make up for each other.
 */
export class Sums {
  /** @param ofComparison whether the numbers are those of compared recordings, with the noise of sampling apart */
  constructor(size, ofComparison = false) {
    this.value = new Float64Array(size);
    /** What a difference is from. */
    this.before = new Float64Array(size);
    /** Of boxes: of the absolute values, unless the numbers say otherwise. */
    this.width = new Float64Array(size);
    this.lowerSquare = new Float64Array(size);
    this.upperSquare = new Float64Array(size);
    this.commonLower = new Float64Array(size);
    this.commonUpper = new Float64Array(size);
    this.recorded = new Float64Array(size);
    this.columns = Object.values(this);
    this.noise = ofComparison ? new Sums(size) : null;
    this.columns.push(...(this.noise?.columns ?? []));
  }

  clear() {
    this.columns.forEach((column) => column.fill(0));
  }

  addRow(place, numbers, row) {
    const value = numbers.values[row];
    this.value[place] += value;
    this.before[place] += numbers.before?.[row] ?? 0;
    this.width[place] += numbers.widths?.[row] ?? Math.abs(value);
    this.lowerSquare[place] += numbers.lowers[row] ** 2;
    this.upperSquare[place] += numbers.uppers[row] ** 2;
    this.commonLower[place] += numbers.commonLowers[row];
    this.commonUpper[place] += numbers.commonUppers[row];
    this.recorded[place] += numbers.recorded[row];
    this.noise?.addRow(place, numbers.noise, row);
  }

  add(place, other, from) {
    this.columns.forEach((column, i) => {
      column[place] += other.columns[i][from];
    });
  }

  isEmpty(place) {
    return this.width[place] === 0 && this.upperSquare[place] === 0 && this.before[place] === 0;
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

  /** One sum: {value, before, interval, noise, recorded}; noise is an interval, too. */
  at(place) {
    return {
      value: this.value[place],
      before: this.before[place],
      interval: this.interval(place),
      noise: this.noise?.interval(place),
      recorded: this.recorded[place],
    };
  }
}
