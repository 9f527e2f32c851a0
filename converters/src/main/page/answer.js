'use strict';

// The table of an answer: sorted by a click on a heading, filtered by a text. The total stays the first row.
const root = document.documentElement;
const table = document.querySelector('table');
const [body] = table.tBodies;
const headings = [...table.tHead.rows[0].cells];
const filter = document.getElementById('filter');
const count = document.getElementById('count');
const all = count.value;

/** A number, or the text of a name; what is not known is undefined. */
function valueOf(row, column) {
  const { dataset, textContent } = row.cells[column];
  return dataset.value === undefined ? textContent : dataset.value === '' ? undefined : Number(dataset.value);
}

function compare(a, b, direction) {
  if (a === undefined || b === undefined) {
    return (a === undefined) - (b === undefined);
  }
  return direction * ((a > b) - (a < b));
}

/** As they were written: the order of equal rows, which is that in a terminal. */
const written = [...body.rows];

/** Numbers begin with the largest, names with the first. */
function sort(column) {
  const heading = headings[column];
  const first = heading.classList.contains('number') ? 'descending' : 'ascending';
  const other = first === 'ascending' ? 'descending' : 'ascending';
  const order = heading.ariaSort === first ? other : first;
  headings.forEach((each) => (each.ariaSort = each === heading ? order : 'none'));
  const rows = written.map((row) => ({ row, last: row.className !== 'row', value: valueOf(row, column) }));
  rows.sort(
    (a, b) =>
      b.row.classList.contains('total') - a.row.classList.contains('total') ||
      a.last - b.last ||
      compare(a.value, b.value, order === 'ascending' ? 1 : -1),
  );
  body.append(...rows.map(({ row }) => row));
}

function matcher(text) {
  try {
    const expression = new RegExp(text, 'i');
    return (name) => expression.test(name);
  } catch {
    return (name) => name.toLowerCase().includes(text.toLowerCase());
  }
}

function show() {
  const matches = matcher(filter.value);
  let shown = 0;
  const rows = [...body.rows].filter((row) => row.className === 'row');
  for (const row of rows) {
    const names = [...row.querySelectorAll('.name')].map(({ textContent }) => textContent);
    row.hidden = !matches(names.join(' '));
    shown += row.hidden ? 0 : 1;
  }
  count.value = shown === rows.length ? all : `${shown} of ${all}`;
}

const devices = document.getElementById('devices');
const UNITS = [' B', ' KiB', ' MiB', ' GiB', ' TiB'];

/** What a power of two is, of bytes in the unit that fits it. */
function amount(exponent) {
  const isOfBytes = devices.dataset.unit === 'bytes';
  const unit = isOfBytes ? Math.max(0, Math.min(UNITS.length - 1, Math.floor(exponent / 10))) : 0;
  return Number((2 ** (exponent - 10 * unit)).toPrecision(3)).toLocaleString('en') + (isOfBytes ? UNITS[unit] : '');
}

function svg(tag, attributes, ...content) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
  made.append(...content);
  return made;
}

/** The middle of the text that says which part of the devices holds nothing. */
const WITHOUT = 40;

const label = (x, y, text) => svg('text', { x, y }, text);

/** Numbers of which these digits stand before the zeros, and every so many powers of ten. */
const ROUND = [['123456789', 1], ['125', 1], ['1', 1], ['1', 2], ['1', 4]];

/** How wide a label is. */
const LABEL = 54;

/** The round numbers between two powers of two, as many as there is room for, as exponents: of bytes powers of two, too. */
function ticks(first, last, x) {
  const range = (from, to, step) => Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
  if (devices.dataset.unit === 'bytes') {
    return range(first, last, Math.ceil((last - first) / 7));
  }
  const [from, to] = [first, last].map((exponent) => Math.floor(exponent * Math.log10(2)));
  const choices = ROUND.map(([digits, every]) =>
    range(Math.ceil(from / every) * every, to, every)
      .flatMap((power) => [...digits].map((digit) => Math.log2(digit * 10 ** power)))
      .filter((exponent) => exponent >= first && exponent <= last),
  );
  return choices.find((some) => some.every((exponent, i) => i === 0 || x(exponent) - x(some[i - 1]) >= LABEL)) ?? [];
}

/** Draws which part of the devices holds how much of a row, by powers of two, and writes which holds nothing. */
function draw(row) {
  const parts = row.dataset.devices.split(' ').map((part) => part.split(':').map(Number));
  const first = Math.floor(parts[0][0] / 4);
  const last = Math.floor(parts.at(-1)[0] / 4) + 1;
  const x = (exponent) => 30 + (420 * (exponent - first)) / (last - first);
  const bars = parts.map(([step, percent]) => ({
    from: x(step / 4),
    to: x((step + 1) / 4),
    percent,
    what: `${amount(step / 4)} to ${amount((step + 1) / 4)}`,
  }));
  const without = 100 - parts.reduce((sum, [, percent]) => sum + percent, 0);
  const [most] = [...bars].sort((one, other) => other.percent - one.percent);
  const share = (percent) => `${percent >= 10 ? percent.toFixed(0) : percent.toPrecision(2)} %`;
  document.getElementById('drawn').textContent = [...row.querySelectorAll('.name')].map(({ textContent }) => textContent).join(' ');
  devices.querySelector('svg').replaceChildren(
    ...bars.map(({ from, to, percent, what }) => {
      const height = (84 * percent) / most.percent;
      return svg('rect', { x: from, y: 100 - height, width: to - from - 0.5, height }, svg('title', {}, `${share(percent)} of devices: ${what}`));
    }),
    label(Math.max(WITHOUT + 60, (most.from + most.to) / 2), 12, share(most.percent)),
    ...(without > 0.05 ? [label(WITHOUT, 12, `none: ${share(without)}`)] : []),
    ...ticks(first, last, x).map((exponent) => label(x(exponent), 114, amount(exponent))),
    svg('path', { d: 'M30,100.5H450' }),
  );
  for (const other of body.rows) {
    other.ariaSelected = other === row;
  }
}

const drawn = devices ? [...body.rows].filter(({ dataset }) => dataset.devices) : [];
drawn.forEach((row) => row.querySelector('.name button').addEventListener('click', () => draw(row)));
if (devices) {
  draw(drawn[0]);
}
headings.forEach((heading, column) => heading.firstChild.addEventListener('click', () => sort(column)));
filter.addEventListener('input', show);
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && event.target !== filter) {
    event.preventDefault();
    filter.focus();
  }
});
document.getElementById('theme').addEventListener('click', () => {
  const theme = root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  root.dataset.theme = theme === 'dark' ? 'light' : 'dark';
});
show();
root.dataset.ready = '';
