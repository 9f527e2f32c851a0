// Searching functions by their names and libraries.

/**
 * A test of names: a regular expression, or the text itself where it is none; letters of either case match.
 *
 * @returns {test, problem}, of which the latter says why it is no regular expression
 */
export function matcher(text) {
  try {
    const expression = new RegExp(text, 'i');
    return { test: (name) => expression.test(name), problem: '' };
  } catch ({ message }) {
    const wanted = text.toLowerCase();
    return { test: (name) => name.toLowerCase().includes(wanted), problem: message[0].toLowerCase() + message.slice(1) };
  }
}

/**
 * The functions with a matching name, by id: 1 or 0.
 *
 * @param libraries whether the name of the library may match, too
 */
export function matchingFunctions(report, text, libraries = false) {
  const matches = new Uint8Array(report.functionName.length);
  if (text === '') {
    return matches;
  }
  const { test } = matcher(text);
  const known = new Map();
  const isMatch = (name) => {
    if (!known.has(name)) {
      known.set(name, test(report.strings[name]) ? 1 : 0);
    }
    return known.get(name);
  };
  for (let id = 0; id < matches.length; id++) {
    matches[id] = isMatch(report.functionName[id]) | (libraries ? isMatch(report.functionLibrary[id]) : 0);
  }
  return matches;
}

/** Matches that are a smaller part of the graph than this are found in the table only. */
const LEAST_SHARE = 1 / 20_000;

/**
 * The groups of matching functions that are not inside another match, the largest first; among them those too narrow to
 * be drawn before zooming in.
 */
export function matchingGroups(root, matches) {
  const found = [];
  const waiting = [root];
  for (let i = 0; i < waiting.length; i++) {
    const group = waiting[i];
    if (group.id >= 0 && matches[group.id]) {
      found.push(group);
    } else {
      waiting.push(...group.children().filter((child) => child.width >= root.width * LEAST_SHARE));
    }
  }
  return found.sort((a, b) => b.width - a.width);
}

/** The largest group of a function in a graph, however narrow; null if there is none. */
export function largestGroup(root, id) {
  if (id < 0) {
    return null;
  }
  const { tree } = root;
  const isOf = (one) => one === id;
  const leads = root.origins ? tree.calledBy(isOf) : tree.leadingTo(isOf);
  let largest = null;
  const waiting = [root];
  while (waiting.length > 0) {
    const group = waiting.pop();
    if (largest && group.width <= largest.width) {
      continue;
    }
    if (group.id === id) {
      largest = group;
    } else if (group.nodes.some((node) => leads[node])) {
      // The largest is looked at first: what is narrower than a find need not be.
      waiting.push(...group.children().slice().reverse());
    }
  }
  return largest;
}
