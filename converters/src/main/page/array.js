// Arithmetic on arrays, typed arrays and anything else that can be iterated.

/** The numbers from one, or 0, up to before another one. */
export function range(from, to, step = 1) {
  const [start, end] = to === undefined ? [0, from] : [from, to];
  return Array.from({ length: Math.max(0, Math.ceil((end - start) / step)) }, (_, i) => start + i * step);
}

export function sum(values, numberOf = (value) => value) {
  let total = 0;
  let index = 0;
  for (const value of values) {
    total += numberOf(value, index++);
  }
  return total;
}

/** The index of the largest number, the first of equal ones; -1 if there is none. */
export function maxIndex(values, numberOf = (value) => value) {
  let most = -Infinity;
  let found = -1;
  values.forEach((value, i) => {
    const number = numberOf(value);
    if (number > most) {
      [most, found] = [number, i];
    }
  });
  return found;
}

/** Lists of values by key, in the order in which keys are found. */
export function grouped(values, keyOf) {
  const groups = new Map();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) {
      group.push(value);
    } else {
      groups.set(key, [value]);
    }
  }
  return groups;
}

/** The first of the numbers up to a count, in the order of a comparison, without ordering all: there may be a million. */
export function firstInOrder(count, most, compare) {
  const kept = [];
  let last = -1;
  for (let i = 0; i < count; i++) {
    if (last < 0 || compare(i, last) < 0) {
      kept.push(i);
    }
    if (kept.length >= 2 * most + 16) {
      kept.sort(compare).length = most;
      last = kept[most - 1];
    }
  }
  return kept.sort(compare).slice(0, most);
}

/** About so many round numbers between two: multiples of 1, 2 or 5 times a power of ten. */
export function ticks(from, to, count) {
  if (from === to) {
    return [from];
  }
  const step = (to - from) / count;
  const power = Math.floor(Math.log10(step));
  const rest = step / 10 ** power;
  const factor = rest >= Math.sqrt(50) ? 10 : rest >= Math.sqrt(10) ? 5 : rest >= Math.sqrt(2) ? 2 : 1;
  // Tenths are divided by, because they are no binary numbers.
  const [times, by] = power < 0 ? [factor, 10 ** -power] : [factor * 10 ** power, 1];
  return range(Math.ceil((from * by) / times), Math.floor((to * by) / times) + 1).map((i) => (i * times) / by);
}
