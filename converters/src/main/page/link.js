// The part of the address behind #: it keeps what is shown, so that a link or a reload shows it again.

function written(value) {
  return typeof value === 'boolean' ? String(Number(value)) : [value].flat().join('.');
}

/** A value of the kind of another one; undefined if a number is none. */
function read(text, { constructor: kind }) {
  const numbers = text.split('.').map(Number);
  switch (kind) {
    case Number:
      return Number.isInteger(Number(text)) ? Number(text) : undefined;
    case Array:
      return numbers.every(Number.isInteger) ? numbers : undefined;
    case Boolean:
      return text === '1';
    default:
      return text;
  }
}

/** What the address says of a state, which is that in which the report opens. */
export function readLink(usual) {
  const known = [...new URLSearchParams(location.hash.slice(1))].filter(([key]) => Object.hasOwn(usual, key));
  return Object.fromEntries(known.map(([key, text]) => [key, read(text, usual[key])]).filter(([, value]) => value !== undefined));
}

/**
 * Keeps what differs from how the report opens.
 *
 * @param isStep whether the browser's Back undoes what has changed
 */
export function writeLink(state, usual, isStep) {
  const changed = Object.keys(usual).filter((key) => written(state[key]) !== written(usual[key]));
  const hash = new URLSearchParams(changed.map((key) => [key, written(state[key])])).toString();
  if (hash !== location.hash.slice(1)) {
    const address = hash === '' ? location.pathname + location.search : `#${hash}`;
    history[isStep ? 'pushState' : 'replaceState'](null, '', address);
  }
}
