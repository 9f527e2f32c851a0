// Reads the data that ReportData.java wrote into the page.

const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A text from the recording with its invisible and direction-changing characters made visible. */
export function visible(text) {
  return text.replace(UNSAFE, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
}

export function readReport(element) {
  const report = JSON.parse(element.textContent);
  element.remove();
  for (const key of ['source', 'format', 'device', 'producer', 'tool']) {
    report[key] = visible(report[key]);
  }
  report.comments = report.comments.map(visible);
  report.warnings = report.warnings.map(visible);
  report.strings = report.strings.map(visible);
  report.isAllocator = new Uint8Array(report.functionName.length);
  for (const id of report.allocatorFunctions) {
    report.isAllocator[id] = 1;
  }
  for (const heap of report.heaps) {
    heap.process = visible(heap.process);
    heap.heap = visible(heap.heap);
    setTimes(heap.dumps);
  }
  return report;
}

/** Sets each dump's seconds since the first one as {@code at}; null for all if times are unknown or out of order. */
function setTimes(dumps) {
  const first = dumps[0].timeMillis;
  const ordered = dumps.every((dump, i) => dump.timeMillis > 0 && (i === 0 || dump.timeMillis >= dumps[i - 1].timeMillis));
  for (const dump of dumps) {
    dump.at = ordered ? (dump.timeMillis - first) / 1000 : null;
  }
}

/** Name, file and library of a function. */
export function functionFacts(report, id) {
  return {
    name: report.strings[report.functionName[id]],
    file: report.strings[report.functionFile[id]],
    library: report.strings[report.functionLibrary[id]],
  };
}

/** The bounds of a column's total; an open upper bound is infinite. */
export function totalOf(dump, view) {
  const column = dump.columns[view];
  if (!column) {
    return null;
  }
  const [value, low, high] = column.total;
  return { value, low, high: high ?? Infinity };
}

function noNumbers(size) {
  return {
    values: new Float64Array(size),
    lows: new Float64Array(size),
    highs: new Float64Array(size),
    commonLowers: new Float64Array(size),
    commonUppers: new Float64Array(size),
    recorded: new Float64Array(size),
  };
}

/**
 * The half-width that comes from what stacks have in common. Differences have signed ones: where estimates are wrong,
 * they are so in one direction, so that what grew and what shrank make up for each other.
 */
export function commonPart(common, opposite) {
  return Math.max(0, common, -opposite);
}

/**
 * The numbers of a view at a dump, one per stack of the heap: values, lows and highs, the parts of the half-widths that
 * stacks have in common, and the recorded allocations. A dump lists what changed since the one before, so the dumps up to it are applied in order.
 */
export function numbersOf(report, heap, dumpIndex, view) {
  const size = heap.nodes.length;
  const numbers = noNumbers(size);
  const recordedKey = report.views[view].live ? 'recordedLive' : 'recordedAlloc';
  for (let i = 0; i <= dumpIndex; i++) {
    const dump = heap.dumps[i];
    const column = dump.columns[view];
    const recorded = dump[recordedKey];
    dump.rows.forEach((row, k) => {
      numbers.values[row] = column ? column.values[k] : 0;
      numbers.lows[row] = column ? column.lows[k] : 0;
      numbers.highs[row] = column ? (column.highs[k] ?? Infinity) : 0;
      numbers.commonLowers[row] = column?.commonLowers?.[k] ?? 0;
      numbers.commonUppers[row] = column?.commonUppers?.[k] ?? 0;
      numbers.recorded[row] = recorded[k];
    });
  }
  return numbers;
}

/**
 * What changed between two dumps. Half-widths are added in quadrature as if the dumps were independent; they share
 * samples, so the interval is wider than necessary, never narrower. What stacks have in common, dumps have too.
 */
export function difference(now, before) {
  const size = now.values.length;
  const numbers = noNumbers(size);
  for (let i = 0; i < size; i++) {
    const same =
      now.values[i] === before.values[i] &&
      now.lows[i] === before.lows[i] &&
      now.highs[i] === before.highs[i];
    if (same) {
      continue;
    }
    const value = now.values[i] - before.values[i];
    numbers.values[i] = value;
    const commonLower = now.commonLowers[i] - before.commonLowers[i];
    const commonUpper = now.commonUppers[i] - before.commonUppers[i];
    numbers.commonLowers[i] = commonLower;
    numbers.commonUppers[i] = commonUpper;
    numbers.lows[i] =
      value - Math.hypot(lowerAlone(now, i), upperAlone(before, i), commonPart(commonLower, commonUpper));
    numbers.highs[i] =
      value + Math.hypot(upperAlone(now, i), lowerAlone(before, i), commonPart(commonUpper, commonLower));
    numbers.recorded[i] = now.recorded[i] - before.recorded[i];
  }
  return numbers;
}

/** The part of a half-width that a stack has for itself. */
function lowerAlone(numbers, i) {
  return alone(numbers.values[i] - numbers.lows[i], numbers.commonLowers[i]);
}

function upperAlone(numbers, i) {
  return alone(numbers.highs[i] - numbers.values[i], numbers.commonUppers[i]);
}

function alone(half, common) {
  return Number.isFinite(half) ? Math.sqrt(Math.max(0, half ** 2 - common ** 2)) : Infinity;
}
