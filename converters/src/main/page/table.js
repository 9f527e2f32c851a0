// The tables: of functions, sorted by any column and filtered by a text, and of what grew over the dumps of a heap.

import { shortLibrary } from './data.js';
import { byId, down, duration, element, exact, functionButton, graded, interval, isNoise, percent, short, signed, up } from './format.js';

/** How a column is shown: its label, the class of its cells, and of a row and the context their content and title. */
const numbers = (label, content, title = () => '') => ({ label, className: 'number', content, title });
const intervals = (label, content) => ({ ...numbers(label, content), className: 'number interval' });
const functions = (select, ...before) => ({
  key: 'name',
  label: 'Function',
  className: 'name',
  isText: true,
  value: (row) => row.name,
  content: (row) => functionButton(row.name, () => select(row.id), ...before.flatMap((mark) => mark(row))),
  title: ({ name, file }) => (file ? `${name}\n${file}` : name),
});

/** A table on the page, whose rows have the ids of what they are about. */
class Table {
  constructor(table) {
    this.body = table.tBodies[0];
    this.head = element('tr', '');
    table.tHead.append(this.head);
    this.selected = -1;
  }

  /** @param contents of the headings */
  setColumns(columns, contents) {
    this.columns = columns;
    const cells = columns.map(({ className }, i) => element('th', className.startsWith('number') ? 'number' : '', contents[i]));
    cells.forEach((cell) => (cell.scope = 'col'));
    this.head.replaceChildren(...cells);
  }

  setRows(rows, context, classOf = () => '') {
    this.body.replaceChildren(
      ...rows.map((row) => {
        const made = element('tr', classOf(row), ...this.columns.map((column) => cellOf(column, row, context)));
        made.dataset.id = row.id;
        return made;
      }),
    );
    this.mark(this.selected);
  }

  /** Marks the row of an id. */
  mark(id) {
    this.selected = id;
    for (const row of this.body.rows) {
      row.ariaSelected = Number(row.dataset.id) === id;
    }
  }
}

/** A cell knows its heading, for narrow screens. */
function cellOf({ label, className, content, title }, row, context) {
  const cell = element('td', className, ...[content(row, context)].flat());
  cell.title = title(row, context);
  cell.dataset.label = label;
  return cell;
}

const PAGE = 100;
const COLLATOR = new Intl.Collator('en', { numeric: true });

const estimate = (part, label) => ({
  ...numbers(label, (row, context) => graded(row[part], context), (row, { view }) => exact(row[part].value, view)),
  key: part,
  value: (row) => row[part].value,
});
const range = (part, label) => ({
  ...intervals(label, (row, context) => interval(row[part].interval, context)),
  key: `${part}Interval`,
  value: (row) => row[part].interval[1],
});
const side = (key, label, sideOf) => ({
  ...numbers(label, ({ self }, { view }) => short(sideOf(self), view), ({ self }, { view }) => exact(sideOf(self), view)),
  key,
  value: ({ self }) => sideOf(self),
});
const share = (label) => ({
  ...numbers(label, ({ total }, { whole }) => bar(total.value, whole)),
  className: 'share',
  key: 'share',
  value: ({ total }) => total.value,
});
const RECORDED = {
  ...numbers('Recorded', ({ total: { recorded, value } }) => (recorded === 0 && value !== 0 ? '' : recorded.toLocaleString('en'))),
  key: 'recorded',
  value: ({ total }) => total.recorded,
};
const LIBRARY = {
  key: 'library',
  label: 'Library',
  className: 'library',
  isText: true,
  value: (row) => row.library,
  content: ({ library }) => element('bdi', '', shortLibrary(library)),
  title: ({ library }) => library,
};

function bar(value, whole) {
  const made = element('span', 'bar');
  made.style.setProperty('--share', Math.min(1, Math.abs(value) / whole || 0));
  return [made, element('span', '', percent(value, whole))];
}

/** The columns of a recording, and those of a difference, whose intervals are known if two recordings are compared. */
function columnsOf(select) {
  const name = functions(select);
  const ranges = [range('self', 'Self interval'), range('total', 'Total interval')];
  const before = [side('base', 'Self, base', (self) => self.before), side('new', 'Self, new', (self) => self.before + self.value)];
  const changes = [estimate('self', 'Self change'), estimate('total', 'Total change')];
  const end = [share('Share of base'), LIBRARY];
  return {
    plain: [name, estimate('self', 'Self'), ranges[0], estimate('total', 'Total'), ranges[1], share('Share of total'), RECORDED, LIBRARY],
    compared: [name, ...before, changes[0], ranges[0], changes[1], ranges[1], ...end],
    changed: [name, ...before, ...changes, ...end],
  };
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

export class FunctionTable extends Table {
  /** {@code select} is called with the id of a function. */
  constructor(select) {
    super(byId('functions'));
    Object.assign(this, { kinds: columnsOf(select), sortKey: 'self', ascending: false, isMatch: () => true });
    byId('more').addEventListener('click', () => {
      this.limit += PAGE * 5;
      this.draw();
    });
  }

  /** Takes the sums of functions, {total, self, ids}, to show when filtered; {@code context} is how, as in details.js. */
  show({ ids, total, self }, context) {
    const { report, isComparison, isDifference } = context;
    this.rows = ids.map((id) => ({ id, total: total.at(id), self: self.at(id), ...report.functions[id] }));
    this.context = context;
    const columns = this.kinds[isComparison ? 'compared' : isDifference ? 'changed' : 'plain'];
    if (this.columns !== columns) {
      if (!columns.some(({ key }) => key === this.sortKey)) {
        Object.assign(this, { sortKey: 'self', ascending: false });
      }
      this.setColumns(columns, columns.map((column) => this.sorter(column)));
    }
  }

  sorter({ key, label, isText }) {
    const button = element('button', '', label);
    button.type = 'button';
    button.addEventListener('click', () => {
      this.ascending = this.sortKey === key ? !this.ascending : isText === true;
      this.sortKey = key;
      this.draw();
    });
    return button;
  }

  /** Shows the functions for which a test of their ids holds. */
  filter(isMatch) {
    this.isMatch = isMatch;
    this.limit = PAGE;
    this.draw();
  }

  draw() {
    const { columns, sortKey, ascending } = this;
    const rows = this.rows.filter(({ id }) => this.isMatch(id));
    columns.forEach(({ key }, i) => {
      this.head.cells[i].ariaSort = key === sortKey ? (ascending ? 'ascending' : 'descending') : 'none';
    });
    const first = sorted(rows, columns.find(({ key }) => key === sortKey), ascending).slice(0, this.limit);
    this.setRows(first, this.context, ({ self, total }) => (isNoise(self) && isNoise(total) ? 'noise' : ''));
    byId('more').hidden = rows.length <= this.limit;
    byId('more').textContent = `Show more of ${rows.length.toLocaleString('en')} functions`;
    byId('function-count').textContent = this.count(rows);
  }

  count(rows) {
    const all = this.rows.length.toLocaleString('en');
    const count = rows.length === this.rows.length ? `${all} functions` : `${rows.length.toLocaleString('en')} of ${all} functions`;
    const changed = rows.filter(({ total }) => !isNoise(total)).length;
    return this.context.isComparison ? `${count}; ${changed.toLocaleString('en')} changed by more than the sampling noise` : count;
  }
}

/** As many functions are shown at first, and all that grew by more than chance. */
const FEW = 10;

const between = ([low, high]) => (low < high ? `${duration(low, down)} \u2013 ${duration(high, up)}` : '');

/** The likeliest leaks first, as HeapGrowth.java wrote them; rows have the numbers of their names as ids. */
export class GrowthTable extends Table {
  /** {@code select} is called with the name of a function, as a number of a string. */
  constructor(report, select) {
    super(byId('grown'));
    this.report = report;
    const columns = [
      functions(select, ({ grows }) => (grows === 1 ? [element('span', 'grows', '\u2191 ')] : [])),
      ...['First', 'Peak', 'Last'].map((label) => numbers(label, (row, { view }) => short(row[label.toLowerCase()], view))),
      numbers('Per minute', ({ slope }, { view }) => signed(slope, view, true)),
      intervals('Interval', (row, context) => interval([row.slope_low ?? -Infinity, row.slope_high ?? Infinity], context)),
      numbers('Mean lifetime', ({ lifetime }) => (lifetime === undefined ? '' : duration(lifetime))),
      intervals('Lifetime interval', (row) => between([row.lifetime_low, row.lifetime_high])),
    ];
    this.columns = columns;
    byId('more-grown').addEventListener('click', () => this.draw(this.growth.rows));
  }

  /** Shows the growth of a heap. */
  show({ growth }) {
    byId('growth').hidden = !growth;
    if (!growth || growth === this.growth) {
      return;
    }
    this.growth = growth;
    const { rows, falseShare, functions: all, dumps, timed } = growth;
    this.setColumns(this.columns, this.columns.map(({ label }) => (timed ? label : label.replace('minute', 'dump'))));
    const grown = rows.filter((row) => row.grows === 1).length;
    const count = all.toLocaleString('en');
    byId('growth-count').textContent = `${grown > 0 ? `${grown} of ${count} functions grew` : `${count} functions`}, over ${dumps} dumps`;
    byId('growth-note').textContent =
      grown > 0
        ? `Functions marked \u2191 grew by more than chance explains; at most ${Number((100 * falseShare).toPrecision(3))} % of the marks are expected to be wrong. The likeliest leaks come first.`
        : 'No function grew by more than chance explains. Those come first for which chance explains least.';
    this.draw(rows.slice(0, Math.max(FEW, grown)));
  }

  draw(rows) {
    const { report, growth } = this;
    const context = { view: report.views[growth.view], isDifference: true, isComparison: true, point: 'exact' };
    this.setRows(rows.map((row) => ({ ...row, id: row.name, name: report.strings[row.name] })), context);
    const { length } = growth.rows;
    byId('more-grown').hidden = rows.length === length;
    byId('more-grown').textContent = length < growth.functions ? `Show the first ${length}` : `Show all ${length} functions`;
  }
}
