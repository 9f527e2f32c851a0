// The numbers of a box, beside it and below the graph, and of a function between its callers and what it calls.

import { sum } from './array.js';
import { BYTES, bar, element, estimate, exact, functionButton, graded, gradedSides, isNoise, percent, short } from './format.js';
import { leadOf, rootGroup } from './groups.js';

const GAP = 14;

/** As many functions of a folded box are named. */
const NAMED = 12;

/** As many callers and callees are shown, the largest. */
const SHOWN = 8;

/** A number, what of the whole it is and, of a change, between which sides; {@code whole} of the context is what 100 % means. */
export function described(sum, context, sides = []) {
  const { isDifference, whole } = context;
  const share = percent(sum.value, whole);
  const parts = [
    gradedSides(sides, context).join(' \u2192 '),
    estimate(sum, context),
    share && `${share}${isDifference ? ' of the base' : ''}`,
    isNoise(sum) ? 'within sampling noise' : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/** The number of samples behind a number; empty where the producer has scaled its counts, so that nobody knows. */
export const samplesOf = ({ recorded, value }) => (recorded === 0 && value !== 0 ? '' : recorded.toLocaleString('en'));

/** What there is to say of a function's sums, and their sides, as [name, text] pairs; {@code self} may be null. */
export function numbersOf(total, self, context, sides) {
  const numbers = [
    ['Total', described(total, context, sides.total)],
    ['Self', self ? described(self, context, sides.self) : ''],
    ['Samples', context.isDifference ? '' : samplesOf(total)],
    ['In full', exact(total.value, context.view)],
  ];
  return numbers.filter(([, text]) => text !== '');
}

/** Fills an element with what there is to say of a box of the graph. */
export function showDetails(made, box, shown, context, rootName) {
  const { report } = context;
  const group = leadOf(box);
  const sides = shown.sidesOfGroup(group);
  const facts = group.id < 0 ? { name: rootName, file: '', library: '' } : report.functionAt(group.id);
  const lines = [
    ...numbersOf(group.total(), group.self(), context, sides),
    ['Library', facts.library],
    ['Source', source(facts.file, group)],
    ['Also', box.chain.filter((one) => one !== group).slice(0, NAMED).map((one) => report.functionAt(one.id).name).join(' \u203a ')],
  ].filter(([, value]) => value !== '');
  made.replaceChildren(
    element('strong', '', element('bdi', '', facts.name)),
    element('dl', '', ...lines.flatMap(([name, text]) => [element('dt', '', name), element('dd', '', text)])),
  );
}

/** Places an element under a rectangle where there is room, else above it; never outside the window. */
export function place({ style, offsetWidth, offsetHeight }, { left, top, bottom }) {
  const right = document.documentElement.clientWidth - offsetWidth - GAP;
  const below = bottom + GAP;
  style.left = `${Math.max(GAP, Math.min(left + GAP, right))}px`;
  style.top = `${Math.max(GAP, below + offsetHeight < innerHeight ? below : top - offsetHeight - GAP)}px`;
}

/** A function with calls on several of its lines is shown with all of them, within reason. */
function source(file, group) {
  const lines = file ? group.tree.lines(group.nodes) : [];
  const shown = lines.slice(0, 6).join(', ') + (lines.length > 6 ? ', \u2026' : '');
  return lines.length > 0 ? `${file}:${shown}` : file;
}

/** A function's callers, callees, lines and sizes of allocations, as far as they are known; {@code go} is called with the id of another function. */
export function neighbours(shown, id, context, go) {
  const side = (title, all, row) => {
    const rows = all.slice(0, SHOWN).map(row);
    const rest = all.length > SHOWN ? `${all.length - SHOWN} more` : all.length === 0 ? 'none' : '';
    return element('div', '', element('h3', '', title), element('ul', '', ...rows, ...(rest ? [element('li', 'hint', rest)] : [])));
  };
  const beside = (callers) => rootGroup(shown.tree, callers, id).children();
  const neighbour = (group) =>
    holding(functionButton(context.report.functionAt(group.id).name, () => go(group.id)), group.total(), context);
  const lines = shown.lineSums(id).sort((a, b) => Math.abs(b.total.value) - Math.abs(a.total.value));
  const ofLines = side('Lines, with what they call', lines, ({ line, total }) => holding(element('span', '', `${line}`), total, context));
  const sizes = shown.sizeSums(id);
  return [
    side('Called by', beside(true), neighbour),
    side('Calls', beside(false), neighbour),
    ...(lines.length > 0 ? [ofLines] : []),
    ...(sizes.length > 0 ? [histogram(sizes, shown.functions.total.value[id], context)] : []),
  ];
}

/** Sizes of allocations, the smallest first, and which parts of what a function holds have them. */
function histogram(sizes, whole, context) {
  const known = sizes.filter(({ size }) => size > 0);
  const largest = new Set([...known].sort((a, b) => b.total.value - a.total.value).slice(0, SHOWN));
  const shown = known.filter((one) => largest.has(one));
  const names = shown.map(({ size }) => short(size, BYTES));
  const row = (name, total) => {
    const made = holding(element('span', 'number', name), total, context, whole);
    made.firstChild.after(bar(total.value, whole));
    return made;
  };
  // Large sizes may differ in none of the digits that are usual.
  const nameOf = (size, name) => (names.indexOf(name) === names.lastIndexOf(name) ? name : exact(size, BYTES));
  const ofSizes = shown.map(({ size, total }, i) => row(nameOf(size, names[i]), total));
  const rest = known.filter((one) => !largest.has(one));
  const ofRest = `${rest.length} more, ${percent(sum(rest, ({ total }) => total.value), whole)}`;
  const others = sizes.filter(({ size }) => !size).map(({ isRecorded, total }) => row(isRecorded ? 'recorded' : 'inferred', total));
  const list = element('ul', 'sizes', ...ofSizes, ...(rest.length > 0 ? [element('li', 'hint', ofRest)] : []), ...others);
  list.ariaLabel = 'Sizes of allocations';
  return element('div', '', element('h3', '', 'Share by size, with what it calls'), list);
}

/** A number, and what of a whole it is. */
function holding(name, total, context, whole = context.whole) {
  const number = element('span', 'number', `${graded(total, context)}, ${percent(total.value, whole)}`);
  number.title = exact(total.value, context.view);
  return element('li', '', name, number);
}
