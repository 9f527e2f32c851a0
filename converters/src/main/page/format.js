// Numbers in words, and the elements that show them.

import { range } from './array.js';

const BINARY_UNITS = [' B', ' KiB', ' MiB', ' GiB', ' TiB', ' PiB', ' EiB'];
const COUNT_UNITS = ['', 'k', 'M', 'G', 'T', 'P', 'E'];

/** By which part of a value the ends of its interval are off, because the page has them rounded. */
const ROUNDING = 1e-8;

const EXACT = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Ends of intervals are rounded away from the value. */
export const down = (number) => Math.floor(number + ROUNDING * Math.abs(number));
export const up = (number) => Math.ceil(number - ROUNDING * Math.abs(number));

function scaled(number, base, units, significant, round) {
  const rounded = (value, digits) => round(value * 10 ** digits) / 10 ** digits;
  const size = Math.abs(number);
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

// NumberUnit.java: a number says here what it says in a terminal, if it has a unit of its own there.

/** Counts from this on are in millions, and others written out. */
const MANY = 1e8;

/** Half of an interval, as a part of the number, from which two digits are enough, and up to which all of a count are sure. */
const WIDE = 0.15;
const NARROW = 0.005;

/** Of a unit above the first, less than this is no number with two decimals. */
const LEAST = 0.005;

/** In a unit of bytes, an end of an interval from this on is in a unit of its own. */
const FAR = 10_000;

const fixed = (number, decimals, round = Math.round) => (round(number * 10 ** decimals) / 10 ** decimals).toFixed(decimals);

const decimalsOf = (scaled) => (scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0);

function unitOf(size, { unit }) {
  if (unit !== 'bytes') {
    return size < MANY ? { divisor: 1, label: '' } : { divisor: 1e6, label: 'M' };
  }
  // At most three digits before the point: 1000 KiB is 0.98 MiB.
  const power = BINARY_UNITS.findIndex((_, i) => size / 1024 ** i < 999.5);
  const last = power < 0 ? BINARY_UNITS.length - 1 : power;
  return { divisor: 1024 ** last, label: BINARY_UNITS[last], isBytes: true };
}

/** The digits of a number with a unit; {@code off} is half of its interval, as a part of it. */
function digitsOf(size, { divisor, isBytes }, off, round = Math.round) {
  const scaled = size / divisor;
  if (divisor > 1) {
    const decimals = decimalsOf(scaled);
    const isRough = isBytes && off >= WIDE && scaled >= 0.995;
    return size === 0 ? '0' : scaled < LEAST ? '<0.01' : fixed(scaled, isRough ? Math.max(0, decimals - 1) : decimals, round);
  }
  let step = 1;
  for (let rest = round(size); !isBytes && off > NARROW && rest >= (off >= WIDE ? 100 : 1000); rest = Math.floor(rest / 10)) {
    step *= 10;
  }
  const whole = round(size / step) * step;
  return isBytes ? whole.toFixed(0) : EXACT.format(whole);
}

/** Two digits, of a count with a unit of their own. */
function twoDigits(number, { divisor, isBytes }, round) {
  let scaled = isBytes ? number / divisor : number;
  let letter = 0;
  while (!isBytes && scaled > 900 && letter < COUNT_UNITS.length - 1) {
    scaled /= 1000;
    letter++;
  }
  const step = Math.max(10 ** (Math.floor(Math.log10(scaled)) - 1), letter > 0 || divisor > 1 ? 0.01 : 1);
  const rounded = step * round(scaled / step);
  return fixed(rounded, rounded === 0 || step >= 1 ? 0 : step < 0.1 ? 2 : 1) + (isBytes ? '' : COUNT_UNITS[letter]);
}

/** A number of bytes or objects with its unit, and with no more digits than an interval justifies. */
export function short(number, view, [low, high] = [number, number], unit = unitOf(Math.abs(number), view)) {
  const size = Math.abs(number);
  const digits = digitsOf(size, unit, size > 0 ? (high - low) / 2 / size : 0);
  return digits === '0' ? digits : withMinus((number < 0 ? '-' : '') + digits + unit.label);
}

/** As {@link short}, with a sign for what grew. */
export const signed = (number, view, isDifference, ends) => (isDifference && number > 0 ? '+' : '') + short(number, view, ends);

/** How far from 0 the truth of a sum may be, [low, high]. */
function magnitudes({ interval: ends }) {
  return ends[0] * ends[1] < 0 ? [0, Infinity] : ends.map(Math.abs).sort((a, b) => a - b);
}

/** Whether the ends of an interval are so close to the value that it reads like a recorded number: not where what is shown is limited. */
function isPlain(sum, { isLimited, report: { plainFactor } }) {
  const [low, high] = magnitudes(sum);
  const value = Math.abs(sum.value);
  return !isLimited && high <= value * plainFactor && low >= value / plainFactor;
}

/** The unit of a change, which fits its sides too. */
const unitOfChange = ({ value, before = 0 }, view) => unitOf(Math.max(Math.abs(value), before, before + value), view);

/** A change with its sign, in the unit of its sides. */
const change = (sum, view, ends) => (sum.value >= 0.5 ? '+' : '') + short(sum.value, view, ends, unitOfChange(sum, view));

/** The number of a sum {value, interval} by its grade: as it is, after a sign for "about", or for "very roughly". */
export function graded(sum, context) {
  const { view, isDifference, report } = context;
  const { value, interval: ends } = sum;
  const [low, high] = magnitudes(sum);
  if (isDifference) {
    return change(sum, view, ends);
  }
  if (value === 0 || !Number.isFinite(ends[1]) || isPlain(sum, context)) {
    // Where nothing is known of the ends, two digits say so.
    return short(value, view, ends);
  }
  if (low > 0 && high <= low * report.approximateSpan) {
    return `\u2248${short(value, view, ends)}`;
  }
  const unit = unitOf(value, view);
  const digits = twoDigits(value, unit, Math.round);
  return (digits === '0' ? '<0.01' : `~${digits}`) + (unit.isBytes ? unit.label : '');
}

/** How sure a number is: by which part of itself it may be off or, if that is much, its interval. Empty for a point. */
export function certainty(sum, context) {
  const { value, interval: ends } = sum;
  const [low, high] = ends;
  if (low === high || (value === 0 && !context.isDifference)) {
    return '';
  }
  if (!Number.isFinite(high)) {
    return context.report.confidence === '' ? '' : '\u00b1?';
  }
  if (context.isDifference) {
    // A slope of nothing has neither a unit nor sides with one, which its ends could share.
    const isFlat = sum.before === undefined && graded(sum, context) === '0';
    const unit = isFlat ? unitOf(Math.max(-low, high), context.view) : unitOfChange(sum, context.view);
    return `[${signedEnd(low, unit, down)}, ${signedEnd(high, unit, up)}${isFlat ? unit.label : ''}]`;
  }
  const off = (100 * Math.max(high - value, value - low)) / Math.abs(value);
  if (isPlain(sum, context)) {
    return `\u00b1${Math.max(1, up(off))} %`;
  }
  const unit = unitOf(value, context.view);
  const least = twoDigits(Math.max(0, low), unit, down);
  if (!unit.isBytes || high < FAR * unit.divisor) {
    return `(${least}\u2013${twoDigits(high, unit, up)})`;
  }
  const own = unitOf(high, context.view);
  return `(${low > 0 ? least + unit.label : '0'}\u2013${twoDigits(high, own, up)}${own.label})`;
}

/** An end of the interval of a change, rounded away from it. */
function signedEnd(end, unit, round) {
  const outwards = end > 0 ? round : round === up ? down : up;
  const digits = digitsOf(Math.abs(end), unit, unit.isBytes ? 0 : WIDE, outwards);
  return digits === '0' ? digits : (end < 0 ? '\u2212' : '+') + digits;
}

/** A number by its grade, and how sure it is. */
export const estimate = (sum, context) => [graded(sum, context), certainty(sum, context)].filter(Boolean).join(' ');

/** As {@link estimate}, in two elements, the first of which has a class. */
export function estimateParts(sum, context, className = '') {
  const sure = certainty(sum, context);
  return [element('span', className, graded(sum, context)), element('small', '', sure && ` ${sure}`)];
}

/** The two sides of a change, each by its own grade. */
export const gradedSides = (sides, { view, report, limitedSides }) =>
  sides.map((sum, at) => graded(sum, { view, report, isLimited: limitedSides[at] }));

/** All digits of a sum, and its interval. */
export const inFull = ({ value, interval: ends }, context) => [exact(value, context.view), interval(ends, context)].filter(Boolean).join(', ');

/** Whether a change between two recordings may be nothing but the noise of sampling. */
export function isNoise(sum) {
  const { value, noise } = sum;
  const least = ROUNDING * Math.abs(value);
  return noise !== undefined && Number.isFinite(noise[1]) && [noise, sum.interval].some(([low, high]) => low <= least && high >= -least);
}

/** What sizes of allocations are shown as. */
export const BYTES = { unit: 'bytes' };

/** All digits. */
export const exact = (number, { unit }) => withMinus(EXACT.format(Math.round(number))) + (unit === 'bytes' ? ' bytes' : ' objects');

/** Both bounds, with more digits where they would look the same. */
function bounds([low, high], { view, isDifference }, digits) {
  const from = isDifference ? low : Math.max(0, low);
  const [base, units] = view.unit === 'bytes' ? [1024, BINARY_UNITS] : [1000, COUNT_UNITS];
  const ends = (exactly) => [scaled(from, base, units, exactly, down), scaled(high, base, units, exactly, up)].map(withMinus);
  const [least, most] = ends(range(digits, 13).find((exactly) => new Set(ends(exactly)).size > 1) ?? digits);
  // A unit that both have is said once.
  const [unit] = most.match(/ \D*$/) ?? [''];
  const first = Number.parseFloat(least) === 0 ? '0' : least.endsWith(unit) ? least.slice(0, least.length - unit.length) : least;
  return first + (high < 0 ? ' to ' : '\u2013') + most;
}

/** Both bounds of a sum. {@code point} of the context is what to say of an interval that is a point. */
export function interval(ends, context) {
  const [low, high] = ends;
  if (!Number.isFinite(high)) {
    return 'no interval';
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

/** A bar as long as a part is of a whole. */
export function bar(part, whole) {
  const made = element('span', 'bar');
  made.style.setProperty('--share', Math.min(1, Math.abs(part) / whole || 0));
  return made;
}

/** A line as long as an interval, on a bar of the same whole; none where there is no interval to see. */
export function whisker([low, high], whole) {
  if (!(high > low) || !Number.isFinite(high) || !(whole > 0)) {
    return [];
  }
  const made = element('span', 'whisker');
  made.style.setProperty('--low', Math.max(0, low / whole));
  made.style.setProperty('--high', Math.min(1, high / whole));
  return [made];
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

/** A patch of a colour for a legend. */
export function swatch(color) {
  const made = element('span', 'swatch');
  made.style.background = color;
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
