// Reads the data that ReportData.java wrote into the page.

import { SeriesNumbers } from './numbers.js';

const LINE_FEED = 10;

export function readReport(element) {
  const packed = element.textContent.trim();
  element.remove();
  return unpacked(packed).then(parsed);
}

function parsed(bytes) {
  const jsonEnd = bytes.lastIndexOf(LINE_FEED);
  const jsonStart = jsonEnd - Number(text(bytes.subarray(jsonEnd + 1)));
  const report = JSON.parse(text(bytes.subarray(jsonStart, jsonEnd)));
  const reader = new PackedReader(bytes, 0);
  for (const name of ['functionName', 'functionWorth', 'functionFile', 'functionLibrary', 'frameFunction', 'frameLine']) {
    report[name] = reader.column();
  }
  // Callers directly precede what they call with all that it calls.
  const path = [-1];
  report.nodeParent = reader.column().map((depth, node) => {
    path[depth + 1] = node;
    return path[depth];
  });
  report.nodeFrame = reader.column();
  report.functionAt = functionsOf(report);
  report.isAllocatorFrame = Uint8Array.from(report.frameFunction, (coded) => coded & 1);
  report.frameFunction = report.frameFunction.map((coded) => coded >> 1);
  for (const heap of report.heaps) {
    heap.nodes = reader.column();
    // By row, which of the sizes its allocations have, from 1; 0 where that is not known.
    const sizes = report.sizes && reader.column();
    heap.sizes = sizes?.some((size) => size > 0) ? sizes : null;
    heap.numbers = [];
    // Of each view, the one that it equals, or its own numbers.
    report.views.forEach(() => heap.numbers.push(heap.numbers[reader.next()] ?? new SeriesNumbers(reader, report, heap)));
    const times = heap.dumps.map(({ timeMillis }) => timeMillis);
    // Unknown or out of order, they cannot be drawn.
    const isTimed = times[0] > 0 && times.every((time, i) => i === 0 || time >= times[i - 1]);
    heap.dumps.forEach((dump) => (dump.at = isTimed ? (dump.timeMillis - report.startMillis) / 1000 : null));
    heap.dumps.forEach((dump) => (dump.totals = dump.totals.map(sumOf)));
  }
  return report;
}

/** What there is to say of a function, by its id. Made here, because a function keeps all that is known where it is made: the packed bytes. */
const functionsOf =
  ({ strings, functionName, functionFile, functionLibrary }) =>
  (id) => ({ name: strings[functionName[id]], file: strings[functionFile[id]], library: strings[functionLibrary[id]] });

/** Reads varints, and blocks of them, as MessageBuffer.java writes them. */
class PackedReader {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  next() {
    let byte = this.bytes[this.at++];
    let number = byte & 0x7f;
    for (let scale = 128; byte > 0x7f; scale *= 128) {
      byte = this.bytes[this.at++];
      number += (byte & 0x7f) * scale;
    }
    return number;
  }

  nextSigned() {
    const number = this.next();
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  }

  /** A reader of the block that begins here; this one goes on behind it. */
  block() {
    const length = this.next();
    const block = new PackedReader(this.bytes, this.at);
    this.at += length;
    return block;
  }

  /** The numbers of the block that begins here. */
  column() {
    const block = this.block();
    const column = new Int32Array(block.next());
    for (let i = 0, number = 0; i < column.length; i++) {
      column[i] = number += block.nextSigned();
    }
    return column;
  }
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

const text = (bytes) => new TextDecoder().decode(bytes);

/** A total as sums are; null where a dump lacks the view. An open end is infinite. */
const sumOf = (total) => total && { value: total[0], interval: [total[1] ?? -Infinity, total[2] ?? Infinity] };

/** The last part of a library's path. */
export function shortLibrary(library) {
  const windows = library.startsWith(':\\', 1) || library.startsWith('\\\\');
  return library.slice(1 + Math.max(library.lastIndexOf('/'), windows ? library.lastIndexOf('\\') : -1));
}
