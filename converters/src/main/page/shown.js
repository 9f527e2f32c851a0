// What of a report is shown, and the numbers of that. Needs no browser.

import { interval, isNoise } from './format.js';
import { firstInOrder, grouped, maxIndex } from './array.js';
import { comparedDumps } from './comparison.js';
import { BASE, NEW, Sums, WIDTHS, compared, trustedShare, withWidths } from './numbers.js';
import { matchingFunctions } from './search.js';
import { Tree, marked } from './tree.js';

const NO_BASE = -1;

/** The total of a view that a dump lacks. */
const NOTHING = { value: 0, interval: [0, 0] };

/** So many functions are shown over time, where no more numbers than this have to be added up. */
const LAYERS = 5;
export const MOST_ADDED = 5e6;

/** Up to so many stacks, tables have both bytes and objects. */
const MOST_TWINS = 3e5;

/** Those that heapconv knows, as cards show them. */
export const VIEWS = ['space', 'objects', 'alloc_space', 'alloc_objects'];

/** Which stacks count, and which frames are left out: regular expressions for names of functions and libraries. */
export const FILTERS = ['focus', 'ignore', 'hide'];

/** Where one of these is another one, so is the graph, and is shown from its start. */
const OF_GRAPH = [...FILTERS, 'callers', 'function', 'hideAllocator', 'widths'];

/** A choice as the text of a link or a control. */
export const written = (choice) => (typeof choice === 'string' ? choice : JSON.stringify(choice));

/** The choice that such a text stands for, of the kind of another one; undefined if it is of no such kind. */
export function read(text, like) {
  try {
    const choice = typeof like === 'string' ? text : JSON.parse(text);
    return choice?.constructor === like.constructor ? choice : undefined;
  } catch {
    return undefined;
  }
}

export class Shown {
  constructor(report) {
    Object.assign(this, { report, made: {} });
    /** Whether the report is that of two recordings. */
    this.isComparison = report.base !== null;
    this.usual = this.usualState();
    this.go({});
  }

  usualState() {
    const { report, isComparison } = this;
    // All heaps together, or the only one.
    const heap = report.heaps.length - 1;
    return {
      heap,
      dump: report.heaps[heap].opens,
      base: NO_BASE,
      view: report.views[report.view].name,
      callers: false,
      function: -1,
      zoom: [],
      selected: -1,
      search: '',
      fold: true,
      flip: false,
      beside: report.growthFirst,
      hideAllocator: true,
      focus: '',
      ignore: '',
      hide: '',
      widths: isComparison ? 'new' : 'change',
      table: report.growthFirst ? 'growth' : 'top',
    };
  }

  /** Shows the usual, but for what a link says. Of that, what does not exist here is left alone: links come from people. */
  go(link) {
    const { usual } = this;
    const state = { ...usual, ...link };
    const { heaps, views, functionName } = this.report;
    const within = (number, least, count, otherwise) => (Number.isInteger(number) && number >= least && number < count ? number : otherwise);
    const heap = within(state.heap, 0, heaps.length, usual.heap);
    const { length } = heaps[heap].dumps;
    const choices = this.isComparison ? 0 : length;
    this.state = state;
    this.choose({
      zoom: state.zoom,
      heap,
      dump: within(heap === state.heap ? state.dump : -1, 0, choices, heaps[heap].opens),
      base: within(state.base, 0, choices, NO_BASE),
      view: views.some((view) => view.name === state.view) ? state.view : usual.view,
      function: within(state.function, 0, functionName.length, -1),
      selected: within(state.selected, 0, functionName.length, -1),
      widths: state.widths in WIDTHS ? state.widths : usual.widths,
    });
  }

  /** Changes some of the choices, and adds up what is shown then. */
  choose(changes) {
    const { report, isComparison } = this;
    const start = OF_GRAPH.some((name) => name in changes) ? { zoom: [] } : {};
    const { heap, dump, base, view, widths, hideAllocator, hide, focus, ignore } = Object.assign(this.state, start, changes);
    this.heap = report.heaps[heap];
    this.dump = this.heap.dumps[dump];
    this.viewIndex = report.views.findIndex(({ name }) => name === view);
    this.isDifference = isComparison || base !== NO_BASE;
    this.isFiltered = focus !== '' || ignore !== '';
    this.hasFilters = this.isFiltered || hide !== '';
    const stacks = [focus, ignore];
    this.kept = this.once('kept', stacks, () => keptNodes(report, this.state));
    const frames = [hideAllocator, hide];
    this.tree = this.once('tree', frames, () => new Tree(report, hideAllocator, matchingFunctions(report, hide, true)));
    this.functions = this.once('functions', [stacks, frames, heap, dump, base, widths, view], () => {
      this.tree.sum(this.heap.nodes, this.rows(this.viewIndex), this.kept);
      const { tree } = this;
      const callers = { hasCallers: !this.isDifference && tree.hasCallers(), callers: (ids) => tree.callers(ids) };
      return { ...tree.functionSums(), sides: this.sidesOfFunctions(), twin: this.twinSums(), sizes: this.sizesOfFunctions(), ...callers };
    });
    /** What 100 % means. */
    this.whole = this.isDifference ? this.tree.total.before[0] : this.tree.total.value[0];
  }

  /** What goes by some choices, and is made when they have changed. */
  once(name, choices, make) {
    const key = JSON.stringify(choices);
    if (this.made[name]?.key !== key) {
      this.made[name] = { key, value: make() };
    }
    return this.made[name].value;
  }

  /**
   * The choices for another heap: its dump next to the time that is shown or, where times are not known, of the same number, or else
   * the one that it opens with; and a view that it has, of the same unit if there is one.
   */
  choicesFor(heap) {
    const { views, heaps } = this.report;
    const { dumps, opens } = heaps[heap];
    const { timeMillis } = this.dump;
    const isTimed = !this.isComparison && timeMillis > 0 && dumps[0].timeMillis > 0;
    const otherwise = dumps.length === this.heap.dumps.length ? this.state.dump : opens;
    const dump = isTimed ? maxIndex(dumps, (other) => -Math.abs(other.timeMillis - timeMillis)) : otherwise;
    const { totals } = dumps[dump];
    const { unit } = views[this.viewIndex];
    const alike = views.findIndex((view, i) => totals[i] && view.unit === unit);
    const view = [this.viewIndex, alike, totals.findIndex(Boolean), 0].find((i) => i === 0 || totals[i]);
    return { heap, dump, view: views[view].name, base: NO_BASE };
  }

  /** What the numbers of a view are called at the dump; views of other programs have their own names. */
  titleOf(view = this.viewIndex) {
    const { name, unit } = this.report.views[view];
    const called = this.dump.names[view];
    return VIEWS.includes(name) ? `${called}${called.includes(' ') ? ':' : ''} ${unit === 'bytes' ? 'bytes' : 'objects'}` : name;
  }

  /** Whether an interval that is a point says that its number is exact. */
  get isExact() {
    return !this.dump.wrong && (this.dump.complete || this.report.confidence !== '');
  }

  /** How numbers of a view are shown; an interval that is a point is called so. */
  context(view = this.viewIndex) {
    const { report, heap, isDifference, whole } = this;
    const point = this.isExact ? 'exact' : 'as recorded';
    const limited = (dump) => heap.dumps[dump].limited[view];
    const sides = isDifference ? this.ends.map(limited) : [];
    return { report, view: report.views[view], isLimited: limited(this.state.dump), limitedSides: sides, isDifference, point, whole };
  }

  /** The context of a number of one dump, which is no change. */
  contextOf(view, dump) {
    return { ...this.context(view), isLimited: this.heap.dumps[dump].limited[view], isDifference: false };
  }

  /** A heap's last total of a view; 0 if it lacks the view. */
  holds(heap, view) {
    return heap.dumps[heap.dumps.length - 1].totals[view]?.value ?? 0;
  }

  /** The rows of the heap in a view, as sums. */
  rows(view) {
    const { heap, dump, base, widths } = this.state;
    const numbers = this.heap.numbers[view];
    const change = () => (this.isComparison ? compared(numbers, widths) : this.changed(view));
    return this.once(`rows ${view}`, [heap, dump, base, widths], () => (this.isDifference ? change() : numbers.at(dump)));
  }

  /** What changed from the base to the dump. */
  changed(view) {
    const { report, state } = this;
    const { heap, dump, base, widths } = state;
    const sides = [base, dump].map((at) => grouped(this.partsAt(at, view), ({ program }) => program));
    const programs = [...new Set(sides.flatMap((side) => [...side.keys()]))];
    const dumps = programs.map((program) => sides.map((side) => side.get(program) ?? []));
    const { change, noise } = comparedDumps(dumps, this.namesOf(heap), report.views[view].unit === 'bytes', report);
    return withWidths(change, new Sums(noise), widths);
  }

  /** Of each row of a heap, a number for the names of its stack without the allocator's. */
  namesOf(heap) {
    const { report } = this;
    const { place } = this.once('names', [], () => new Tree(report, true, new Uint8Array(report.functionName.length)));
    return this.once(`names ${heap}`, [], () => report.heaps[heap].nodes.map((node) => place[node]));
  }

  /** The heaps that one dump of the shown heap is of, each with its rows in a view, as they are compared. */
  partsAt(at, view) {
    const { report, heap, state } = this;
    const bytes = Math.max(0, this.viewBeside(view, 'space'));
    const { dump, parts = [{ heap: state.heap, has: report.views.map(() => true) }] } = heap.dumps[at];
    return parts.map(({ heap: part, has }) => {
      const { program, dumps, numbers } = report.heaps[part];
      const place = dumps.findIndex((one) => one.dump === dump);
      const { interval, alike } = dumps[place];
      const [rows, ofBytes] = [view, bytes].map((of) => (has[of] ? numbers[of].at(place) : null));
      return { program, names: this.namesOf(part), rows, bytes: ofBytes, interval, alike };
    });
  }

  /** The dumps between which the difference is. */
  get ends() {
    const { base, dump } = this.state;
    return this.isComparison ? [BASE, NEW] : [base, dump];
  }

  /** The totals of a view between which the difference is, each with its own interval. */
  sides(view) {
    const { heap, ends, isFiltered } = this;
    return ends.map((dump) => (isFiltered ? this.sumOf(heap.numbers[view].at(dump)) : (heap.dumps[dump].totals[view] ?? NOTHING)));
  }

  /** By function, what it allocated itself at either side of the difference; empty if there is none. */
  sidesOfFunctions() {
    const numbers = this.heap.numbers[this.viewIndex];
    return this.isDifference ? this.ends.map((dump) => this.tree.ofFunctions(numbers.at(dump))) : [];
  }

  /** The sum of the rows of kept stacks. */
  sumOf(rows) {
    return rows.empty(1).addAll(rows, this.heap.nodes.map((node) => (this.kept[node] ? 0 : -1))).at(0);
  }

  /** The total of what is shown of a view: {value, before, interval}, or null if there is none. */
  total(view) {
    const total = this.dump.totals[view];
    if (!total || (!this.isDifference && !this.isFiltered)) {
      return total;
    }
    return this.sumOf(this.rows(view));
  }

  /** What a function holds by its lines, as far as they are known: {line, total}. A stack counts once for each that it passes through. */
  lineSums(id) {
    const { report, heap, kept, state } = this;
    const { frameFunction, frameLine, isAllocatorFrame, nodeFrame, nodeParent } = report;
    const rows = this.rows(this.viewIndex);
    const lineOf = frameLine.map((line, frame) =>
      frameFunction[frame] !== id || (state.hideAllocator && isAllocatorFrame[frame]) ? 0 : line,
    );
    const lines = [...new Set(lineOf)].filter((line) => line > 0).sort((a, b) => a - b);
    const sums = lines.map((line) => {
      const isCalled = marked(nodeParent, (node) => lineOf[nodeFrame[node]] === line);
      const total = rows.empty(1).addAll(rows, heap.nodes.map((node) => (kept[node] && isCalled[node] ? 0 : -1))).at(0);
      return { line, total };
    });
    return sums.filter(({ total }) => total.value !== 0);
  }

  /** Whether there is anything to say of the sizes of allocations, of which a change has none. */
  get hasSizes() {
    return this.heap.sizes !== null && !this.isDifference;
  }

  /** By function, the size of all allocations that it makes itself, as GroupSizes.java; 0 if it is not known. Empty if none is. */
  sizesOfFunctions() {
    const { report, heap, tree } = this;
    if (!this.hasSizes) {
      return [];
    }
    const views = report.views.map((_, view) => this.rows(view));
    const sizes = new Float64Array(report.functionName.length).fill(NaN);
    tree.places.forEach((node, row) => {
      const id = node > 0 ? tree.id[node] : -1;
      // A row of another dump has nothing in any view.
      if (id >= 0 && views.some(({ value, of }) => value[of[row]] !== 0)) {
        const size = report.sizes[heap.sizes[row] - 1] ?? 0;
        sizes[id] = Number.isNaN(sizes[id]) || sizes[id] === size ? size : 0;
      }
    });
    return sizes.map((size) => size || 0);
  }

  /**
   * What a function holds, with what it calls, by the sizes of allocations that the code of the program states, in order:
   * {size, total}. The last have no size, but {isRecorded}: whether objects were counted, rather than inferred.
   */
  sizeSums(id) {
    const { report, heap, tree, viewIndex } = this;
    if (!this.hasSizes) {
      return [];
    }
    const rows = this.rows(viewIndex);
    const counts = this.viewBeside(viewIndex, 'objects');
    const objects = counts < 0 ? null : this.rows(counts);
    const isPoint = ([low, high]) => low === high;
    const isRecorded = (row) => objects !== null && isPoint(objects.interval(objects.of[row]));
    const isWithin = tree.calledBy((one) => one === id);
    const [recorded, inferred] = [report.sizes.length, report.sizes.length + 1];
    const placeOf = (row) => (heap.sizes[row] > 0 ? heap.sizes[row] - 1 : isRecorded(row) ? recorded : inferred);
    const places = tree.places.map((node, row) => (node > 0 && isWithin[node] ? placeOf(row) : -1));
    const sums = rows.empty(inferred + 1).addAll(rows, places);
    const all = [...report.sizes.map((size) => ({ size })), { isRecorded: true }, { isRecorded: false }];
    return all.map((one, place) => ({ ...one, total: sums.at(place) })).filter(({ total }) => total.value !== 0);
  }

  /** The view of bytes or objects that, like another view, is of what is live or of all; negative if there is none. */
  viewBeside(view, kind) {
    const { views } = this.report;
    const name = (views[view].name.startsWith('alloc_') ? 'alloc_' : '') + kind;
    return views.findIndex((one) => one.name === name);
  }

  /** The view of the objects of the bytes that are shown, or the other way round; negative if there is none. */
  twin() {
    const isBytes = this.report.views[this.viewIndex].unit === 'bytes';
    const other = this.viewBeside(this.viewIndex, isBytes ? 'objects' : 'space');
    return other !== this.viewIndex && this.dump.totals[other] ? other : -1;
  }

  /** By function, what it allocates itself in that view; null if there is none, or so much that a page would open late. */
  twinSums() {
    const other = this.twin();
    return other < 0 || this.heap.nodes.length > MOST_TWINS ? null : this.tree.ofFunctions(this.rows(other));
  }

  /** What a function holds with all that it calls, in any view. */
  totalOf(view, id) {
    const isWithin = this.tree.calledBy((one) => one === id);
    const rows = this.rows(view);
    return rows.empty(1).addAll(rows, this.tree.places.map((node) => (node > 0 && isWithin[node] ? 0 : -1))).at(0);
  }

  /**
   * The functions that hold most at some dump, with what they hold themselves at each: {id, values}. None where totals are not
   * those of what is shown, or there is much to add up.
   */
  layers() {
    const { report, heap, tree, viewIndex, state } = this;
    if (this.isComparison || this.isFiltered || heap.nodes.length * heap.dumps.length > MOST_ADDED) {
      return [];
    }
    return this.once('layers', [state.heap, viewIndex, state.hideAllocator, state.hide], () => {
      const values = heap.dumps.map((_, dump) => tree.ofFunctions(heap.numbers[viewIndex].at(dump)).value);
      const most = Float64Array.from(report.functionName, (_, id) => Math.max(...values.map((ofDump) => ofDump[id])));
      const largest = firstInOrder(most.length, LAYERS, (a, b) => most[b] - most[a] || a - b).filter((id) => most[id] > 0);
      return largest.map((id) => ({ id, values: values.map((ofDump) => ofDump[id]) }));
    });
  }

  /**
   * What a function allocates itself at each dump or, if that is nothing, holds with what it calls: {isSelf, sums}, as in the table of
   * each dump. Null if that is nothing, too, or there is much to add up.
   */
  overTime(id) {
    const { heap, tree, viewIndex } = this;
    if (heap.nodes.length * heap.dumps.length > MOST_ADDED) {
      return null;
    }
    const isWithin = tree.calledBy((one) => one === id);
    const sumsOf = (isSelf) => {
      const places = this.placesOf((node) => (isSelf ? tree.id[node] === id : isWithin[node]));
      const sums = heap.dumps.map(({ totals }, dump) => totals[viewIndex] && this.sumAt(dump, places, isSelf));
      return sums.some((sum) => sum && sum.value !== 0) ? { isSelf, sums } : null;
    };
    return sumsOf(true) ?? sumsOf(false);
  }

  /**
   * What some nodes held at either side of the difference, as the table of functions has it: {total, self}, of which the first is with
   * what they call, unless only what they allocate themselves counts. Empty where there is no difference.
   */
  sidesOfNodes(isOne, isOfSelf = false) {
    if (!this.isDifference) {
      return {};
    }
    const sides = (isSelf, isCounted) => {
      const places = this.placesOf(isCounted);
      return this.ends.map((dump) => this.sumAt(dump, places, isSelf));
    };
    const isWithin = marked(this.tree.parent, isOne);
    // The root has all.
    const isCounted = isOne(0) ? () => true : isOfSelf ? isOne : (node) => isWithin[node];
    return { total: sides(false, isCounted), self: sides(true, isOne) };
  }

  /** Those of a box of the graph. */
  sidesOfGroup(group) {
    const counted = new Set(group.counted);
    return this.sidesOfNodes((node) => counted.has(node), group.isOfSelf);
  }

  /** By row, 0 where the node in its place counts. */
  placesOf(isCounted) {
    return this.tree.places.map((node) => (node >= 0 && isCounted(node) ? 0 : -1));
  }

  /** The sum of rows at a dump in the view that is shown. */
  sumAt(dump, places, isSelf) {
    const rows = this.heap.numbers[this.viewIndex].at(dump);
    return rows.empty(1, isSelf).addAll(rows, places).at(0);
  }

  /** What to believe of the total of a view: {kind, word, rest}, empty if unknown. */
  verdict(view, total) {
    const { heap, report, kept } = this;
    const [low, high] = total.interval;
    if (this.isDifference) {
      return { kind: '', word: total.value === 0 ? 'no change' : isNoise(total) ? 'within noise' : 'beyond noise', rest: '' };
    }
    if (low === high || !Number.isFinite(high)) {
      const isReliable = low === high && low !== 0 && this.isExact;
      return { kind: isReliable ? 'reliable' : '', word: interval(total.interval, this.context(view)), rest: '' };
    }
    const bytes = this.viewBeside(view, 'space');
    const rows = this.rows(view);
    const share = trustedShare(rows, bytes < 0 ? rows : this.rows(bytes), (row) => kept[heap.nodes[row]]);
    const level = report.levels.findIndex(({ from }) => share >= from);
    const isLimited = !this.dump.sure[view] || high > low * report.maxSpan;
    const { kind, word } = report.levels[level === 0 && isLimited ? 1 : level] ?? { kind: '', word: '' };
    const percent = report.percentStep * Math.round((100 * share) / report.percentStep);
    const isAlmost = report.levels.some(({ from }) => share < from && percent === Math.round(100 * from));
    const isPlain = word === '' || (kind === 'reliable' && (view === bytes || percent === 100));
    return { kind, word, rest: isPlain ? '' : `within 2x for ${isAlmost ? '<' : '\u2248'}${percent} % of bytes` };
  }
}

/** For each node of the report, whether its stack is kept. */
function keptNodes(report, { focus, ignore }) {
  if (focus === '' && ignore === '') {
    return new Uint8Array(report.nodeParent.length).fill(1);
  }
  const within = (text) => {
    const matches = matchingFunctions(report, text, true);
    return marked(report.nodeParent, (node) => matches[report.frameFunction[report.nodeFrame[node]]]);
  };
  const [wanted, unwanted] = [within(focus), within(ignore)];
  return wanted.map((isWanted, node) => (focus === '' || isWanted) && !unwanted[node]);
}
