// Focus, ignore and hide: which stacks count, and which frames are left out.

import { byId } from './format.js';
import { matchingFunctions } from './search.js';

export const FILTERS = ['focus', 'ignore', 'hide'];

/** The fields of the page; {@code choose} is called with what has changed. */
export function listenToFilters(choose) {
  for (const name of FILTERS) {
    byId(name).addEventListener('change', (event) => choose({ [name]: event.target.value, zoom: [], function: -1 }));
  }
}

/** Fills the fields, and says which of them cannot be used. */
export function showFilters(state) {
  for (const name of FILTERS) {
    byId(name).value = state[name];
  }
  byId('filters').open ||= FILTERS.some((name) => state[name] !== '');
  byId('filter-error').textContent = FILTERS.map((name) => problem(name, state[name])).join('');
}

function problem(name, text) {
  try {
    RegExp(text);
    return '';
  } catch (error) {
    return `${name}: searched as text, because it is ${error.message[0].toLowerCase()}${error.message.slice(1)}. `;
  }
}

/** For each node of the report, whether its stack is kept. */
export function keptNodes(report, { focus, ignore }) {
  const wanted = matchingFunctions(report, focus, true);
  const unwanted = matchingFunctions(report, ignore, true);
  const count = report.nodeParent.length;
  const kept = new Uint8Array(count);
  const dropped = new Uint8Array(count);
  kept[0] = focus === '' ? 1 : 0;
  for (let node = 1; node < count; node++) {
    const parent = report.nodeParent[node];
    const id = report.frameFunction[report.nodeFrame[node]];
    kept[node] = kept[parent] | wanted[id];
    dropped[node] = dropped[parent] | unwanted[id];
  }
  return kept.map((isKept, node) => isKept & ~dropped[node] & 1);
}

/** By function, whether its frames are hidden. */
export function hiddenFunctions(report, { hide }) {
  return matchingFunctions(report, hide, true);
}
