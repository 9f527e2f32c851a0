// Human-readable numbers.

const BINARY_UNITS = [' B', ' KiB', ' MiB', ' GiB', ' TiB', ' PiB'];
const COUNT_UNITS = ['', ' k', ' M', ' G', ' T'];

/** By which part of a value the ends of its interval are off, because the page has them rounded. */
const ROUNDING = 1e-8;
const EXACT = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Ends of intervals are rounded away from the value. */
export const down = (number) => Math.floor(number + ROUNDING * Math.abs(number));
export const up = (number) => Math.ceil(number - ROUNDING * Math.abs(number));

function scaled(number, base, units, significant, round) {
  const size = Math.abs(number);
  const rounded = (value, digits) => round(value * 10 ** digits) / 10 ** digits;
  if (size < base) {
    // Without zeros behind the point: what is whole but for rounding looks whole.
    return rounded(number, Math.max(0, significant - (size < 10 ? 2 : 3))) + units[0];
  }
  let power = Math.min(units.length - 1, Math.floor(Math.log(size) / Math.log(base)));
  // 1023.99 KiB rounds to 1.00 MiB, not to 1024 KiB.
  if (Number((size / base ** power).toPrecision(significant)) >= base && power < units.length - 1) {
    power++;
  }
  const digits = Math.max(0, significant - 1 - Math.floor(Math.log10(size / base ** power)));
  return rounded(number / base ** power, digits).toFixed(digits) + units[power];
}

/** A number as text, with the sign that typographers use. */
function withMinus(text) {
  return text.replace('-', '\u2212');
}

/** A number of bytes or objects with about three digits, or others, and a unit. */
export function short(number, view, significant = 3, round = Math.round) {
  const [base, units] = view.unit === 'bytes' ? [1024, BINARY_UNITS] : [1000, COUNT_UNITS];
  return scaled(number, base, units, significant, round);
}

/** As {@link short}, with a sign for what grew. */
export function signed(number, view, isDifference) {
  return (isDifference && number > 0 ? '+' : '') + withMinus(short(number, view));
}

/** The number of a sum {value, interval} by its grade: as it is, after a sign for "about", or for "very roughly". */
export function graded({ value, interval: [low, high] }, { view, isDifference, report }) {
  const isWithin = (factor) => high <= value * factor && low >= value / factor;
  const [plain, approximate] = report.gradeFactors;
  if (isDifference || !Number.isFinite(high) || isWithin(plain)) {
    return signed(value, view, isDifference);
  }
  return isWithin(approximate) ? `\u2248 ${short(value, view)}` : `~ ${short(value, view, 2)}`;
}

/** The two sides of a change. */
export function sides({ value, before }, view) {
  return `${short(before, view)} \u2192 ${short(before + value, view)}`;
}

/** Whether a change between two recordings may be nothing but the noise of sampling. */
export function isNoise({ value, noise }) {
  const least = ROUNDING * Math.abs(value);
  return noise !== undefined && noise[0] <= least && noise[1] >= -least && Number.isFinite(noise[1]);
}

/** All digits. */
export function exact(number, view) {
  return withMinus(EXACT.format(Math.round(number))) + (view.unit === 'bytes' ? ' bytes' : ' objects');
}

/**
 * Both bounds, with more digits where they would look the same; empty where nothing is known of a change between dumps.
 * {@code point} is what to say of an interval that is a point.
 */
export function interval([low, high], { view, isDifference, isComparison, point }) {
  if (!Number.isFinite(high)) {
    return isDifference && !isComparison ? '' : 'no interval';
  }
  if (low === high) {
    return low === 0 ? '' : point;
  }
  const from = isDifference ? low : Math.max(0, low);
  let bounds;
  for (let digits = 3; digits <= 12; digits++) {
    bounds = [short(from, view, digits, down), short(high, view, digits, up)].map(withMinus);
    if (bounds[0] !== bounds[1]) {
      break;
    }
  }
  return bounds.join(' \u2013 ');
}

export function percent(part, whole) {
  if (!(whole > 0)) {
    return '';
  }
  const share = (100 * part) / whole;
  return (Math.abs(share) < 0.05 && share !== 0 ? '<0.1' : withMinus(share.toFixed(1))) + ' %';
}

/** A timestamp as written in logs; empty when unknown. */
export function time(millis) {
  return millis > 0 ? new Date(millis).toISOString().replace('T', ' ').replace('Z', ' UTC') : '';
}

export function seconds(value) {
  return value >= 100 ? Math.round(value) + ' s' : value.toFixed(1) + ' s';
}

const DURATIONS = [[1e-3, 1e-6, 'us'], [1, 1e-3, 'ms'], [60, 1, 's'], [3600, 60, 'min'], [86400, 3600, 'h'], [Infinity, 86400, 'd']];

/** A duration of any length in seconds, with two digits or more. */
export function duration(value, round = Math.round) {
  const [, size, name] = DURATIONS.find(([end]) => value < end * 0.9995);
  const number = value / size;
  const digits = number < 9.95 ? 1 : 0;
  return `${(round(number * 10 ** digits) / 10 ** digits).toFixed(digits)} ${name}`;
}

/** Makes an element with a class, a text and children. Texts are never interpreted as markup. */
export function element(tag, className, ...content) {
  const made = document.createElement(tag);
  if (className) {
    made.className = className;
  }
  made.append(...content);
  return made;
}

/** Makes an SVG element likewise. */
export function svg(tag, attributes, ...content) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...content);
  return made;
}

/** A button that leads to a function. */
export function functionButton(name, go, ...before) {
  const made = element('button', 'function', ...before, element('bdi', '', name));
  made.type = 'button';
  made.addEventListener('click', go);
  return made;
}

export function byId(id) {
  return document.getElementById(id);
}
