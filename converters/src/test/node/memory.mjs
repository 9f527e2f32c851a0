// How many bytes of numbers a report holds when it has opened, and how many nodes its tree has.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [page, file] = process.argv.slice(2);
const load = (module) => import(pathToFileURL(`${page}/${module}.js`));
const { readReport } = await load('data');
const { Shown } = await load('shown');

const [, textContent] = readFileSync(file, 'utf8').match(/<script id="data" type="text\/plain">([^<]*)</);
const report = await readReport({ textContent, remove() {} });
const shown = new Shown(report);
// What the cards and the table ask for.
report.views.forEach((_, view) => shown.total(view) && shown.verdict(view, shown.total(view)));
Array.from(shown.functions.ids, (id) => shown.functions.total.at(id).interval);

const seen = new Set();
const buffers = new Set();
const waiting = [shown];
while (waiting.length > 0) {
  const one = waiting.pop();
  if (one !== null && typeof one === 'object' && !seen.has(one)) {
    seen.add(one);
    if (ArrayBuffer.isView(one)) {
      buffers.add(one.buffer);
    } else {
      waiting.push(...(one instanceof Map ? one.values() : Object.values(one)));
    }
  }
}
const bytes = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
console.log(JSON.stringify({ bytes, nodes: shown.tree.size }));
