// How much work the first rows of a table take: their ids, those of a full sort, and how often names were looked up to find them.

import { pathToFileURL } from 'node:url';

const [page, count, shown] = process.argv.slice(2);
globalThis.matchMedia = () => ({ matches: false });
const { firstOf } = await import(pathToFileURL(`${page}/table.js`));

// Few values, so that names decide often.
const valueOf = (id) => (id * 7919) % 5;
const nameOf = (id) => `f${(id * 104729) % 1000003}`;
const ids = Int32Array.from({ length: Number(count) }, (_, id) => id);
let named = 0;
const counted = (id) => {
  named++;
  return nameOf(id);
};
const byName = (a, b) => (a < b ? -1 : 1);
const sorted = [...ids].sort((a, b) => valueOf(b) - valueOf(a) || byName(nameOf(a), nameOf(b)));
const first = firstOf(ids, { noiseOf: () => 0, valueOf, secondOf: () => 0, nameOf: counted }, false, false, Number(shown));
console.log(JSON.stringify({ first, sorted: sorted.slice(0, Number(shown)), named }));
