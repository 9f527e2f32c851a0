// How well people tell the colours of libraries apart, and read on them: the least difference (CIELAB, CIE76) and the least contrast,
// a line for each theme. People who see no green, or no red, are simulated as by Machado, Oliveira and Fernandes (2009).

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [page] = process.argv.slice(2);
const { DARK, GREYS, LIGHT } = await import(pathToFileURL(`${page}/colors.js`));
const [, ...inks] = readFileSync(process.argv[3], 'utf8').match(/--box-ink: light-dark\((#\w+), (#\w+)\)/);

const SIGHTS = [
  [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
];
const XYZ = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]];
const WHITE = [0.95047, 1, 1.08883];

const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, one, i) => sum + one * vector[i], 0));
const linear = (color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
const seen = (color, sight) => times(sight, linear(color)).map((c) => Math.min(1, Math.max(0, c)));

function lab(rgb) {
  const [x, y, z] = times(XYZ, rgb).map((c, i) => c / WHITE[i]).map((c) => (c > 0.008856 ? Math.cbrt(c) : 7.787 * c + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function contrast(a, b) {
  const [dark, light] = [a, b].map((color) => times(XYZ, linear(color))[1] + 0.05).sort((one, other) => one - other);
  return light / dark;
}

[LIGHT, DARK].forEach((theme, i) => {
  const colors = [...theme, GREYS[i]];
  const differences = SIGHTS.flatMap((sight) => {
    const labs = colors.map((color) => lab(seen(color, sight)));
    return labs.flatMap((one, at) => labs.slice(0, at).map((other) => Math.hypot(...one.map((part, j) => part - other[j]))));
  });
  console.log(JSON.stringify({ least: Math.min(...differences), contrast: Math.min(...colors.map((color) => contrast(color, inks[i]))) }));
});
