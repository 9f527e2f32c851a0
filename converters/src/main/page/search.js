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
    return { test: (name) => name.toLowerCase().includes(wanted), problem: `not a valid regex (${message.split(': ').pop().toLowerCase()}); matching as text` };
  }
}

/** The functions with a matching name, by id: 1 or 0; {@code libraries} says whether that of the library may match, too. */
export function matchingFunctions({ functionName, functionAt }, text, libraries = false) {
  const matching = new Uint8Array(functionName.length);
  if (text === '') {
    return matching;
  }
  const { test } = matcher(text);
  const isMatch = ({ name, library }) => test(name) || (libraries && test(library));
  return matching.map((_, id) => (isMatch(functionAt(id)) ? 1 : 0));
}

/** Matches that are a smaller part of the graph than this are found in the table only. */
const LEAST_SHARE = 1 / 20_000;

/**
 * The groups of matching functions that are not inside another match, the largest first; among them those too narrow to
 * be drawn before zooming in.
 */
export function matchingGroups(root, matches) {
  return groupsOf(root, (id) => matches[id] === 1, ({ width }) => width < root.width * LEAST_SHARE);
}

/** The largest group of a function in a graph, however narrow; null if there is none. */
export function largestGroup(root, id) {
  const isNoLarger = ({ width }, found) => found.some((group) => group.width >= width);
  return groupsOf(root, (one) => one >= 0 && one === id, isNoLarger)[0] ?? null;
}

/** The outermost groups of functions for which a test holds; {@code isTooNarrow} says where not to look, going by those found. */
function groupsOf(root, isOf, isTooNarrow) {
  const { tree } = root;
  const leads = root.origins ? tree.calledBy(isOf) : tree.leadingTo(isOf);
  const found = [];
  const waiting = [root];
  while (waiting.length > 0) {
    const group = waiting.pop();
    if (isTooNarrow(group, found)) {
      continue;
    }
    if (isOf(group.id)) {
      found.push(group);
    } else if (group.nodes.some((node) => leads[node])) {
      // The largest is looked at first: what is narrower than a find need not be.
      waiting.push(...group.children().slice().reverse());
    }
  }
  return found.sort((a, b) => b.width - a.width);
}
