// The panel of the flame graph: its direction, its search, what is selected, and its legend.

import { Details, estimate, neighbours } from './details.js';
import { Flame } from './flame.js';
import { byId, element, percent, signed } from './format.js';
import { leadOf, rootGroup } from './groups.js';
import { largestGroup, matcher, matchingFunctions, matchingGroups } from './search.js';

export class Graph {
  constructor(page, colors) {
    Object.assign(this, { page, colors, shown: page.shown });
    this.details = new Details(byId('details'));
    this.flame = new Flame(byId('flame'), {
      hover: (box, beside) => (box ? this.details.show(box, page.context, this.nameOf(leadOf(box)), beside) : this.details.hide()),
      select: (box) => this.select(leadOf(box).id),
      zoom: (zoom) => this.zoomed(zoom),
    });
    for (const input of document.querySelectorAll('[name=direction]')) {
      input.addEventListener('change', () => this.turn(input.value === 'callers', page.state.function));
    }
    this.listen();
  }

  listen() {
    const { page } = this;
    const onClick = (id, does) => byId(id).addEventListener('click', does);
    byId('search').addEventListener('input', (event) => this.search(event.target.value));
    byId('search').addEventListener('keydown', (event) => {
      if (event.key === 'Enter') {
        event.preventDefault();
        this.step(event.shiftKey ? -1 : 1);
      }
    });
    onClick('next', () => this.step(1));
    onClick('previous', () => this.step(-1));
    onClick('reset', () => this.flame.zoom(this.root));
    onClick('zoom-in', () => this.zoomIn());
    onClick('show-callers', () => this.turn(true, page.state.selected));
    onClick('show-callees', () => this.turn(false, page.state.selected));
    onClick('unfocus', () => this.turn(page.state.callers, -1));
    onClick('save', () => save(this.picture(), `${this.shown.heap.process} ${page.state.view}.svg`.replace(/[^\w.-]+/g, '-')));
    addEventListener('beforeprint', () => byId('paper').replaceChildren(this.picture()));
    addEventListener('afterprint', () => byId('paper').replaceChildren());
    addEventListener('keydown', (event) => {
      if (event.key === '/' && !(event.target instanceof HTMLInputElement)) {
        event.preventDefault();
        byId('search').focus();
      }
    });
  }

  /** Draws the graph again, of the page's numbers. */
  show() {
    const { state, tree, isDifference, isComparison, report } = this.shown;
    const { callers } = state;
    this.root = rootGroup(tree, callers, state.function);
    this.found = null;
    this.details.hide();
    this.flame.fold = state.fold;
    const colorOf = isDifference ? (group) => this.colors.ofChange(group) : (group) => this.colors.of(group.id);
    this.flame.show(this.root, state.zoom, (group) => this.nameOf(group), colorOf);
    document.querySelector(`[name=direction][value=${callers ? 'callers' : 'callees'}]`).checked = true;
    byId('flame-title').textContent = callers ? 'Where it was allocated, and for whom' : 'Who allocated it';
    byId('direction-help').textContent = callers ? 'Under each function are its callers.' : 'Callers are above what they call.';
    byId('focus-note').hidden = state.function < 0;
    if (state.function >= 0) {
      const total = signed(this.root.total().value, this.page.context.view, isDifference);
      byId('focus-text').textContent = `${callers ? 'Callers' : 'Callees'} of ${report.functions[state.function].name}: ${total}`;
    }
    byId('empty').hidden = this.root.width > 0;
    byId('flame-note').hidden = !isDifference;
    byId('noise-note').hidden = !isComparison;
    byId('reset').disabled = this.flame.zoomed === this.root;
    this.drawLegend();
    this.showSelection();
    this.light();
  }

  recolor() {
    this.flame.draw();
    this.drawLegend();
  }

  nameOf(group) {
    return group.id < 0 ? this.shown.heap.process : this.shown.report.functions[group.id].name;
  }

  drawLegend() {
    const ids = this.shown.isDifference ? [] : this.flame.boxes.map((box) => leadOf(box).id);
    const entries = this.colors.legend(ids).map(({ name, color }) => {
      const swatch = element('span', 'swatch');
      swatch.style.background = color;
      return element('li', '', swatch, element('bdi', '', name));
    });
    byId('legend').replaceChildren(...entries);
    byId('legend').hidden = entries.length < 2;
  }

  zoomed(zoom) {
    this.page.state.zoom = zoom;
    byId('reset').disabled = zoom.length === 0;
    this.page.keep(true);
  }

  /** Shows callers or callees, of a function or of the whole program. */
  turn(callers, id) {
    Object.assign(this.page.state, { callers, function: id, zoom: [] });
    this.flame.current = null;
    this.show();
    this.page.keep(true);
  }

  select(id) {
    this.page.state.selected = id;
    this.page.mark();
    this.showSelection();
    this.page.keep();
  }

  zoomIn() {
    const group = this.selectedGroup();
    if (this.flame.current) {
      this.flame.zoomTo(this.flame.current);
    } else if (group) {
      this.flame.reveal(group);
    }
  }

  /** What the selection is about: the current box or, where the graph has changed since, the largest group of the function. */
  selectedGroup() {
    const id = this.page.state.selected;
    const ofBox = this.flame.current?.chain.find((one) => one.id === id);
    if (ofBox) {
      return ofBox;
    }
    const group = largestGroup(this.root, id);
    this.flame.current = (group && this.flame.boxOf(group)) ?? null;
    return group;
  }

  showSelection() {
    const { page } = this;
    const { selected } = page.state;
    byId('selection').hidden = selected < 0;
    if (selected < 0) {
      return;
    }
    const group = this.selectedGroup();
    const { name } = this.shown.report.functions[selected];
    const { total, ids } = this.shown.functions;
    const numbers = ids.includes(selected) ? estimate(total.at(selected), page.context) : 'nothing in this view';
    byId('selected-name').textContent = name;
    byId('selected-numbers').textContent = numbers;
    byId('zoom-in').disabled = !group;
    byId('announcer').textContent = `${name}: ${numbers}`;
    byId('peek').replaceChildren(...neighbours(this.shown.tree, selected, page.context, (id) => this.go(id)));
  }

  /** Selects the largest box of a function, in a graph that has one. */
  go(id) {
    if (!largestGroup(this.root, id) && this.page.state.function >= 0) {
      this.turn(this.page.state.callers, -1);
    }
    const { frameFunction, isAllocatorFrame } = this.shown.report;
    if (!largestGroup(this.root, id) && frameFunction.some((known, frame) => known === id && isAllocatorFrame[frame])) {
      this.page.choose({ allocator: true, zoom: [] });
    }
    const group = largestGroup(this.root, id);
    if (group) {
      this.flame.reveal(group);
    } else {
      this.flame.current = null;
      this.flame.draw();
    }
    // A box that is folded with others is about another one of them.
    this.select(id);
    byId('flame-panel').scrollIntoView({ block: 'nearest' });
  }

  search(text) {
    this.page.state.search = text;
    this.found = null;
    this.light();
    const [first] = this.allMatches().groups;
    const box = first && this.flame.boxOf(first);
    if (box) {
      this.flame.scrollTo(box);
    }
    this.page.keep();
  }

  /** Lights up what matches, in the graph and in the table. */
  light() {
    const { page, flame } = this;
    const { search } = page.state;
    this.matching = matchingFunctions(this.shown.report, search);
    flame.searching = search !== '';
    flame.isMatch = (box) => box.chain.some((group) => group.id >= 0 && this.matching[group.id] === 1);
    flame.draw();
    page.table.filter(search === '' ? () => true : (id) => this.matching[id] === 1);
    byId('next').disabled = search === '';
    byId('previous').disabled = search === '';
    this.showFound();
  }

  /** Says how many boxes match, at which of them the search is, and how much they hold. */
  showFound() {
    const { search } = this.page.state;
    if (search === '') {
      byId('found').textContent = '';
      return;
    }
    const { view, isDifference, whole } = this.page.context;
    const held = this.shown.tree.sumThrough((id) => this.matching[id]);
    const note = matcher(search).problem ? ' (not a regular expression: searched as text)' : '';
    const { groups, at } = this.allMatches();
    const place = groups.length === 0 ? '' : `${at < 0 ? '' : `${at + 1} of `}${groups.length} in the graph \u00b7 `;
    byId('found').textContent = `${place}${signed(held, view, isDifference)} in matching functions, ${percent(held, whole) || '0 %'}${note}`;
  }

  /** The groups that match, the largest first, and which of them was gone to last. */
  allMatches() {
    const groups = () => (this.page.state.search === '' ? [] : matchingGroups(this.root, this.matching));
    this.found ??= { groups: groups(), at: -1 };
    return this.found;
  }

  step(by) {
    const { groups, at } = this.allMatches();
    if (groups.length === 0) {
      return;
    }
    this.found.at = (at + by + groups.length + (at < 0 && by < 0 ? 1 : 0)) % groups.length;
    const group = groups[this.found.at];
    this.flame.reveal(group);
    this.showFound();
    byId('announcer').textContent = `match ${this.found.at + 1} of ${groups.length}: ${this.nameOf(group)}`;
  }

  picture() {
    const { state, heap } = this.shown;
    const about = state.function < 0 ? '' : ` \u2013 ${byId('focus-text').textContent}`;
    const title = `${heap.process} \u2013 ${state.view}${about}`;
    return this.flame.picture(title, (box) => estimate(leadOf(box).total(), this.page.context));
  }
}

/** Offers a picture as a file. */
function save(picture, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(picture)], { type: 'image/svg+xml' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
