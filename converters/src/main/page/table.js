// The table of functions: sorted by any column, filtered by a text, one page of rows at a time.

import { functionFacts } from './data.js';
import { element, exact, interval, percent, signed } from './format.js';

const PAGE = 100;

const COLUMNS = [
  { key: 'name', label: 'Function', value: (row) => row.facts.name },
  { key: 'self', label: 'Self', value: (row) => row.self.value, number: true },
  { key: 'selfInterval', label: 'Self interval', value: (row) => row.self.interval()[1], number: true },
  { key: 'total', label: 'Total', value: (row) => row.total.value, number: true },
  { key: 'totalInterval', label: 'Total interval', value: (row) => row.total.interval()[1], number: true },
  { key: 'share', label: 'Share', value: (row) => row.total.value, number: true },
  { key: 'recorded', label: 'Recorded', value: (row) => row.total.recorded, number: true },
  { key: 'library', label: 'Library', value: (row) => row.facts.library },
];

const COLLATOR = new Intl.Collator('en', { numeric: true });

export class FunctionTable {
  constructor(table, more, caption) {
    this.body = table.tBodies[0];
    this.more = more;
    this.caption = caption;
    this.sortKey = 'self';
    this.ascending = false;
    this.filterText = '';
    this.head = COLUMNS.map((column) => {
      const button = element('button', '', column.label);
      button.type = 'button';
      button.addEventListener('click', () => this.sortBy(column));
      const cell = element('th', column.number ? 'number' : '', button);
      cell.scope = 'col';
      return cell;
    });
    table.tHead.append(element('tr', '', ...this.head));
    more.addEventListener('click', () => {
      this.limit += PAGE * 5;
      this.draw();
    });
  }

  /** Shows the sums of functions; {@code whole} is what 100 % means. */
  show(report, functions, view, isDifference, whole) {
    this.rows = functions
      .filter((sums) => sums.total.value !== 0 || sums.self.value !== 0)
      .map((sums) => ({ ...sums, facts: functionFacts(report, sums.id) }));
    this.view = view;
    this.isDifference = isDifference;
    this.whole = whole;
    this.limit = PAGE;
    this.draw();
  }

  filter(text) {
    this.filterText = text.toLowerCase();
    this.limit = PAGE;
    this.draw();
  }

  sortBy(column) {
    this.ascending = this.sortKey === column.key ? !this.ascending : !column.number;
    this.sortKey = column.key;
    this.draw();
  }

  draw() {
    const column = COLUMNS.find((one) => one.key === this.sortKey);
    const direction = this.ascending ? 1 : -1;
    const text = this.filterText;
    const rows = this.rows
      .filter(({ facts }) => facts.name.toLowerCase().includes(text) || facts.library.toLowerCase().includes(text))
      .sort((a, b) => direction * compare(column, a, b) || COLLATOR.compare(a.facts.name, b.facts.name));
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

  row({ self, total, facts }) {
    const { view, isDifference } = this;
    const cells = [
      element('td', 'name', element('bdi', '', facts.name)),
      this.number(signed(self.value, view, isDifference), exact(self.value, view)),
      this.number(interval(self.interval(), view, isDifference)),
      this.number(signed(total.value, view, isDifference), exact(total.value, view)),
      this.number(interval(total.interval(), view, isDifference)),
      this.share(total.value),
      this.number(total.recorded.toLocaleString('en')),
      element('td', 'library', element('bdi', '', facts.library.slice(facts.library.lastIndexOf('/') + 1))),
    ];
    cells[2].classList.add('interval');
    cells[4].classList.add('interval');
    cells[0].title = facts.name + (facts.file ? '\n' + facts.file : '');
    cells[7].title = facts.library;
    return element('tr', '', ...cells);
  }

  number(text, title = '') {
    const cell = element('td', 'number', text);
    cell.title = title;
    return cell;
  }

  share(value) {
    const bar = element('span', 'bar');
    bar.style.setProperty('--share', Math.min(1, Math.abs(value) / this.whole || 0));
    return element('td', 'number share', percent(value, this.whole), bar);
  }
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
