// Colours of the boxes: by library or package, so that the parts of a program stand out; by sign for differences.

import { grouped, sum } from './array.js';
import { shortLibrary } from './data.js';
import { isNoise } from './format.js';
import { layout, leadOf, rootGroup } from './groups.js';

/**
 * Colours of libraries in either theme, which people who see no red or no green tell apart, too: ColorsTest measures it. They
 * differ in lightness more than in hue, and the text of boxes can be read on all of them.
 */
export const LIGHT = ['#babaf3', '#e0c452', '#e06e52', '#d0e0b8', '#da6cae', '#ca63e3', '#dced97', '#da6c82'];
export const DARK = ['#466491', '#795c49', '#67671e', '#8235b6', '#473315', '#442277', '#392227', '#3d1547'];

/** So wide is the graph whose boxes get the colours. */
const WIDTH = 1000;

/** A library with more of the graph than this is coloured by its packages: one colour for nearly everything says nothing. */
const MOST = 0.5;

/** What compilers append to names of functions that they have cut into pieces, and addresses of functions without a name. */
const NO_PACKAGE = /\.(cold|constprop|isra|llvm|lto_priv|part)\b.*|^.*\+0x[0-9a-f]+$/;

function hash(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  }
  // The last bits of this hash depend on only a few of the characters.
  return (h ^ (h >>> 15)) >>> 0;
}

export function isDark() {
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

/** What has no colour of its own. */
export const GREYS = ['#d8dade', '#505865'];

const grey = () => GREYS[isDark() ? 1 : 0];

/** A colour that is darker by a part of itself. */
const darker = (color, part) => `#${[1, 3, 5].map((at) => Math.round(Number.parseInt(color.slice(at, at + 2), 16) * (1 - part)).toString(16).padStart(2, '0')).join('')}`;

/** The namespace of a C++ function, or its class; the crate, package or module of one in another language; else its file. */
function packageOf({ name, file }) {
  let plain = name.replace(/\(anonymous namespace\)::/g, '').replace(/^[<&*[]+(dyn |mut )?/, '').replace(NO_PACKAGE, '');
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/<[^<>]*>/g, '');
  }
  // Go: everything up to the first point behind the last slash.
  const [, path] = plain.match(/^((?:[\w.-]+\/)+[\w-]+)\./) ?? [];
  const scoped = plain.replace(/ as .*|\(.*/, '').replace(/^.* (?=\S*[:.])/, '');
  const [, scope] = scoped.match(/^(\w+)::/) ?? [];
  const [, module] = scoped.match(/^((?:[a-z_]\w*\.){1,3})/) ?? [];
  return path ?? scope ?? module?.slice(0, -1) ?? shortLibrary(file);
}

/** The colours of a report. A library or package keeps its own whatever is shown. */
export class Colors {
  /** Those of what a report opens with. */
  constructor({ report, tree }) {
    Object.assign(this, { report, keys: new Map() });
    const root = rootGroup(tree, false, -1);
    const boxes = layout(root, { from: 0, span: root.width }, WIDTH, true).slice(1);
    const areas = (keyOf) =>
      Array.from(grouped(boxes, (box) => keyOf(leadOf(box).id)), ([key, of]) => [key, sum(of, ({ width }) => width)]).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const libraries = areas((id) => report.functionAt(id).library);
    const [[library, most] = []] = libraries;
    const isSplit = most > MOST * sum(libraries, ([, area]) => area);
    /** The library whose packages have colours of their own, if any. */
    this.split = isSplit ? library : null;
    const largest = areas((id) => this.keyOf(id)).slice(0, LIGHT.length);
    this.places = new Map(largest.map(([key], i) => [key, i]));
  }

  /** What gives a function its colour, and a name for that. */
  keyOf(id) {
    if (!this.keys.has(id)) {
      const one = this.report.functionAt(id);
      this.keys.set(id, (one.library === this.split && packageOf(one)) || shortLibrary(one.library) || 'unknown library');
    }
    return this.keys.get(id);
  }

  /** The colour of a function's boxes, of which those with one key differ a little, so that their bounds are seen. */
  of(id) {
    return id < 0 ? grey() : this.ofKey(this.keyOf(id), (hash(this.report.functionAt(id).name) % 5) / 100);
  }

  /** The colour of a place in an order. */
  static at(place) {
    return (isDark() ? DARK : LIGHT)[place];
  }

  /** What is not among the largest shares a grey. */
  ofKey(key, shade = 0) {
    const place = this.places.get(key);
    return darker(place === undefined ? grey() : (isDark() ? DARK : LIGHT)[place], shade);
  }

  /** Where all of the value is new, a box is most red, and darker; where all of it is gone, most blue, and no darker. Noise is grey. */
  ofChange(group) {
    const total = group.total();
    const share = total.value / Math.max(total.before, total.before + total.value);
    if (!share || isNoise(total)) {
      return grey();
    }
    const strength = Math.abs(share);
    const hasGrown = share > 0;
    const tone = hasGrown ? 8 : 212;
    return isDark()
      ? `hsl(${tone} ${15 + 50 * strength}% ${hasGrown ? 30 + 16 * strength : 30 - 10 * strength}%)`
      : `hsl(${tone} ${20 + 65 * strength}% ${hasGrown ? 84 - 20 * strength : 86}%)`;
  }

  /** Entries of a legend for functions that are shown: [{name, color}], as many as have a colour. */
  legend(ids) {
    const shown = new Set(ids.filter((id) => id >= 0).map((id) => this.keyOf(id)));
    const named = [...this.places.keys()].filter((key) => shown.has(key));
    const entries = named.map((name) => ({ name, color: this.ofKey(name) }));
    return shown.size > named.length ? [...entries, { name: 'others', color: this.ofKey('') }] : entries;
  }
}
