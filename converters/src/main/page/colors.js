// Colours of the boxes: by library, so that the parts of a program stand out; by sign for differences.

import { rollups } from 'd3-array';
import { shortLibrary } from './data.js';
import { isNoise } from './format.js';

const HUES = [22, 205, 140, 265, 48, 335, 178, 95, 235, 300];

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

function grey() {
  return isDark() ? 'hsl(220 8% 34%)' : 'hsl(220 12% 84%)';
}

/** The colours of a report. A library keeps its own whatever is shown. */
export class Colors {
  constructor(report) {
    this.report = report;
    const frames = report.nodeFrame.filter((frame) => frame >= 0);
    const nodes = rollups(frames, ({ length }) => length, (frame) => report.functionLibrary[report.frameFunction[frame]]);
    const largest = nodes.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, HUES.length);
    this.hues = new Map(largest.map(([library], i) => [library, HUES[i]]));
  }

  /** The colour of a function's boxes, of which those of one library differ a little, so that their bounds are seen. */
  of(id) {
    if (id < 0) {
      return grey();
    }
    const { functionLibrary, functionName, strings } = this.report;
    return this.library(functionLibrary[id], (hash(strings[functionName[id]]) % 13) - 6);
  }

  /** Libraries beyond the largest ones share a grey. */
  library(library, shade = 0) {
    const hue = this.hues.get(library);
    const [tone, light, dark] = hue === undefined ? [220, 10, 7] : [hue, 62, 34];
    return isDark() ? `hsl(${tone} ${dark}% ${38 + shade * 0.7}%)` : `hsl(${tone} ${light}% ${77 + shade * 0.8}%)`;
  }

  /** Where all of the value is new, a box is most orange; where all of it is gone, most blue. Noise is grey. */
  ofChange(group) {
    const total = group.total();
    const share = total.value / Math.max(total.before, total.before + total.value);
    if (!share || isNoise(total)) {
      return grey();
    }
    const strength = Math.abs(share);
    const tone = share > 0 ? 14 : 212;
    return isDark()
      ? `hsl(${tone} ${15 + 50 * strength}% ${32 + 10 * strength}%)`
      : `hsl(${tone} ${20 + 60 * strength}% ${86 - 16 * strength}%)`;
  }

  /** Entries of a legend for functions that are shown: [{name, color}], as many as have a colour. */
  legend(ids) {
    const shown = new Set(ids.filter((id) => id >= 0).map((id) => this.report.functionLibrary[id]));
    const entries = [...this.hues.keys()]
      .filter((library) => shown.has(library))
      .map((library) => ({ name: shortLibrary(this.report.strings[library]) || 'unknown library', color: this.library(library) }));
    if ([...shown].some((library) => !this.hues.has(library))) {
      entries.push({ name: 'others', color: this.library(-1) });
    }
    return entries;
  }
}
