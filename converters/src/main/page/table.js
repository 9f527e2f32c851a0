// The table of functions: sorted by any column, filtered by a text, one page of rows at a time.

import { functionFacts, shortLibrary } from './data.js';
import { element, exact, graded, interval, isNoise, percent, short } from './format.js';

const PAGE = 100;

/** How a column of the numbers of {@code part}, self or total, is shown. */
const estimate = (part) => ({
  value: (row) => row[part].value,
  cell: (row, context) => number(graded(row[part], context), exact(row[part].value, context.view)),
  isEstimate: true,
});
const range = (part) => ({
  value: (row) => row[part].interval[1],
  cell: (row, { view, isDifference, point }) => number(interval(row[part].interval, view, isDifference, point), '', 'interval'),
});
const side = (sideOf) => ({
  value: (row) => sideOf(row.self),
  cell: (row, { view }) => number(short(sideOf(row.self), view), exact(sideOf(row.self), view)),
});

const FUNCTION = {
  key: 'name',
  label: 'Function',
  isText: true,
  value: (row) => row.facts.name,
  cell: (row, context, select) => name(row, select),
};
const LIBRARY = {
  key: 'library',
  label: 'Library',
  isText: true,
  value: (row) => row.facts.library,
  cell: (row) => library(row.facts.library),
};
const share = (label) => ({ key: 'share', label, value: (row) => row.total.value, cell: (row, { whole }) => bar(row.total.value, whole) });

const COLUMNS = [
  FUNCTION,
  { key: 'self', label: 'Self', ...estimate('self') },
  { key: 'selfInterval', label: 'Self interval', ...range('self') },
  { key: 'total', label: 'Total', ...estimate('total') },
  { key: 'totalInterval', label: 'Total interval', ...range('total') },
  share('Share of total'),
  { key: 'recorded', label: 'Recorded', value: (row) => row.total.recorded, cell: (row) => recorded(row.total) },
  LIBRARY,
];

const COLUMNS_OF_DIFFERENCE = [
  FUNCTION,
  { key: 'base', label: 'Self, base', ...side((self) => self.before) },
  { key: 'new', label: 'Self, new', ...side((self) => self.before + self.value) },
  { key: 'self', label: 'Self change', ...estimate('self') },
  { key: 'selfInterval', label: 'Self interval', ...range('self') },
  { key: 'total', label: 'Total change', ...estimate('total') },
  { key: 'totalInterval', label: 'Total interval', ...range('total') },
  share('Share of base'),
  LIBRARY,
];

const COLLATOR = new Intl.Collator('en', { numeric: true });

export class FunctionTable {
  /** {@code select} is called with the id of a function. */
  constructor(table, more, caption, select) {
    this.select = select;
    this.selected = -1;
    this.isMatch = () => true;
    this.body = table.tBodies[0];
    this.more = more;
    this.caption = caption;
    this.sortKey = 'self';
    this.ascending = false;
    this.head = element('tr', '');
    table.tHead.append(this.head);
    more.addEventListener('click', () => {
      this.limit += PAGE * 5;
      this.draw();
    });
  }

  /** Takes the sums of functions, {total, self, ids}, to show when filtered; {@code context} is how, as in details.js. */
  show(sums, context) {
    this.sums = sums;
    this.context = context;
    this.showColumns(context.isDifference ? COLUMNS_OF_DIFFERENCE : COLUMNS);
  }

  showColumns(columns) {
    if (this.columns === columns) {
      return;
    }
    this.columns = columns;
    if (!columns.some(({ key }) => key === this.sortKey)) {
      this.sortKey = 'self';
      this.ascending = false;
    }
    this.head.replaceChildren(
      ...columns.map((column) => {
        const button = element('button', '', column.label);
        button.type = 'button';
        button.addEventListener('click', () => this.sortBy(column));
        const cell = element('th', column.isText || column.key === 'share' ? '' : 'number', button);
        cell.scope = 'col';
        return cell;
      }),
    );
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
    for (const row of this.body.rows) {
      row.ariaSelected = Number(row.dataset.id) === id;
    }
  }

  sortBy(column) {
    this.ascending = this.sortKey === column.key ? !this.ascending : column.isText === true;
    this.sortKey = column.key;
    this.draw();
  }

  draw() {
    const { columns, sums } = this;
    const column = columns.find((one) => one.key === this.sortKey);
    const ids = sums.ids.filter((id) => this.isMatch(id));
    const shown = firstOf(ids, this.limit, this.order(ids, column));
    columns.forEach((one, i) => {
      const sorted = one.key === this.sortKey;
      this.head.cells[i].ariaSort = sorted ? (this.ascending ? 'ascending' : 'descending') : 'none';
    });
    this.body.replaceChildren(...shown.map((id) => this.row(this.rowOf(id))));
    this.more.hidden = ids.length <= this.limit;
    this.more.textContent = `Show more of ${ids.length.toLocaleString('en')} functions`;
    this.caption.textContent = this.count(ids);
  }

  rowOf(id) {
    return new Row(id, this.sums, this.context.report);
  }

  /** How functions compare by a column: noise comes last, large numbers first whatever their sign, then names decide. */
  order(ids, column) {
    const direction = this.ascending ? 1 : -1;
    const text = (of, id) => of.value(this.rowOf(id));
    const byName = (a, b) => COLLATOR.compare(text(FUNCTION, a), text(FUNCTION, b));
    if (column.isText) {
      return (a, b) => direction * COLLATOR.compare(text(column, a), text(column, b)) || byName(a, b);
    }
    const sizes = new Float64Array(this.context.report.functionName.length);
    const noise = new Uint8Array(sizes.length);
    for (const id of ids) {
      const row = this.rowOf(id);
      sizes[id] = Math.abs(column.value(row));
      noise[id] = column.isEstimate && isNoise(row[column.key]) ? 1 : 0;
    }
    // Infinite bounds must compare as equal, which subtracting them would not show.
    const bySize = (a, b) => (sizes[a] === sizes[b] ? 0 : sizes[a] < sizes[b] ? -1 : 1);
    return (a, b) => noise[a] - noise[b] || direction * bySize(a, b) || byName(a, b);
  }

  count(ids) {
    const { context, sums } = this;
    const all = sums.ids.length.toLocaleString('en');
    const count = ids.length === sums.ids.length ? `${all} functions` : `${ids.length.toLocaleString('en')} of ${all} functions`;
    const changed = ids.filter((id) => !isNoise(sums.total.at(id))).length;
    return context.isComparison ? `${count}; ${changed.toLocaleString('en')} changed by more than the sampling noise` : count;
  }

  row(row) {
    const { context } = this;
    const cells = this.columns.map((column) => {
      const cell = column.cell(row, context, this.select);
      cell.dataset.label = column.label;
      return cell;
    });
    const made = element('tr', isNoise(row.self) && isNoise(row.total) ? 'noise' : '', ...cells);
    made.dataset.id = row.id;
    made.ariaSelected = row.id === this.selected;
    return made;
  }
}

function number(text, title = '', className = '') {
  const cell = element('td', `number ${className}`.trim(), text);
  cell.title = title;
  return cell;
}

function name({ id, facts }, select) {
  const button = element('button', 'function', element('bdi', '', facts.name));
  button.type = 'button';
  button.addEventListener('click', () => select(id));
  const cell = element('td', 'name', button);
  cell.title = facts.name + (facts.file ? '\n' + facts.file : '');
  return cell;
}

function library(path) {
  const cell = element('td', 'library', element('bdi', '', shortLibrary(path)));
  cell.title = path;
  return cell;
}

function recorded({ recorded: count, value }) {
  return number(count === 0 && value !== 0 ? '' : count.toLocaleString('en'));
}

function bar(value, whole) {
  const made = element('span', 'bar');
  made.style.setProperty('--share', Math.min(1, Math.abs(value) / whole || 0));
  return element('td', 'share', made, element('span', '', percent(value, whole)));
}

/** The sums of a function and its facts, made when asked for: a report may have a million functions, and shows few. */
class Row {
  constructor(id, sums, report) {
    Object.assign(this, { id, sums, report });
  }

  get total() {
    return this.sums.total.at(this.id);
  }

  get self() {
    return this.sums.self.at(this.id);
  }

  get facts() {
    return functionFacts(this.report, this.id);
  }
}

/** The first of some ids in an order, without sorting all of them. */
function firstOf(ids, count, compare) {
  const first = [];
  for (const id of ids) {
    if (first.length === count && compare(id, first[count - 1]) >= 0) {
      continue;
    }
    let low = 0;
    for (let high = first.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (compare(id, first[middle]) < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    first.splice(low, 0, id);
    first.length = Math.min(first.length, count);
  }
  return first;
}
