// Reads the data that ReportData.java wrote into the page.

import { SeriesNumbers } from './numbers.js';

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
  const reader = new PackedReader(bytes, jsonEnd);
  for (const name of ['functionName', 'functionFile', 'functionLibrary', 'frameFunction', 'frameLine', 'nodeParent', 'nodeFrame']) {
    report[name] = reader.column();
  }
  const nameOf = (name) => report.strings[name];
  report.functions = Array.from(report.functionName, (name, id) => ({
    name: nameOf(name),
    file: nameOf(report.functionFile[id]),
    library: nameOf(report.functionLibrary[id]),
  }));
  report.isAllocatorFrame = report.frameFunction.map((coded) => coded & 1);
  report.frameFunction = report.frameFunction.map((coded) => coded >> 1);
  for (const heap of report.heaps) {
    heap.nodes = reader.column();
    heap.numbers = report.views.map(() => new SeriesNumbers(reader, heap));
    const times = heap.dumps.map(({ timeMillis }) => timeMillis);
    // Unknown or out of order, they cannot be drawn.
    const isTimed = times[0] > 0 && times.every((time, i) => i === 0 || time >= times[i - 1]);
    heap.dumps.forEach((dump) => (dump.at = isTimed ? (dump.timeMillis - report.startMillis) / 1000 : null));
    heap.dumps.forEach((dump) => (dump.totals = dump.totals.map(sumOf)));
  }
  return report;
}

/** Reads varints, and blocks of them, as MessageBuffer.java writes them. */
class PackedReader {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  next() {
    let number = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.bytes[this.at++];
      number += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        return number;
      }
    }
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
    let number = 0;
    return new Int32Array(block.next()).map(() => (number += block.nextSigned()));
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
