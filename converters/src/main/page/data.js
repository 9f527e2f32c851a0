// Reads the data that ReportData.java wrote into the page.

import { SeriesNumbers } from './numbers.js';
import { PackedReader } from './packed.js';

const LINE_FEED = 10;

export function readReport(element) {
  const packed = element.textContent.trim();
  element.remove();
  return unpacked(packed).then(parsed);
}

function parsed(bytes) {
  const line = bytes.indexOf(LINE_FEED);
  const jsonEnd = line + 1 + Number(text(bytes.subarray(0, line)));
  const report = JSON.parse(text(bytes.subarray(line + 1, jsonEnd)));
  const reader = new PackedReader(bytes, jsonEnd, bytes.length);
  for (const name of ['functionName', 'functionFile', 'functionLibrary', 'frameFunction', 'frameLine', 'nodeParent', 'nodeFrame']) {
    report[name] = reader.column();
  }
  report.isAllocatorFrame = report.frameFunction.map((coded) => coded & 1);
  report.frameFunction = report.frameFunction.map((coded) => coded >> 1);
  for (const heap of report.heaps) {
    heap.nodes = reader.column();
    heap.numbers = report.views.map((view) => new SeriesNumbers(reader, heap, view.bits, report.halfWidthBits));
    setTimes(heap.dumps, report.startMillis);
  }
  const parts = report.heaps.filter((heap) => heap.latest);
  if (parts.length > 1) {
    describeSum(report.heaps[report.heaps.length - 1], parts);
  }
  return report;
}

async function unpacked(base64) {
  const binary = atob(base64);
  const packed = new Uint8Array(binary.length);
  for (let i = 0; i < packed.length; i++) {
    packed[i] = binary.charCodeAt(i);
  }
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function text(bytes) {
  return new TextDecoder().decode(bytes);
}

/** All heaps of all processes as one, each at its last dump: states of the same moment or not, but of different memory. */
function describeSum(heap, parts) {
  const last = parts.map((heap) => heap.dumps[heap.dumps.length - 1]);
  const samplings = new Set(last.map((dump) => dump.sampling));
  Object.assign(heap.dumps[heap.dumps.length - 1], {
    dump: 0,
    timeMillis: 0,
    seconds: 0,
    at: null,
    scheme: [...new Set(last.map((one) => one.scheme))].join(', '),
    sampling: [...samplings].join('; '),
    complete: last.every((one) => one.complete),
  });
  const processes = new Set(parts.map((heap) => heap.process)).size;
  const process = processes === 1 ? parts[0].process : `All ${processes} processes`;
  Object.assign(heap, { process, isSum: true });
}

/** Sets each dump's seconds since the recording's start as {@code at}; null for all if times are unknown or out of order. */
function setTimes(dumps, startMillis) {
  const ordered = dumps.every((dump, i) => dump.timeMillis > 0 && (i === 0 || dump.timeMillis >= dumps[i - 1].timeMillis));
  for (const dump of dumps) {
    dump.at = ordered ? (dump.timeMillis - startMillis) / 1000 : null;
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

/** The last part of a library's path. */
export function shortLibrary(library) {
  const windows = library.startsWith(':\\', 1) || library.startsWith('\\\\');
  return library.slice(1 + Math.max(library.lastIndexOf('/'), windows ? library.lastIndexOf('\\') : -1));
}

/** The bounds of a heap's total; null if the dump lacks the view. An open upper bound is infinite. */
export function totalOf(dump, view) {
  const total = dump.totals[view];
  if (!total) {
    return null;
  }
  const [value, low, high] = total;
  return { value, low: low ?? -Infinity, high: high ?? Infinity };
}
