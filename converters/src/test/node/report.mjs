// What the table of a report says: the bytes in use of each function, of all heaps together.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [page, file] = process.argv.slice(2);
const load = (module) => import(pathToFileURL(`${page}/${module}.js`));
const { readReport } = await load('data');
const { numbersOf } = await load('numbers');
const { Tree } = await load('tree');

const [, textContent] = readFileSync(file, 'utf8').match(/<script id="data" type="text\/plain">([^<]*)</);
const report = await readReport({ textContent, remove() {} });
const heap = report.heaps[report.heaps.length - 1];
const tree = new Tree(report, true, new Uint8Array(report.functionName.length));
const view = report.views.findIndex(({ name }) => name === 'space');
const kept = new Uint8Array(report.nodeParent.length).fill(1);
tree.sum(heap.nodes, numbersOf(heap, heap.dumps.length - 1, view), kept);
const { self, ids } = tree.functionSums();
ids.forEach((id) => console.log(`${self.value[id]}\t${report.strings[report.functionName[id]]}`));
