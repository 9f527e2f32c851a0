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
  return direction * (typeof a === 'string' ? a.localeCompare(b) : a - b);
}

/** Numbers begin with the largest, names with the first. */
function sort(column) {
  const heading = headings[column];
  const first = heading.classList.contains('number') ? 'descending' : 'ascending';
  const other = first === 'ascending' ? 'descending' : 'ascending';
  const order = heading.ariaSort === first ? other : first;
  headings.forEach((each) => (each.ariaSort = each === heading ? order : 'none'));
  const rows = [...body.rows].map((row) => ({ row, last: row.className !== 'row', value: valueOf(row, column) }));
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
