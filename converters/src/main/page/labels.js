// The names of functions, shortened to fit their boxes.

import { bisector, range } from 'd3-array';

export const FONT = { size: '12.5px', family: "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif" };

const pen = document.createElement('canvas').getContext('2d');

/** All functions of a box, or the one it is about; shortened, or cut, where there is no more room. */
export function fitting(names, lead, width) {
  pen.font = `${FONT.size} ${FONT.family}`;
  const ends = names.length > 2 ? [`${names[0]} \u203a \u2026 \u203a ${names[names.length - 1]}`] : [];
  const choices = [names.join(' \u203a '), ...ends, lead, withoutArguments(lead), baseName(lead)];
  return choices.find((choice) => pen.measureText(choice).width <= width) ?? cut(baseName(lead), width);
}

function cut(text, width) {
  const longer = bisector((length) => pen.measureText(text.slice(0, length) + '\u2026').width);
  const length = longer.right(range(1, Math.min(text.length, Math.ceil(width / 3)) + 1), width);
  return length === 0 ? '' : text.slice(0, length) + '\u2026';
}

/** A C++ or Rust function without its parameters. */
function withoutArguments(name) {
  const start = name.indexOf('(', name.startsWith('(') ? 1 : 0);
  return start > 0 && /[\w>\]]$/.test(name.slice(0, start)) && !name.slice(0, start).endsWith('operator') ? name.slice(0, start) : name;
}

/** The last part of a qualified name, unless it has template arguments. */
function baseName(name) {
  const short = withoutArguments(name);
  return short.includes('<') || short.includes('(') ? short : short.slice(short.lastIndexOf('::') + (short.includes('::') ? 2 : 1));
}
