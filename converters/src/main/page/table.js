// The tables: of functions, sorted by any column and filtered by a text, and of what grew over the dumps of a heap.

import { shortLibrary } from './data.js';
import { samplesOf } from './details.js';
import { byId, down, duration, element, estimateParts, exact, functionButton, interval, isNoise, percent, short, signed, up } from './format.js';

/** How a column is shown: its label, the class of its cells, and of a row and the context their content and title. */
const numbers = (label, content, title = () => '') => ({ label, className: 'number', content, title });
const functions = (select, ...before) => ({
  key: 'name',
  label: 'Function',
  className: 'name',
  isText: true,
  value: (row) => row.name,
  content: (row) => functionButton(row.name, () => select(row.id), ...before.flatMap((mark) => mark(row))),
  title: ({ name, file, library }) => [name, file, library].filter(Boolean).join('\n'),
});

/** Where there is little room, columns of this kind are left out; what they say is said of a selected function. */
const spare = (column) => ({ ...column, className: `${column.className} spare` });

/** As many rows are shown at first, on a phone and elsewhere, and as many times that with each "more". */
const PAGE = matchMedia('(max-width: 640px)').matches ? 20 : 100;
const FURTHER = 5;
const COLLATOR = new Intl.Collator('en', { numeric: true });

/** A table on the page, sorted by a click on a heading, whose rows have the ids of what they are about. */
class Table {
  /** @param more the button that shows more rows */
  constructor(table, more) {
    this.body = table.tBodies[0];
    this.head = element('tr', '');
    table.tHead.append(this.head);
    Object.assign(this, { more, selected: -1, isMatch: () => true });
    more.addEventListener('click', () => {
      this.limit += PAGE * FURTHER;
      this.draw();
    });
  }

  /** Takes rows to show; if they have no key to sort by, they are in order. */
  setRows(rows, columns, context, sortKey) {
    Object.assign(this, { rows, context, limit: PAGE });
    if (this.columns !== columns) {
      Object.assign(this, { columns, sortKey, ascending: false });
      this.head.replaceChildren(...columns.map((column) => this.heading(column)));
    }
  }

  heading({ key, label, isText, className }) {
    const button = element('button', '', label);
    button.type = 'button';
    button.addEventListener('click', () => {
      this.ascending = this.sortKey === key ? !this.ascending : isText === true;
      this.sortKey = key;
      this.draw();
    });
    return Object.assign(element('th', className.replace('name', ''), button), { scope: 'col' });
  }

  /** Shows the rows for which a test of their ids holds. */
  filter(isMatch) {
    Object.assign(this, { isMatch, limit: PAGE });
    this.draw();
  }

  draw() {
    const { columns, sortKey, ascending, context } = this;
    const rows = this.rows.filter(({ id }) => this.isMatch(id));
    columns.forEach(({ key }, i) => {
      this.head.cells[i].ariaSort = key === sortKey ? (ascending ? 'ascending' : 'descending') : 'none';
    });
    const column = columns.find(({ key }) => key === sortKey);
    const shown = (column ? sorted(rows, column, ascending) : rows).slice(0, this.limit);
    this.body.replaceChildren(
      ...shown.map((row) => {
        const made = element('tr', isNoiseOnly(row) ? 'noise' : '', ...columns.map((one) => cellOf(one, row, context)));
        made.dataset.id = row.id;
        return made;
      }),
    );
    this.more.hidden = shown.length === rows.length;
    this.more.textContent = `Show more (${rows.length.toLocaleString('en')} in all)`;
    this.mark(this.selected);
    return rows;
  }

  /** Marks the row of an id. */
  mark(id) {
    this.selected = id;
    for (const row of this.body.rows) {
      row.ariaSelected = Number(row.dataset.id) === id;
    }
  }
}

const isNoiseOnly = ({ self, total }) => total !== undefined && isNoise(self) && isNoise(total);

/** A cell knows its heading, for narrow screens. */
function cellOf({ label, className, content, title }, row, context) {
  const cell = element('td', className, ...[content(row, context)].flat());
  cell.title = title(row, context);
  cell.dataset.label = label;
  return cell;
}

/** A number and how sure it is; a change in the colour of its direction. */
function valued(sum, context) {
  const direction = context.isDifference && !isNoise(sum) ? (sum.value > 0 ? 'grew' : sum.value < 0 ? 'shrank' : '') : '';
  return estimateParts(sum, context, direction);
}

const sums = (key, label, sumOf = (row) => row[key]) => ({
  ...numbers(label, (row, context) => valued(sumOf(row), context), (row, context) => titleOfSum(sumOf(row), context)),
  key,
  className: `number ${key}`,
  value: (row) => sumOf(row).value,
});
const plain = (key, label, value = (row) => row[key]) => ({
  ...numbers(label, (row, { view }) => short(value(row), view), (row, { view }) => exact(value(row), view)),
  key,
  value,
});
const share = (label) => ({
  ...numbers(label, ({ total }, { whole }) => bar(total.value, whole)),
  className: 'number share',
  key: 'share',
  value: ({ total }) => total.value,
});
const SAMPLES = { ...numbers('Samples', ({ total }) => samplesOf(total)), key: 'samples', value: ({ total }) => total.recorded };
const LIBRARY = {
  key: 'library',
  label: 'Library',
  className: 'library',
  isText: true,
  value: (row) => row.library,
  content: ({ library }) => element('bdi', '', shortLibrary(library)),
  title: ({ library }) => library,
};

function titleOfSum(sum, context) {
  return [exact(sum.value, context.view), interval(sum.interval, context)].filter(Boolean).join(', ');
}

function bar(value, whole) {
  const made = element('span', 'bar');
  made.style.setProperty('--share', Math.min(1, Math.abs(value) / whole || 0));
  return [made, element('span', '', percent(value, whole))];
}

/** The columns of a recording, and those of a difference. */
function columnsOf(select) {
  const name = functions(select);
  const sides = [plain('base', 'Base', ({ self }) => self.before), plain('new', 'New', ({ self }) => self.before + self.value)];
  return {
    plain: [name, sums('self', 'Self'), sums('total', 'Total'), share('Share'), spare(SAMPLES), spare(LIBRARY)],
    changed: [name, ...sides, sums('self', 'Change'), spare(sums('total', 'Total change')), spare(share('Of base')), spare(LIBRARY)],
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
  return rows.sort((a, b) => noise(a) - noise(b) || direction * (size(a) - size(b)) || byName(a, b));
}

export class FunctionTable extends Table {
  /** {@code select} is called with the id of a function. */
  constructor(select) {
    super(byId('functions'), byId('more'));
    this.kinds = columnsOf(select);
  }

  /** Takes the sums of functions, {total, self, ids}, to show when filtered; {@code context} is how, as in details.js. */
  show({ ids, total, self }, context) {
    const rows = ids.map((id) => ({ id, total: total.at(id), self: self.at(id), ...context.report.functions[id] }));
    this.setRows(rows, this.kinds[context.isDifference ? 'changed' : 'plain'], context, 'self');
  }

  draw() {
    const { context, rows: all } = this;
    const rows = super.draw();
    const [found, of] = [rows, all].map(({ length }) => length.toLocaleString('en'));
    const changed = rows.filter(({ total }) => !isNoise(total)).length.toLocaleString('en');
    byId('no-rows').hidden = rows.length > 0 || all.length === 0;
    byId('function-count').textContent =
      (found === of ? `${of} functions` : `${found} of ${of} functions`) + (context.isComparison ? `, ${changed} changed beyond noise` : '');
  }
}

const slopeOf = ({ slope: value, slope_low: low = -Infinity, slope_high: high = Infinity }) => ({ value, interval: [low, high], noise: [low, high] });

const lifetime = ({ lifetime: mean, lifetime_low: low, lifetime_high: high }) =>
  mean === undefined ? '' : duration(mean) + (low < high ? ` (${duration(low, down)}\u2013${duration(high, up)})` : '');

/** The likeliest leaks first, as HeapGrowth.java wrote them; rows have the numbers of their names as ids. */
export class GrowthTable extends Table {
  /** {@code select} is called with the name of a function, as a number of a string. */
  constructor(report, select) {
    super(byId('grown'), byId('more-grown'));
    this.report = report;
    this.kind = [
      functions(select, ({ grows }) => (grows === 1 ? [element('span', 'grew', '\u2191 ')] : [])),
      plain('first', 'First'),
      plain('peak', 'Peak'),
      plain('last', 'Last'),
      sums('slope', 'Per minute', slopeOf),
      spare({ ...numbers('Mean lifetime', lifetime), key: 'lifetime', value: (row) => row.lifetime ?? 0 }),
    ];
  }

  /** Shows the growth of a heap, if it has any. */
  show({ growth }) {
    if (!growth || growth === this.growth) {
      return;
    }
    this.growth = growth;
    const { rows, falseShare, functions: all, dumps, timed } = growth;
    const { report } = this;
    const columns = this.kind.map((one) => (one.key === 'slope' && !timed ? { ...one, label: 'Per dump' } : one));
    const grown = rows.filter((row) => row.grows === 1).length;
    byId('growth-note').textContent =
      `${grown || 'None'} of ${all.toLocaleString('en')} functions with sustained growth beyond noise over ${dumps} dumps` +
      (grown > 0 ? `, marked \u2191 (false discovery rate ${Number((100 * falseShare).toPrecision(3))} %)` : '') +
      (rows.length < all ? `; the first ${rows.length} are listed` : '');
    const context = { report, view: report.views[growth.view], isDifference: true, isComparison: true, point: 'exact' };
    this.setRows(rows.map((row) => ({ ...row, id: row.name, name: report.strings[row.name] })), columns, context);
    this.draw();
  }
}
