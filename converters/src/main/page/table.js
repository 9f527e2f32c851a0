// The tables: of functions, sorted by any column and filtered by a text, and of what grew over the dumps of a heap.

import { firstInOrder } from './array.js';
import { shortLibrary } from './data.js';
import { samplesOf } from './details.js';
import { BYTES, bar, byId, down, duration, element, estimateParts, exact, functionButton, gradedSides, inFull, isNoise, percent, short, up, whisker } from './format.js';

// A column has a key, a label, the value by which rows are sorted, and their content and title in a context. Of functions, the value
// is taken of all rows at once, as an array by id: there may be a million. Where there is little room, columns that are spare are left
// out; what they say is said of a selected function.

const nameColumn = (select) => ({
  key: 'name',
  label: 'Function',
  isText: true,
  value: ({ name }) => name,
  content: ({ name, id, mark }) => functionButton(name, () => select(id), ...(mark ? [element('span', mark === '?' ? '' : 'grew', `${mark} `)] : [])),
  title: ({ name, file, library }) => [name, file, library].filter(Boolean).join('\n'),
});
const sums = (key, label, sumOf = (row) => row[key]) => ({
  key,
  label,
  value: (row) => sumOf(row).value,
  content: (row, context) => estimateParts(sumOf(row), context, directionOf(sumOf(row), context)),
  title: (row, context) => inFull(sumOf(row), context),
});
const plain = (key, label) => ({
  key,
  label,
  value: (row) => row[key],
  content: (row, { view }) => short(row[key], view),
  title: (row, { view }) => exact(row[key], view),
});
/** What a function held itself at one side of a difference. */
const side = (key, label, at) => ({
  key,
  label,
  value: ({ sides }) => sides[at].value,
  content: ({ sides }, context) => gradedSides(sides, context)[at],
  title: ({ sides }, { view }) => exact(sides[at].value, view),
});
const share = (label, of) => ({
  key: 'share',
  label,
  value: (row) => row[of].value,
  content: (row, { whole, isDifference }) => [
    bar(row[of].value, whole),
    ...(isDifference ? [] : whisker(row[of].interval, whole)),
    element('span', '', percent(row[of].value, whole)),
  ],
});
/** Of bytes, the objects beside them; or the other way round. */
const TWIN = {
  key: 'twin',
  label: '',
  isSpare: true,
  value: ({ twin }) => twin.value,
  content: ({ twin }, { twin: context }) => estimateParts(twin, context),
  title: ({ twin }, { twin: context }) => inFull(twin, context),
};
const SAMPLES = { key: 'samples', label: 'Samples', isSpare: true, value: ({ total }) => total.recorded, content: ({ total }) => samplesOf(total) };
const NOBODY = { name: '', others: 0 };
const CALLER = {
  key: 'caller',
  label: 'Called by',
  isText: true,
  isSpare: true,
  value: ({ caller }) => caller.name,
  content: ({ caller: { name, others } }) => (name ? [element('bdi', '', name), others > 0 ? ` +${others}` : ''] : []),
  title: ({ caller: { name, others } }) => (others > 0 ? `${name}, and ${others} more` : name),
};
const SIZE = {
  key: 'size',
  label: 'Size',
  value: ({ size }) => size,
  content: ({ size }) => (size > 0 ? short(size, BYTES) : ''),
  title: ({ size }) => (size > 0 ? `Each allocation has ${exact(size, BYTES)}, as the code of the program states` : ''),
};
const LIBRARY = {
  key: 'library',
  label: 'Library',
  isText: true,
  isSpare: true,
  value: ({ library }) => library,
  content: ({ library }) => element('bdi', '', shortLibrary(library)),
  title: ({ library }) => library,
};

/** The class of a change's colour. */
function directionOf(sum, { isDifference }) {
  return !isDifference || isNoise(sum) || sum.value === 0 ? '' : sum.value > 0 ? 'grew' : 'shrank';
}

const classOf = ({ key, isText, isSpare }) => [key, isText ? '' : 'number', isSpare ? 'spare' : ''].join(' ');

/** A cell knows its heading, for narrow screens. */
function cellOf(column, row, context) {
  const cell = element('td', classOf(column), ...[column.content(row, context)].flat());
  cell.title = column.title?.(row, context) ?? '';
  cell.dataset.label = column.label;
  return cell;
}

/** The order of names in a terminal. */
const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The ids of the first rows in the order of a column: what changed beyond noise comes first, then what did only by itself or
 * with its callees; of each, large numbers first whatever their sign. Of equal rows, another number decides and then the name, by
 * the rule of RowOrder.java. The others are not ordered: there may be a million.
 *
 * @param order what is compared of ids
 */
export function firstOf(ids, order, isText, ascending, count) {
  const { noiseOf, valueOf, secondOf, nameOf } = order;
  const direction = ascending ? 1 : -1;
  const compared = isText ? byText : (a, b) => Math.abs(a) - Math.abs(b);
  const compare = (a, b) => {
    const [one, other] = [ids[a], ids[b]];
    return (
      noiseOf(one) - noiseOf(other) ||
      direction * compared(valueOf(one), valueOf(other)) ||
      Math.abs(secondOf(other)) - Math.abs(secondOf(one)) ||
      byText(nameOf(one), nameOf(other)) ||
      a - b
    );
  };
  return firstInOrder(ids.length, count, compare).map((place) => ids[place]);
}

/** As many rows are shown at first, on a phone and elsewhere, and as many times that with each "more". */
const PAGE = matchMedia('(max-width: 640px)').matches ? 20 : 100;
const FURTHER = 5;

/** A table on the page, sorted by a click on a heading; its rows have ids, and are made when they are shown. */
class Table {
  /** @param more the button that shows more rows */
  constructor(table, more) {
    this.body = table.tBodies[0];
    this.head = element('tr', '');
    table.tHead.append(this.head);
    Object.assign(this, { more, ids: [], columns: [], selected: -1, isMatch: () => true });
    more.addEventListener('click', () => {
      this.limit += PAGE * FURTHER;
      this.draw();
    });
  }

  /** Takes the ids of rows to show; if they have no key to sort by, they are in order. */
  setRows(ids, columns, context, sortKey) {
    Object.assign(this, { ids, context, limit: PAGE });
    const labels = (some) => some.map(({ label }) => label).join('|');
    if (this.head.textContent === '' || this.labels !== labels(columns)) {
      Object.assign(this, { columns, labels: labels(columns), sortKey, ascending: false });
      this.head.replaceChildren(...columns.map((column) => this.heading(column)));
    }
  }

  heading(column) {
    const button = element('button', '', column.label);
    button.type = 'button';
    button.addEventListener('click', () => {
      this.ascending = this.sortKey === column.key ? !this.ascending : column.isText === true;
      this.sortKey = column.key;
      this.draw();
    });
    return Object.assign(element('th', classOf(column), button), { scope: 'col' });
  }

  /** Shows the rows for which a test of their ids holds. */
  filter(isMatch) {
    Object.assign(this, { isMatch, limit: PAGE });
    this.draw();
  }

  draw() {
    const { columns, sortKey, ascending, context } = this;
    const ids = this.ids.filter(this.isMatch);
    columns.forEach(({ key }, i) => {
      this.head.cells[i].ariaSort = key === sortKey ? (ascending ? 'ascending' : 'descending') : 'none';
    });
    const column = columns.find(({ key }) => key === sortKey);
    const shown = column ? firstOf(ids, this.orderBy(column), column.isText, ascending, this.limit) : ids.slice(0, this.limit);
    this.body.replaceChildren(
      ...this.rowsOf(shown).map((row) => {
        const isNoiseOnly = row.total && isNoise(row.self) && isNoise(row.total);
        const made = element('tr', isNoiseOnly ? 'noise' : '', ...columns.map((one) => cellOf(one, row, context)));
        made.dataset.id = row.id;
        return made;
      }),
    );
    this.more.hidden = shown.length === ids.length;
    this.more.textContent = `Show more (${ids.length.toLocaleString('en')} in all)`;
    this.mark(this.selected);
    return ids;
  }

  /** Marks the row of an id. */
  mark(id) {
    this.selected = id;
    for (const row of this.body.rows) {
      row.ariaSelected = Number(row.dataset.id) === id;
    }
  }
}

export class FunctionTable extends Table {
  /** {@code select} is called with the id of a function. */
  constructor(select) {
    super(byId('functions'), byId('more'));
    const sides = [side('base', 'Base', 0), side('new', 'New', 1)];
    const spare = [sums('total', 'Total change'), share('Of base', 'total')].map((column) => ({ ...column, isSpare: true }));
    this.ofRecording = [nameColumn(select), sums('self', 'Self'), share('Share', 'self'), TWIN, sums('total', 'Total'), SAMPLES, SIZE, CALLER, LIBRARY];
    this.ofDifference = [nameColumn(select), ...sides, sums('self', 'Change'), ...spare, LIBRARY];
  }

  /** Takes the sums of functions, {total, self, ids, sides, twin, sizes, hasCallers, callers}, to show when filtered. */
  show(functions, context) {
    const { ids, twin, sizes, hasCallers } = functions;
    TWIN.label = context.twin?.view.unit === 'bytes' ? 'Bytes' : 'Objects';
    const isShown = { twin: twin !== null, size: ids.some((id) => sizes[id] > 0), caller: hasCallers };
    const columns = context.isDifference ? this.ofDifference : this.ofRecording.filter(({ key }) => isShown[key] ?? true);
    this.setRows(ids, columns, context, 'self');
    this.functions = functions;
    this.noise = { self: this.noiseOf('self'), total: this.noiseOf('total') };
  }

  /** By function, 1 where a change is nothing but noise; empty where there is no change. */
  noiseOf(key) {
    const { ids, functions, context } = this;
    if (!context.isDifference) {
      return [];
    }
    const sums = functions[key].of(ids);
    const noise = new Uint8Array(context.report.functionName.length);
    ids.forEach((id) => (noise[id] = isNoise(sums.at(id)) ? 1 : 0));
    return noise;
  }

  rowsOf(ids) {
    const { total, self, sides, twin, sizes, hasCallers, callers } = this.functions;
    const { functionAt } = this.context.report;
    const [totals, selves, twins, ...ofSides] = [total, self, twin, ...sides].map((sums) => sums?.of(ids));
    const ofIds = hasCallers ? callers(ids) : new Map();
    return Array.from(ids, (id) => ({
      id,
      total: totals.at(id),
      self: selves.at(id),
      sides: ofSides.map((one) => one.at(id)),
      twin: twins?.at(id),
      size: sizes[id] ?? 0,
      caller: ofIds.get(id) ?? NOBODY,
      ...functionAt(id),
    }));
  }

  orderBy({ key, value }) {
    const { noise, functions, ids } = this;
    const { functionName, functionLibrary, strings } = this.context.report;
    const texts = (column) => Array.from(column, (text) => strings[text]);
    const values = value({
      ...functions,
      size: functions.sizes,
      get name() {
        return texts(functionName);
      },
      get library() {
        return texts(functionLibrary);
      },
      get caller() {
        const callers = functions.callers(ids);
        return { name: Array.from(functionName, (_, id) => callers.get(id)?.name ?? '') };
      },
    });
    const { total, self } = functions;
    const second = { samples: total, size: self, base: self, new: self }[key]?.value;
    return {
      noiseOf: (id) => (noise[key]?.[id] ?? 0) + (noise.self[id] & noise.total[id]),
      valueOf: (id) => values[id] ?? 0,
      secondOf: (id) => second?.[id] ?? 0,
      nameOf: (id) => strings[functionName[id]],
    };
  }

  draw() {
    const { context, ids: all, noise } = this;
    const ids = super.draw();
    const [found, of] = [ids, all].map(({ length }) => length.toLocaleString('en'));
    const changed = ids.filter((id) => noise.total[id] === 0).length.toLocaleString('en');
    byId('no-rows').hidden = ids.length > 0 || all.length === 0;
    byId('function-count').textContent =
      (found === of ? `${of} functions` : `${found} of ${of} functions`) + (context.isDifference ? `, ${changed} changed beyond noise` : '');
  }
}

const slopeOf = ({ slope: value, slope_low: low = -Infinity, slope_high: high = Infinity }) => ({ value, interval: [low, high], noise: [low, high] });

/** How fast functions grow, with what that may be instead; nothing of what shrinks. */
const band = (most) => ({
  key: 'share',
  label: 'Growth',
  value: (row) => row.slope,
  content: (row) => {
    const { value, interval: ends } = slopeOf(row);
    return [bar(Math.max(0, value), most), ...(ends[1] > 0 ? whisker(ends, most) : [])];
  },
});

const lifetime = ({ lifetime: mean, lifetime_low: low, lifetime_high: high }) =>
  mean === undefined ? '' : duration(mean) + (low < high ? ` (${duration(low, down)}\u2013${duration(high, up)})` : '');

/** The likeliest leaks first, as HeapGrowth.java wrote them; rows have the numbers of their names as ids. */
export class GrowthTable extends Table {
  /** {@code select} is called with the name of a function, as a number of a string. */
  constructor(report, select) {
    super(byId('grown'), byId('more-grown'));
    Object.assign(this, { report, select });
  }

  /** Shows the growth of a heap, if it has any. */
  show({ growth }) {
    if (!growth || growth === this.growth) {
      return;
    }
    this.growth = growth;
    const { rows, falseShare, functions: all, dumps, timed } = growth;
    const { report } = this;
    const columns = [
      nameColumn(this.select),
      plain('first', 'First'),
      plain('peak', 'Peak'),
      plain('last', 'Last'),
      sums('slope', timed ? 'Per minute' : 'Per dump', slopeOf),
      band(Math.max(...rows.map(slopeOf).flatMap(({ value, interval }) => [value, interval[1]]).filter(Number.isFinite))),
      { key: 'lifetime', label: 'Mean lifetime', isSpare: true, value: (row) => row.lifetime ?? 0, content: lifetime },
    ];
    const grown = rows.filter((row) => row.grows === 1).length;
    const untold = rows.filter((row) => row.grows === undefined).length;
    const isTold = untold < rows.length;
    const markOf = ({ grows }) => (grows === 1 ? '\u2191' : isTold && grows === undefined ? '?' : '');
    const words = `functions with sustained growth beyond noise over ${dumps} dumps`;
    byId('growth-note').textContent =
      (isTold ? `${grown || 'None'} of ${all.toLocaleString('en')} ${words}` : `Growth cannot be told from ${dumps} dumps`) +
      (grown > 0 ? `, marked \u2191 (false discovery rate ${Number((100 * falseShare).toPrecision(3))} %)` : '') +
      (isTold && untold > 0 ? `; ${untold} more (?) cannot be told from filling up or noise` : '') +
      (rows.length < all ? `; the first ${rows.length} are listed` : '');
    const context = { report, view: report.views[growth.view], isDifference: true, point: 'exact' };
    this.made = new Map(rows.map((row) => [row.name, { ...row, mark: markOf(row), id: row.name, name: report.strings[row.name] }]));
    this.setRows([...this.made.keys()], columns, context);
    this.draw();
  }

  rowsOf(ids) {
    return ids.map((id) => this.made.get(id));
  }

  orderBy({ value }) {
    return { noiseOf: () => 0, valueOf: (id) => value(this.made.get(id)), secondOf: () => 0, nameOf: (id) => this.made.get(id).name };
  }
}
