// Colours of the boxes: by library, so that the parts of a program stand out; by sign for differences.

const HUES = [22, 205, 140, 265, 48, 335, 178, 95, 235, 300];

function hash(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  }
  // The last bits of this hash depend on only a few of the characters.
  return (h ^ (h >>> 15)) >>> 0;
}

function isDark() {
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

/** A function from a node of the tree to the colour of its box. */
export function boxColors(report, isDifference) {
  const dark = isDark();
  const hueOfLibrary = new Map();
  function hue(library) {
    if (!hueOfLibrary.has(library)) {
      // In order of appearance, as long as there are hues: neighbours differ.
      hueOfLibrary.set(library, HUES[hueOfLibrary.size % HUES.length]);
    }
    return hueOfLibrary.get(library);
  }
  return (node, isMatch) => {
    if (isMatch) {
      return dark ? 'hsl(51 95% 55%)' : 'hsl(51 100% 58%)';
    }
    if (node.id < 0) {
      return dark ? 'hsl(220 8% 34%)' : 'hsl(220 12% 84%)';
    }
    if (isDifference) {
      const share = node.value > 0 ? node.sum.value / node.value : 0;
      const strength = Math.abs(share);
      const tone = share > 0 ? 14 : 212;
      return dark
        ? `hsl(${tone} ${15 + 50 * strength}% ${32 + 10 * strength}%)`
        : `hsl(${tone} ${20 + 60 * strength}% ${86 - 16 * strength}%)`;
    }
    const shade = (hash(node.name) % 13) - 6;
    const tone = hue(report.functionLibrary[node.id]);
    return dark ? `hsl(${tone} 34% ${38 + shade * 0.7}%)` : `hsl(${tone} 62% ${77 + shade * 0.8}%)`;
  };
}
