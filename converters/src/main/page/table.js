// The table of functions: sorted by any column, filtered by a text, one page of rows at a time.

import { functionFacts, shortLibrary } from './data.js';
import { element, exact, functionButton, graded, headings, interval, isNoise, markRows, percent, short, tableRow } from './format.js';

const PAGE = 100;

/** Columns: the key to sort by, the label, what to sort by, and the cell, from a row and how it is shown, as in details.js. */
const FUNCTION = { key: 'name', label: 'Function', isText: true, value: (row) => row.name, cell: nameCell };
const LIBRARY = { key: 'library', label: 'Library', isText: true, value: (row) => row.library, cell: libraryCell };

const estimate = (part, label) => ({
  key: part,
  label,
  value: (row) => row[part].value,
  cell: (row, context) => numberCell(graded(row[part], context), exact(row[part].value, context.view)),
});
const range = (part, label) => ({
  key: `${part}Interval`,
  label,
  value: (row) => row[part].interval[1],
  cell: (row, context) => numberCell(interval(row[part].interval, context), '', 'interval'),
});
const side = (key, label, sideOf) => ({
  key,
  label,
  value: (row) => sideOf(row.self),
  cell: (row, { view }) => numberCell(short(sideOf(row.self), view), exact(sideOf(row.self), view)),
});
const share = (label) => ({ key: 'share', label, value: (row) => row.total.value, cell: (row, { whole }) => bar(row.total.value, whole) });

const SELF_INTERVAL = range('self', 'Self interval');
const TOTAL_INTERVAL = range('total', 'Total interval');
const SIDES = [side('base', 'Self, base', (self) => self.before), side('new', 'Self, new', (self) => self.before + self.value)];
const SELF_CHANGE = estimate('self', 'Self change');
const TOTAL_CHANGE = estimate('total', 'Total change');
const SHARE_OF_BASE = share('Share of base');

const COLUMNS = [
  FUNCTION,
  estimate('self', 'Self'),
  SELF_INTERVAL,
  estimate('total', 'Total'),
  TOTAL_INTERVAL,
  share('Share of total'),
  { key: 'recorded', label: 'Recorded', value: (row) => row.total.recorded, cell: (row) => recordedCell(row.total) },
  LIBRARY,
];
const OF_COMPARISON = [FUNCTION, ...SIDES, SELF_CHANGE, SELF_INTERVAL, TOTAL_CHANGE, TOTAL_INTERVAL, SHARE_OF_BASE, LIBRARY];
const OF_DUMPS = OF_COMPARISON.filter((column) => column !== SELF_INTERVAL && column !== TOTAL_INTERVAL);

const COLLATOR = new Intl.Collator('en', { numeric: true });

/** What a column says of functions. */
export function columnsOf({ isDifference, isComparison }) {
  return isComparison ? OF_COMPARISON : isDifference ? OF_DUMPS : COLUMNS;
}

/** A function with its sums. */
export function rowOf(id, sums, report) {
  return { id, total: sums.total.at(id), self: sums.self.at(id), ...functionFacts(report, id) };
}

/** Rows in the order of a column: noise comes last, large numbers first whatever their sign, then names decide. */
export function sorted(rows, { key, isText, value }, ascending) {
  const direction = ascending ? 1 : -1;
  const byName = (a, b) => COLLATOR.compare(a.name, b.name);
  if (isText) {
    return rows.sort((a, b) => direction * COLLATOR.compare(value(a), value(b)) || byName(a, b));
  }
  const size = (row) => Math.abs(value(row));
  const noise = (row) => Number(isNoise(row[key] ?? {}));
  // Infinite bounds must compare as equal, which subtracting them would not show.
  const bySize = (a, b) => Number(size(a) > size(b)) - Number(size(a) < size(b));
  return rows.sort((a, b) => noise(a) - noise(b) || direction * bySize(a, b) || byName(a, b));
}

export class FunctionTable {
  /** {@code select} is called with the id of a function. */
  constructor(table, more, caption, select) {
    Object.assign(this, { more, caption, select, selected: -1, sortKey: 'self', ascending: false });
    this.isMatch = () => true;
    this.body = table.tBodies[0];
    this.head = element('tr', '');
    table.tHead.append(this.head);
    more.addEventListener('click', () => {
      this.limit += PAGE * 5;
      this.draw();
    });
  }

  /** Takes the sums of functions, {total, self, ids}, to show when filtered; {@code context} is how, as in details.js. */
  show(sums, context) {
    this.rows = sums.ids.map((id) => rowOf(id, sums, context.report));
    this.context = context;
    const columns = columnsOf(context);
    if (this.columns !== columns) {
      this.columns = columns;
      if (!columns.some(({ key }) => key === this.sortKey)) {
        Object.assign(this, { sortKey: 'self', ascending: false });
      }
      const buttons = columns.map((column) => {
        const button = element('button', '', column.label);
        button.type = 'button';
        button.addEventListener('click', () => this.sortBy(column));
        return button;
      });
      this.head.replaceChildren(...headings(buttons, (i) => !columns[i].isText && columns[i].key !== 'share'));
    }
  }

  /** Shows the functions for which a test of their ids holds. */
  filter(isMatch) {
    this.isMatch = isMatch;
    this.limit = PAGE;
    this.draw();
  }

  /** Marks the row of a function. */
  mark(id) {
    this.selected = id;
    markRows(this.body, (data) => Number(data.id) === id);
  }

  sortBy(column) {
    this.ascending = this.sortKey === column.key ? !this.ascending : column.isText === true;
    this.sortKey = column.key;
    this.draw();
  }

  draw() {
    const { columns, sortKey, ascending } = this;
    const rows = this.rows.filter(({ id }) => this.isMatch(id));
    columns.forEach(({ key }, i) => {
      this.head.cells[i].ariaSort = key === sortKey ? (ascending ? 'ascending' : 'descending') : 'none';
    });
    const column = columns.find(({ key }) => key === sortKey);
    this.body.replaceChildren(...sorted(rows, column, ascending).slice(0, this.limit).map((row) => this.row(row)));
    this.mark(this.selected);
    this.more.hidden = rows.length <= this.limit;
    this.more.textContent = `Show more of ${rows.length.toLocaleString('en')} functions`;
    this.caption.textContent = this.count(rows);
  }

  count(rows) {
    const all = this.rows.length.toLocaleString('en');
    const count = rows.length === this.rows.length ? `${all} functions` : `${rows.length.toLocaleString('en')} of ${all} functions`;
    const changed = rows.filter(({ total }) => !isNoise(total)).length;
    return this.context.isComparison ? `${count}; ${changed.toLocaleString('en')} changed by more than the sampling noise` : count;
  }

  row(row) {
    const cells = this.columns.map((column) => column.cell(row, this.context, this.select));
    const labels = this.columns.map(({ label }) => label);
    const made = tableRow(isNoise(row.self) && isNoise(row.total) ? 'noise' : '', cells, labels);
    made.dataset.id = row.id;
    return made;
  }
}

function numberCell(text, title = '', className = '') {
  const cell = element('td', `number ${className}`.trim(), text);
  cell.title = title;
  return cell;
}

function nameCell({ id, name, file }, context, select) {
  const cell = element('td', 'name', functionButton(name, () => select(id)));
  cell.title = name + (file ? '\n' + file : '');
  return cell;
}

function libraryCell({ library }) {
  const cell = element('td', 'library', element('bdi', '', shortLibrary(library)));
  cell.title = library;
  return cell;
}

function recordedCell({ recorded, value }) {
  return numberCell(recorded === 0 && value !== 0 ? '' : recorded.toLocaleString('en'));
}

function bar(value, whole) {
  const made = element('span', 'bar');
  made.style.setProperty('--share', Math.min(1, Math.abs(value) / whole || 0));
  return element('td', 'share', made, element('span', '', percent(value, whole)));
}
