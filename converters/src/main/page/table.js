// The table of functions: sorted by any column, filtered by a text, one page of rows at a time.

import { functionFacts, shortLibrary } from './data.js';
import { element, exact, graded, interval, percent } from './format.js';

const PAGE = 100;

const COLUMNS = [
  { key: 'name', label: 'Function', value: (row) => row.facts.name },
  { key: 'self', label: 'Self', value: (row) => row.self.value, number: true },
  { key: 'selfInterval', label: 'Self interval', value: (row) => row.self.interval[1], number: true },
  { key: 'total', label: 'Total', value: (row) => row.total.value, number: true },
  { key: 'totalInterval', label: 'Total interval', value: (row) => row.total.interval[1], number: true },
  { key: 'share', label: 'Share of total', value: (row) => row.total.value, number: true },
  { key: 'recorded', label: 'Recorded', value: (row) => row.total.recorded, number: true },
  { key: 'library', label: 'Library', value: (row) => row.facts.library },
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
    this.head = COLUMNS.map((column) => {
      const button = element('button', '', column.label);
      button.type = 'button';
      button.addEventListener('click', () => this.sortBy(column));
      const cell = element('th', column.number && column.key !== 'share' ? 'number' : '', button);
      cell.scope = 'col';
      return cell;
    });
    table.tHead.append(element('tr', '', ...this.head));
    more.addEventListener('click', () => {
      this.limit += PAGE * 5;
      this.draw();
    });
  }

  /** Takes the sums of functions, {total, self, ids}, to show when filtered; {@code context} is how, as in details.js. */
  show(sums, context) {
    this.context = context;
    this.ranks ??= ranksOfNames(context.report);
    this.rows = sums.ids.map((id) => ({
      id,
      total: sums.total.at(id),
      self: sums.self.at(id),
      facts: functionFacts(context.report, id),
    }));
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
    this.ascending = this.sortKey === column.key ? !this.ascending : !column.number;
    this.sortKey = column.key;
    this.draw();
  }

  draw() {
    const column = COLUMNS.find((one) => one.key === this.sortKey);
    const direction = this.ascending ? 1 : -1;
    const rows = this.rows
      .filter(({ id }) => this.isMatch(id))
      .sort((a, b) => direction * compare(column, a, b) || this.ranks[a.id] - this.ranks[b.id]);
    COLUMNS.forEach((one, i) => {
      const sorted = one.key === this.sortKey;
      this.head[i].ariaSort = sorted ? (this.ascending ? 'ascending' : 'descending') : 'none';
    });
    this.body.replaceChildren(...rows.slice(0, this.limit).map((row) => this.row(row)));
    this.more.hidden = rows.length <= this.limit;
    this.more.textContent = `Show more of ${rows.length.toLocaleString('en')} functions`;
    this.caption.textContent =
      rows.length === this.rows.length
        ? `${rows.length.toLocaleString('en')} functions`
        : `${rows.length.toLocaleString('en')} of ${this.rows.length.toLocaleString('en')} functions`;
  }

  row({ id, self, total, facts }) {
    const { view, isDifference, point } = this.context;
    const range = (sum) => interval(sum.interval, view, isDifference, point);
    const button = element('button', 'function', element('bdi', '', facts.name));
    button.type = 'button';
    button.addEventListener('click', () => this.select(id));
    const cells = [
      element('td', 'name', button),
      this.number(graded(self, this.context), exact(self.value, view)),
      this.number(range(self)),
      this.number(graded(total, this.context), exact(total.value, view)),
      this.number(range(total)),
      this.share(total.value),
      this.number(total.recorded === 0 && total.value !== 0 ? '' : total.recorded.toLocaleString('en')),
      element('td', 'library', element('bdi', '', shortLibrary(facts.library))),
    ];
    cells[2].classList.add('interval');
    cells[4].classList.add('interval');
    cells[0].title = facts.name + (facts.file ? '\n' + facts.file : '');
    cells[7].title = facts.library;
    cells.forEach((cell, i) => {
      cell.dataset.label = COLUMNS[i].label;
    });
    const row = element('tr', '', ...cells);
    row.dataset.id = id;
    row.ariaSelected = id === this.selected;
    return row;
  }

  number(text, title = '') {
    const cell = element('td', 'number', text);
    cell.title = title;
    return cell;
  }

  share(value) {
    const { whole } = this.context;
    const bar = element('span', 'bar');
    bar.style.setProperty('--share', Math.min(1, Math.abs(value) / whole || 0));
    return element('td', 'share', bar, element('span', '', percent(value, whole)));
  }
}

/** The place of each function in the order of names: comparing numbers is much faster than comparing names. */
function ranksOfNames(report) {
  const ids = Array.from({ length: report.functionName.length }, (_, id) => id);
  const name = (id) => report.strings[report.functionName[id]];
  const ranks = new Int32Array(ids.length);
  ids.sort((a, b) => COLLATOR.compare(name(a), name(b))).forEach((id, rank) => {
    ranks[id] = rank;
  });
  return ranks;
}

function compare(column, a, b) {
  const x = column.value(a);
  const y = column.value(b);
  if (typeof x === 'string') {
    return COLLATOR.compare(x, y);
  }
  // Large differences come first, whatever their sign. Infinite bounds must compare as equal, which subtracting them would not show.
  return Math.abs(x) === Math.abs(y) ? 0 : Math.abs(x) < Math.abs(y) ? -1 : 1;
}
