// Sums of estimates: of what EstimateSums.java makes of each stack, which decides what stacks have in common.

/**
 * What adds up, each by itself. A value is a difference from {@code before}, if that is known, and {@code width} is that of
 * boxes. Common half-widths of differences have signs: where estimates are wrong, they are so in one direction, so that
 * what grew and what shrank make up for each other.
 */
const PARTS = ['value', 'before', 'width', 'lowerSquare', 'upperSquare', 'commonLower', 'commonUpper', 'recorded'];

/** Sums by place; and the rows that are added, which are sums of one stack each. */
export class Sums {
  /**
   * @param noise sums of the noise of sampling alone, where recordings are compared
   * @param given columns of parts; the others are 0
   */
  constructor(size, noise = null, given = {}) {
    for (const part of PARTS) {
      this[part] = given[part] ?? new Float64Array(size);
    }
    this.noise = noise;
    this.columns = [...PARTS.map((part) => this[part]), ...(noise?.columns ?? [])];
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

  isEmpty(place) {
    return this.width[place] === 0 && this.value[place] === 0 && this.upperSquare[place] === 0 && this.before[place] === 0;
  }

  /** The only rule, which is that of EstimateSums.java. The interval is open where one stack of the sum has none. */
  interval(place) {
    const lower = this.commonLower[place];
    const upper = this.commonUpper[place];
    const low = Math.sqrt(this.lowerSquare[place] + Math.max(0, lower, -upper) ** 2);
    const high = Math.sqrt(this.upperSquare[place] + Math.max(0, upper, -lower) ** 2);
    const value = this.value[place];
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
