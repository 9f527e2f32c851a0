// A function between its callers and what it calls, with the sums of both.

import { functionFacts } from './data.js';
import { element, exact, graded, percent } from './format.js';
import { rootGroup } from './groups.js';

/** As many on each side are shown, the largest. */
const SHOWN = 8;

/** {@code go} is called with the id of a function. */
export function showPeek(place, page, id, go) {
  const callers = rootGroup(page.tree, true, id).children();
  const callees = rootGroup(page.tree, false, id).children();
  place.replaceChildren(side('Called by', callers, page.context, go), side('Calls', callees, page.context, go));
}

function side(title, groups, context, go) {
  const rows = groups.slice(0, SHOWN).map((group) => row(group, context, go));
  const rest = groups.length > SHOWN ? [element('li', 'hint', `${groups.length - SHOWN} more`)] : [];
  const none = groups.length === 0 ? [element('li', 'hint', 'nothing')] : [];
  return element('div', '', element('h3', '', title), element('ul', '', ...rows, ...rest, ...none));
}

function row(group, context, go) {
  const { report, view, whole } = context;
  const total = group.total();
  const button = element('button', 'function', element('bdi', '', functionFacts(report, group.id).name));
  button.type = 'button';
  button.addEventListener('click', () => go(group.id));
  const number = element('span', 'number', `${graded(total, context)}, ${percent(total.value, whole) || 'none'}`);
  number.title = exact(total.value, view);
  return element('li', '', button, number);
}
