// The box beside a frame with all its details.

import { functionFacts } from './data.js';
import { element, exact, interval, percent, short, signed } from './format.js';

const GAP = 14;

export class Details {
  constructor(box, announcer) {
    this.box = box;
    this.announcer = announcer;
  }

  /** {@code whole} is what 100 % means. */
  context(report, view, isDifference, whole) {
    Object.assign(this, { report, view, isDifference, whole });
    this.hide();
  }

  hide() {
    this.box.hidden = true;
  }

  show(node, beside) {
    const { report } = this;
    const facts = node.id < 0 ? { name: node.name, file: '', library: '' } : functionFacts(report, node.id);
    const lines = [
      ['Total', this.estimate(node.sum)],
      ['Self', this.estimate(node.self)],
      ['Recorded', `${node.sum.recorded.toLocaleString('en')} samples, ${node.self.recorded.toLocaleString('en')} self`],
      ['Library', facts.library],
      ['Source', source(facts.file, node.lines)],
    ].filter(([, value]) => value !== '');
    this.box.replaceChildren(
      element('strong', '', element('bdi', '', facts.name)),
      element('dl', '', ...lines.flatMap(([name, text]) => [element('dt', '', name), element('dd', '', text)])),
    );
    this.announcer.textContent = `${facts.name}: ${signed(node.sum.value, this.view, this.isDifference)}`;
    this.box.hidden = false;
    this.place(beside);
  }

  estimate(sum) {
    const { view, isDifference, whole } = this;
    if (sum.value === 0 && sum.interval()[1] === 0) {
      return short(0, view);
    }
    const share = percent(sum.value, whole);
    const range = interval(sum.interval(), view, isDifference);
    return `${signed(sum.value, view, isDifference)}  (${range}), ${share || 'none'} \u00b7 ${exact(sum.value, view)}`;
  }

  /** Under the rectangle where there is room, else above it; never outside the window. */
  place(beside) {
    const { width, height } = this.box.getBoundingClientRect();
    const right = document.documentElement.clientWidth - width - GAP;
    const below = beside.bottom + GAP;
    const top = below + height < innerHeight ? below : beside.top - height - GAP;
    this.box.style.left = `${Math.max(GAP, Math.min(beside.left + GAP, right))}px`;
    this.box.style.top = `${Math.max(GAP, top)}px`;
  }
}

/** A function with calls on several of its lines is shown with all of them, within reason. */
function source(file, lines) {
  if (!file) {
    return '';
  }
  const numbers = [...(lines ?? [])].sort((a, b) => a - b);
  const shown = numbers.slice(0, 6).join(', ') + (numbers.length > 6 ? ', \u2026' : '');
  return numbers.length > 0 ? `${file}:${shown}` : file;
}
