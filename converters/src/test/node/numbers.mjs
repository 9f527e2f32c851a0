// How the page shows sums {value, interval, unit, isLimited}, a line of text for each: the number, and how sure it is.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [page, file] = process.argv.slice(2);
const { estimate } = await import(pathToFileURL(`${page}/format.js`));
const { report, sums } = JSON.parse(readFileSync(file, 'utf8'));

for (const { value, interval, unit, isLimited } of sums) {
  console.log(estimate({ value, interval }, { report, view: { unit }, isLimited, isDifference: false }));
}
