// The part of the address behind #: it keeps what is shown, so that a link or a reload shows it again.

/** What can be kept, how it is written and read, and the value that is left out. */
const NUMBER = { read: Number, write: String };
const FLAG = { read: (text) => text === '1', write: (on) => (on ? '1' : '0') };
const PATH = { read: (text) => text.split('.').map(Number), write: (ids) => ids.join('.') };
const TEXT = { read: (text) => text, write: (text) => text };

const KEYS = {
  heap: NUMBER,
  dump: NUMBER,
  base: NUMBER,
  view: TEXT,
  callers: FLAG,
  function: NUMBER,
  zoom: PATH,
  selected: NUMBER,
  search: TEXT,
  fold: FLAG,
  allocator: FLAG,
  focus: TEXT,
  ignore: TEXT,
  hide: TEXT,
  widths: TEXT,
};

/** The state in the address: some of {@code KEYS}. Numbers that are none are left out. */
export function readLink() {
  const state = {};
  for (const [key, text] of new URLSearchParams(location.hash.slice(1))) {
    const value = KEYS[key]?.read(text);
    const isNumber = [value].flat().every((one) => typeof one !== 'number' || Number.isInteger(one));
    if (value !== undefined && isNumber) {
      state[key] = value;
    }
  }
  return state;
}

/**
 * Keeps what differs from how the report opens.
 *
 * @param isStep whether the browser's Back undoes what has changed
 */
export function writeLink(state, usual, isStep) {
  const parameters = new URLSearchParams();
  for (const [key, { write }] of Object.entries(KEYS)) {
    const text = write(state[key]);
    if (text !== write(usual[key])) {
      parameters.set(key, text);
    }
  }
  const hash = parameters.toString();
  if (hash !== location.hash.slice(1)) {
    const address = hash === '' ? location.pathname + location.search : `#${hash}`;
    if (isStep) {
      history.pushState(null, '', address);
    } else {
      history.replaceState(null, '', address);
    }
  }
}
