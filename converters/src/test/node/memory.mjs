// How many bytes of numbers a report holds when it has opened, and how many nodes its tree has.

import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const [page, file] = process.argv.slice(2);
const load = (module) => import(pathToFileURL(`${page}/${module}.js`));
const { readReport } = await load('data');
const { Shown } = await load('shown');

const [, textContent] = readFileSync(file, 'utf8').match(/<script id="data" type="text\/plain">([^<]*)</);
const report = await readReport({ textContent, remove() {} });
const shown = new Shown(report);
// What the cards and the rows of the table ask for, at most.
report.views.forEach((_, view) => shown.rows(view));
const { ids, self, total } = shown.functions;
[self, total].forEach((sums) => sums.value[ids[0]] + sums.of(ids.slice(0, 100)).at(ids[0]).interval);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
// What a stream has read is freed a moment later.
await setTimeout(100);
collectGarbage();
console.log(JSON.stringify({ bytes: process.memoryUsage().arrayBuffers, nodes: shown.tree.size }));
