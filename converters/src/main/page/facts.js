// What is known about the recording, and what to be careful about.

import { element, seconds, time } from './format.js';

/** The facts of a dump as [name, text] pairs; unknown ones are left out. */
export function factsOf(report, heap, dump) {
  if (report.base !== null) {
    return factsOfComparison(report, heap);
  }
  return [
    ['Recording', report.source],
    ['Format', report.format],
    ['Device', report.device],
    ['Recorded by', report.producer],
    ['Process', heap.process],
    ['Heap', heap.heap],
    ['Dump', dump.dump ? `${dump.dump} of ${dump.dumps}` : 'the last one of each heap'],
    ['Time of dump', time(dump.timeMillis)],
    ['Profiled for', dump.seconds > 0 ? seconds(dump.seconds) : ''],
    ['Recorded', dump.sampling],
    ['Scheme', dump.scheme],
    ['Confidence of the intervals', report.confidence],
    ['Written by', report.tool],
  ].filter(([, text]) => text !== '');
}

function factsOfComparison({ base, source, confidence, tool }, { process, heap }) {
  return [
    ['Base', base],
    ['New', source],
    ['Process', process],
    ['Heap', heap],
    ['Confidence of the intervals', confidence],
    ['Written by', tool],
  ].filter(([, text]) => text !== '');
}

export function showFacts(list, facts) {
  list.replaceChildren(
    ...facts.map(([name, text]) => element('div', '', element('dt', '', name), element('dd', '', element('bdi', '', text)))),
  );
}

export function showTexts(list, texts) {
  list.replaceChildren(...texts.map((text) => element('li', '', element('bdi', '', text))));
}
