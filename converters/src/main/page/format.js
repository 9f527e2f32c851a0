// Numbers in words, and the elements that show them.

import { range } from 'd3-array';

const BINARY_UNITS = [' B', ' KiB', ' MiB', ' GiB', ' TiB', ' PiB'];
const COUNT_UNITS = ['', 'k', 'M', 'G', 'T'];

/** What the views are called; those of other programs have their own names. */
const TITLES = { space: 'Live bytes', objects: 'Live objects', alloc_space: 'Allocated bytes', alloc_objects: 'Allocated objects' };

export const titleOf = ({ name }) => TITLES[name] ?? name;

/** By which part of a value the ends of its interval are off, because the page has them rounded. */
const ROUNDING = 1e-8;

/** An end that is so many percent off the value is in a unit of its own. */
const FAR = 10_000;
const EXACT = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Ends of intervals are rounded away from the value. */
export const down = (number) => Math.floor(number + ROUNDING * Math.abs(number));
export const up = (number) => Math.ceil(number - ROUNDING * Math.abs(number));

function scaled(number, base, units, significant, round, like) {
  const rounded = (value, digits) => round(value * 10 ** digits) / 10 ** digits;
  const size = Math.abs(like);
  if (size < base) {
    // Without zeros behind the point: what is whole but for rounding looks whole.
    return rounded(number, Math.max(0, significant - (size < 10 ? 2 : 3))) + units[0];
  }
  let power = Math.min(units.length - 1, Math.floor(Math.log(size) / Math.log(base)));
  // 1023.99 KiB rounds to 1.00 MiB, not to 1024 KiB.
  if (Number((size / base ** power).toPrecision(significant)) >= base && power < units.length - 1) {
    power++;
  }
  // Of what is nothing in this unit, too, there are only so many digits.
  const digits = Math.min(significant, significant - 1 - Math.floor(Math.log10(Math.abs(number) / base ** power)));
  return rounded(number / base ** power, digits).toFixed(Math.max(0, digits)) + units[power];
}

/** A number as text, with the sign that typographers use. */
const withMinus = (text) => text.replace('-', '\u2212');

/** A number of bytes or objects with about three digits, or others, and a unit: of bytes, that of {@code like}. */
export function short(number, view, significant = 3, round = Math.round, like = number) {
  return view.unit === 'bytes'
    ? scaled(number, 1024, BINARY_UNITS, significant, round, like)
    : scaled(number, 1000, COUNT_UNITS, significant, round, number);
}

/** As {@link short}, with a sign for what grew. */
export const signed = (number, view, isDifference) => (isDifference && number > 0 ? '+' : '') + withMinus(short(number, view));

/** How far from 0 the truth of a sum may be, [low, high]. */
function magnitudes({ interval: ends }) {
  return ends[0] * ends[1] < 0 ? [0, Infinity] : ends.map(Math.abs).sort((a, b) => a - b);
}

/** Whether the ends of an interval are so close to the value that it reads like a recorded number. */
function isPlain(sum, { plainFactor }) {
  const [low, high] = magnitudes(sum);
  const value = Math.abs(sum.value);
  return high <= value * plainFactor && low >= value / plainFactor;
}

/** The number of a sum {value, interval} by its grade: as it is, after a sign for "about", or for "very roughly". */
export function graded(sum, { view, isDifference, report }) {
  const { value, interval: ends } = sum;
  if (isDifference || value === 0 || !Number.isFinite(ends[1]) || isPlain(sum, report)) {
    return signed(value, view, isDifference);
  }
  const [low, high] = magnitudes(sum);
  return (low > 0 && high <= low * report.approximateSpan ? '\u2248' : '~') + short(value, view, 2);
}

/** How sure a number is: by which part of itself it may be off or, if that is much, its interval. Empty for a point. */
export function certainty(sum, context) {
  const { value, interval: ends } = sum;
  const [low, high] = ends;
  if (low === high || value === 0 || (!Number.isFinite(high) && context.isDifference && !context.isComparison)) {
    return '';
  }
  if (!Number.isFinite(high)) {
    return context.report.confidence === '' ? '' : '\u00b1?';
  }
  const off = (100 * Math.max(high - value, value - low)) / Math.abs(value);
  if (isPlain(sum, context.report)) {
    return `\u00b1${Math.max(1, up(off))} %`;
  }
  return `(${bounds(ends, context, 2, off < FAR ? value : undefined)})`;
}

/** A number by its grade, and how sure it is. */
export const estimate = (sum, context) => [graded(sum, context), certainty(sum, context)].filter(Boolean).join(' ');

/** As {@link estimate}, in two elements, the first of which has a class. */
export function estimateParts(sum, context, className = '') {
  const sure = certainty(sum, context);
  return [element('span', className, graded(sum, context)), element('small', '', sure && ` ${sure}`)];
}

/** The two sides of a change. */
export const sides = ({ value, before }, view) => `${short(before, view)} \u2192 ${short(before + value, view)}`;

/** All digits of a sum, and its interval. */
export const inFull = ({ value, interval: ends }, context) => [exact(value, context.view), interval(ends, context)].filter(Boolean).join(', ');

/** Whether a change between two recordings may be nothing but the noise of sampling. */
export function isNoise({ value, noise, interval: ends }) {
  const least = ROUNDING * Math.abs(value);
  return noise !== undefined && Number.isFinite(noise[1]) && [noise, ends].some(([low, high]) => low <= least && high >= -least);
}

/** All digits. */
export const exact = (number, { unit }) => withMinus(EXACT.format(Math.round(number))) + (unit === 'bytes' ? ' bytes' : ' objects');

/** Both bounds, with more digits where they would look the same; in the unit of a number, which then has it, or with their own. */
function bounds([low, high], { view, isDifference }, digits, like) {
  const from = isDifference ? low : Math.max(0, low);
  const ends = (exactly) => [short(from, view, exactly, down, like), short(high, view, exactly, up, like)].map(withMinus);
  const [least, most] = ends(range(digits, 13).find((exactly) => new Set(ends(exactly)).size > 1) ?? digits);
  // A unit that both have is said once, or where the number has it.
  const [unit] = most.match(/ \D*$/) ?? [''];
  const first = Number.parseFloat(least) === 0 ? '0' : least.endsWith(unit) ? least.slice(0, least.length - unit.length) : least;
  return first + (high < 0 ? ' to ' : '\u2013') + (like === undefined ? most : most.slice(0, most.length - unit.length));
}

/**
 * Both bounds of a sum; empty where nothing is known of a change between dumps. {@code point} is what to say of an interval
 * that is a point.
 */
export function interval(ends, context) {
  const [low, high] = ends;
  if (!Number.isFinite(high)) {
    return context.isDifference && !context.isComparison ? '' : 'no interval';
  }
  return low === high ? (low === 0 ? '' : context.point) : bounds(ends, context, 3);
}

export function percent(part, whole) {
  if (!(whole > 0)) {
    return '';
  }
  const share = (100 * part) / whole;
  return (Math.abs(share) < 0.05 && share !== 0 ? '<0.1' : withMinus(share.toFixed(1))) + ' %';
}

/** A timestamp as written in logs; empty when unknown. */
export const time = (millis) => (millis > 0 ? new Date(millis).toISOString().replace('T', ' ').replace('Z', ' UTC') : '');

export const seconds = (value) => `${value.toFixed(value >= 100 ? 0 : 1)} s`;

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

export const byId = (id) => document.getElementById(id);
