// How much work the first rows of a table take: their ids, those of a full sort, and how many rows were made to find them.

import { pathToFileURL } from 'node:url';

const [page, count, shown] = process.argv.slice(2);
globalThis.matchMedia = () => ({ matches: false });
const { firstOf } = await import(pathToFileURL(`${page}/table.js`));

// Few values, so that names decide often.
const valueOf = (id) => (id * 7919) % 5;
const nameOf = (id) => `f${(id * 104729) % 1000003}`;
const ids = Int32Array.from({ length: Number(count) }, (_, id) => id);
let made = 0;
const rowOf = (id) => {
  made++;
  return { id, name: nameOf(id), value: valueOf(id) };
};
const byName = new Intl.Collator('en', { numeric: true }).compare;
const sorted = [...ids].sort((a, b) => valueOf(b) - valueOf(a) || byName(nameOf(a), nameOf(b)));
const column = { key: 'value', value: ({ value }) => value };
const first = firstOf(ids, rowOf, column, false, Number(shown));
console.log(JSON.stringify({ first, sorted: sorted.slice(0, Number(shown)), made }));
