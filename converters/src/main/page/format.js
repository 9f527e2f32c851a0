// Human-readable numbers.

const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
const COUNT_UNITS = ['', ' k', ' M', ' G', ' T'];
const EXACT = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

function scaled(number, base, units) {
  const size = Math.abs(number);
  if (size < base) {
    return (size < 10 && !Number.isInteger(number) ? number.toFixed(1) : Math.round(number)) + unit(units[0]);
  }
  let power = Math.min(units.length - 1, Math.floor(Math.log(size) / Math.log(base)));
  // 1023.99 KiB rounds to 1.00 MiB, not to 1024 KiB.
  if (Number((size / base ** power).toPrecision(3)) >= base && power < units.length - 1) {
    power++;
  }
  const digits = Math.max(0, 2 - Math.floor(Math.log10(size / base ** power)));
  return (number / base ** power).toFixed(digits) + unit(units[power]);
}

function unit(text) {
  return text === '' || text.startsWith(' ') ? text : ' ' + text;
}

/** A number of bytes or objects with about three digits at most and a unit. */
export function short(number, view) {
  return view.unit === 'bytes' ? scaled(number, 1024, BINARY_UNITS) : scaled(number, 1000, COUNT_UNITS);
}

/** As {@link short}, with a sign for what grew. */
export function signed(number, view, isDifference) {
  return (isDifference && number > 0 ? '+' : '') + short(number, view).replace('-', '\u2212');
}

/** All digits. */
export function exact(number, view) {
  return EXACT.format(Math.round(number)) + (view.unit === 'bytes' ? ' bytes' : ' objects');
}

export function interval([low, high], view, isDifference) {
  if (!Number.isFinite(high)) {
    return 'no interval';
  }
  if (low === high) {
    return 'exact';
  }
  const from = isDifference ? low : Math.max(0, low);
  const bounds = [signed(from, view, false), signed(high, view, false)];
  // Bounds that look the same are useless: show their distance instead.
  return bounds[0] === bounds[1] ? '\u00b1 ' + short((high - from) / 2, view) : bounds.join(' \u2013 ');
}

export function percent(part, whole) {
  if (!(whole > 0)) {
    return '';
  }
  const share = (100 * part) / whole;
  return (Math.abs(share) < 0.05 && share !== 0 ? '<0.1' : share.toFixed(1)) + ' %';
}

/** A timestamp as written in logs; empty when unknown. */
export function time(millis) {
  return millis > 0 ? new Date(millis).toISOString().replace('T', ' ').replace('Z', ' UTC') : '';
}

export function seconds(value) {
  return value >= 100 ? Math.round(value) + ' s' : value.toFixed(1) + ' s';
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
