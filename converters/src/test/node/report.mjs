// What a report shows, a line of JSON for each of some states: the totals of its views, its functions, and the boxes of its graph. A state
// that has onlyCards is told for its totals alone, one that has overTime for the sums of that function at all dumps, and one that has lacks for the functions that the graph lacks, too, one that has lines or sizes for those
// of functions, one that has growth for what grows.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [page, file, states] = process.argv.slice(2);
const load = (module) => import(pathToFileURL(`${page}/${module}.js`));
const { readReport } = await load('data');
const { estimate, exact, interval } = await load('format');
const { groupAt, layout, leadOf, rootGroup } = await load('groups');
const { largestGroup, matchingFunctions, matchingGroups } = await load('search');
const { Shown } = await load('shown');

/** Graphs are as wide as this. */
const WIDTH = 1000;

const [, textContent] = readFileSync(file, 'utf8').match(/<script id="data" type="text\/plain">([^<]*)</);
const report = await readReport({ textContent, remove() {} });
const shown = new Shown(report);
const nameOf = ({ id }) => (id < 0 ? shown.heap.process : report.functionAt(id).name);

/** JSON has no infinite numbers. */
const json = (value) => JSON.stringify(value, (_, one) => (Object.is(Math.abs(one), Infinity) ? null : one));

const numbersOf = ({ value, before, interval: ends, noise, recorded }) => ({ value, before, interval: ends, noise, recorded });

function texts(sum, context) {
  return [estimate(sum, context), interval(sum.interval, context), exact(sum.value, context.view)];
}

function cardsOf() {
  const cards = report.views.map(({ name }, i) => {
    const total = shown.total(i);
    const trust = total && shown.verdict(i, total);
    const words = trust && [trust.word, trust.rest].filter(Boolean).join(', ');
    return [name, total && { ...numbersOf(total), texts: texts(total, shown.context(i)), trust: words }];
  });
  return Object.fromEntries(cards);
}

function functionsOf(withLines, withSizes) {
  const { ids, sizes, hasCallers, callers: callersOf } = shown.functions;
  const [self, total] = [shown.functions.self, shown.functions.total].map((sums) => sums.of(ids));
  const callers = hasCallers ? callersOf(ids) : new Map();
  const sum = (sums, id) => ({ ...numbersOf(sums.at(id)), texts: texts(sums.at(id), shown.context()) });
  const lines = (id) => (withLines ? { lines: shown.lineSums(id).map(({ line, total }) => [line, total.value]) } : {});
  const bar = (one) => [one.size ?? (one.isRecorded ? 'recorded' : 'inferred'), one.total.value];
  const bars = (id) => (withSizes ? { size: sizes[id] ?? null, bars: shown.sizeSums(id).map(bar) } : {});
  return Array.from(ids, (id) => ({ ...report.functionAt(id), caller: callers.get(id) ?? null, self: sum(self, id), total: sum(total, id), ...lines(id), ...bars(id) }));
}

/** The boxes, groups of matching functions, and functions of the table that the graph lacks. */
function graphOf({ callers, function: focus, zoom, fold, search }, lacks) {
  const root = rootGroup(shown.tree, callers, focus);
  const boxes = layout(root, { from: groupAt(root, zoom).start, span: groupAt(root, zoom).width }, WIDTH, fold);
  const matches = matchingFunctions(report, search);
  return {
    boxes: boxes.map(({ chain, x, width }) => ({ name: chain.map(nameOf).join(' \u203a '), x, width })),
    leads: boxes.map((box) => nameOf(leadOf(box))),
    found: search === '' ? [] : matchingGroups(root, matches).map(nameOf),
    held: shown.tree.sumThrough((id) => matches[id]),
    missing: (lacks ? [...shown.functions.ids] : []).filter((id) => shown.functions.total.width[id] > 0 && !largestGroup(root, id)).map((id) => nameOf({ id })),
  };
}

const growthOf = ({ growth: { rows } }) => rows.map((row) => ({ ...row, name: report.strings[row.name] }));

for (const state of JSON.parse(readFileSync(states, 'utf8'))) {
  const count = report.heaps.length;
  const heap = ((state.heap ?? shown.usual.heap) + count) % count;
  const dump = state.dump ?? report.heaps[heap].dumps.length - 1;
  const focus = report.functionName.findIndex((name) => report.strings[name] === state.function);
  shown.go({ ...state, heap, dump, function: focus });
  const growth = state.growth ? { growth: growthOf(shown.heap) } : {};
  const all = () => ({ functions: functionsOf(state.lines, state.sizes), graph: graphOf(shown.state, state.lacks), ...growth });
  const over = state.overTime && shown.overTime(report.functionName.findIndex((name) => report.strings[name] === state.overTime));
  const overTime = over && { isSelf: over.isSelf, sums: over.sums.map((sum) => sum && { ...numbersOf(sum), texts: texts(sum, shown.context()) }) };
  const sent = new Set(shown.heap.numbers).size;
  console.log(json({ state: shown.state, heap: shown.heap.process, overview: report.overview, sent, overTime, cards: cardsOf(), ...(state.onlyCards ? {} : all()) }));
}
