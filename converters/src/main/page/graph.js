// The panel of the flame graph: its direction, its search, what is selected, and its legend.

import { described, neighbours, numbersOf, place, showDetails } from './details.js';
import { Flame } from './flame.js';
import { byId, element, estimate, percent, signed, swatch } from './format.js';
import { leadOf, rootGroup } from './groups.js';
import { largestGroup, matcher, matchingFunctions, matchingGroups } from './search.js';
import { MOST_ADDED } from './shown.js';

/** For so many milliseconds a button says what it has done. */
const SAID = 1500;

export class Graph {
  constructor(page, colors) {
    const { shown } = page;
    Object.assign(this, { page, colors, shown });
    this.flame = new Flame(byId('flame'), {
      hover: (box, beside) => this.hover(box, beside),
      select: (box, manner) => this.select(leadOf(box).id, manner),
      menu: (box, beside) => this.openMenu(beside),
      zoom: (zoom) => this.zoomed(zoom),
    });
    const onClick = (id, does) => byId(id).addEventListener('click', does);
    byId('search').addEventListener('input', () => this.flame.scrollTo(this.flame.boxOf(this.found.groups[0])));
    byId('search').addEventListener('keydown', (event) => {
      if (event.key === 'Enter') {
        event.preventDefault();
        this.step(event.shiftKey ? -1 : 1);
      }
    });
    onClick('next', () => this.step(1));
    onClick('previous', () => this.step(-1));
    onClick('reset', () => this.flame.zoom(this.root));
    onClick('show-callers', () => this.turn(true, shown.state.selected));
    onClick('show-callees', () => this.turn(false, shown.state.selected));
    onClick('show-from', () => this.turn(shown.state.callers, shown.state.selected));
    onClick('hide-this', () => this.hideSelected());
    onClick('copy-this', () => this.copyName());
    onClick('copy-name', () => this.copyName());
    byId('menu').addEventListener('click', () => byId('menu').hidePopover());
    onClick('unfocus', () => this.turn(shown.state.callers, -1));
    onClick('save', () => this.save());
    addEventListener('keydown', (event) => {
      if (event.key === '/' && !(event.target instanceof HTMLInputElement)) {
        event.preventDefault();
        byId('search').focus();
      } else if (event.key === 'w' && !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.closest?.('input[type=search], select')) {
        page.choose({ beside: !shown.state.beside });
      } else if (event.key === 'Escape' && event.target === document.body) {
        this.flame.zoom(this.root);
      }
    });
  }

  /** Shows the details of a box beside a rectangle; null for none. */
  hover(box, beside) {
    const details = byId('details');
    details.hidden = !box;
    if (box) {
      showDetails(details, box, this.shown, this.page.context, this.nameOf(leadOf(box)));
      place(details, beside);
    }
  }

  /** What can be done with the selected function, beside a rectangle. */
  openMenu(beside) {
    this.hover(null);
    if (this.shown.state.selected >= 0) {
      byId('menu').showPopover();
      place(byId('menu'), beside);
      byId('show-from').focus();
    }
  }

  /** Leaves out the frames of the selected function: a name more in the filter, which can be cleared. */
  hideSelected() {
    const { state } = this.shown;
    const name = `^${this.shown.report.functionAt(state.selected).name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
    this.page.choose({ hide: state.hide === '' ? name : `${state.hide}|${name}`, function: -1, selected: -1 });
  }

  /** Copies the whole name of the selected function, and says whether the browser lets it. */
  async copyName() {
    const { selected } = this.shown.state;
    const button = byId('copy-name');
    if (selected >= 0) {
      const copied = navigator.clipboard.writeText(this.shown.report.functionAt(selected).name);
      button.textContent = await copied.then(() => 'Copied', () => 'Not allowed');
      setTimeout(() => (button.textContent = 'Copy name'), SAID);
    }
  }

  /** Draws the graph again, of the page's numbers. */
  show() {
    const { state, tree, isDifference, hasFilters, report } = this.shown;
    const { callers } = state;
    this.root = rootGroup(tree, callers, state.function);
    this.hover(null);
    Object.assign(this.flame, { fold: state.fold, flip: state.flip });
    this.match();
    const colorOf = isDifference ? (group) => this.colors.ofChange(group) : (group) => this.colors.of(group.id);
    this.flame.show(this.root, state.zoom, (group) => this.nameOf(group), colorOf);
    byId('focus-note').hidden = state.function < 0;
    if (state.function >= 0) {
      const total = signed(this.root.total().value, this.page.context.view, isDifference);
      byId('focus-text').textContent = `${callers ? 'Callers' : 'Callees'} of ${report.functionAt(state.function).name}: ${total}`;
    }
    byId('none').hidden = this.root.width > 0;
    byId('none-text').textContent = hasFilters ? 'No stacks match.' : 'This view is empty here.';
    byId('none-clear').hidden = !hasFilters;
    byId('flame-note').hidden = !isDifference;
    byId('reset').hidden = this.flame.zoomed === this.root;
    this.drawLegend();
    this.showSelection();
  }

  recolor() {
    this.page.drawSeries();
    this.flame.draw();
    this.drawLegend();
  }

  nameOf(group) {
    return group.id < 0 ? this.shown.heap.process : this.shown.report.functionAt(group.id).name;
  }

  drawLegend() {
    const ids = this.shown.isDifference ? [] : this.flame.boxes.map((box) => leadOf(box).id);
    const entries = this.colors.legend(ids).map(({ name, color }) => element('li', '', swatch(color), element('bdi', '', name)));
    byId('legend').replaceChildren(...entries);
    byId('legend').hidden = entries.length < 2;
  }

  zoomed(zoom) {
    this.shown.state.zoom = zoom;
    byId('reset').hidden = zoom.length === 0;
    this.page.keep();
  }

  /** Shows callers or callees, of a function or of the whole program. */
  turn(callers, id) {
    this.page.choose({ callers, function: id });
  }

  select(id, manner) {
    this.shown.state.selected = id;
    this.page.mark();
    this.page.drawSeries();
    this.showSelection();
    this.page.keep(manner);
  }

  showSelection() {
    const { page, shown } = this;
    const { selected } = shown.state;
    byId('selection').hidden = selected < 0;
    byId('peek').hidden = selected < 0;
    byId('flame-help').hidden = selected >= 0;
    if (selected < 0) {
      return;
    }
    if (!this.flame.current?.chain.some(({ id }) => id === selected)) {
      // The graph has changed since a box was chosen.
      this.flame.setCurrent(this.flame.boxOf(largestGroup(this.root, selected)));
    }
    const { name } = shown.report.functionAt(selected);
    // Those of the function, whatever boxes it has.
    const { total, self, ids } = shown.functions;
    const sides = shown.sidesOfNodes((node) => shown.tree.id[node] === selected);
    const facts = ids.includes(selected)
      ? [...numbersOf(...[total, self].map((sums) => sums.of([selected]).at(selected)), page.context, sides), ...this.beside(selected)]
      : [['Nothing in this view']];
    const numbers = facts.map((fact) => fact.join(' ')).join(' \u00b7 ');
    byId('selected-name').textContent = name;
    byId('selection').title = [name, numbers].join('\n');
    byId('selected-numbers').textContent = numbers;
    byId('peek').replaceChildren(...neighbours(shown, selected, page.context, (id) => this.go(id)));
  }

  /** The objects of a function's bytes, or the other way round. */
  beside(id) {
    const { shown } = this;
    const other = shown.twin();
    return other < 0 ? [] : [[shown.titleOf(other), estimate(shown.totalOf(other, id), shown.context(other))]];
  }

  /** Selects the largest box of a function, in a graph that has one. */
  go(id) {
    if (!largestGroup(this.root, id) && this.shown.state.function >= 0) {
      this.turn(this.shown.state.callers, -1);
    }
    this.flame.reveal(largestGroup(this.root, id));
    // A box that is folded with others is about another one of them.
    this.select(id);
    byId('selection').scrollIntoView({ block: 'nearest' });
  }

  /** Finds what matches the search, in the graph and in the table. */
  match() {
    const { page, flame, shown } = this;
    const { search } = shown.state;
    const matching = matchingFunctions(shown.report, search);
    /** The groups that match, the largest first, and which of them was gone to last. */
    this.found = { matching, groups: search === '' ? [] : matchingGroups(this.root, matching), at: -1 };
    flame.searching = search !== '';
    flame.isMatch = (box) => box.chain.some(({ id }) => id >= 0 && matching[id] === 1);
    page.table.filter(search === '' ? () => true : (id) => matching[id] === 1);
    byId('next').disabled = byId('previous').disabled = search === '';
    this.showFound();
  }

  /** Says how many boxes match, at which of them the search is, and how much they hold. */
  showFound() {
    const { state, tree } = this.shown;
    const { view, isDifference, whole } = this.page.context;
    const { matching, groups, at } = this.found;
    const held = state.search === '' ? 0 : tree.sumThrough((id) => matching[id]);
    const count = groups.length === 0 ? '' : `${at < 0 ? '' : `${at + 1} of `}${groups.length} in the graph: `;
    const texts = [`${count}${signed(held, view, isDifference)}, ${percent(held, whole) || '0 %'}`, matcher(state.search).problem];
    byId('found').textContent = state.search === '' ? '' : texts.filter(Boolean).join(' \u00b7 ');
  }

  step(by) {
    const { groups, at } = this.found;
    if (groups.length === 0) {
      return;
    }
    this.found.at = (at + by + groups.length + (at < 0 && by < 0 ? 1 : 0)) % groups.length;
    this.flame.reveal(groups[this.found.at]);
    this.showFound();
  }

  /** Offers the graph as a file. */
  save() {
    const { state, heap } = this.shown;
    const about = state.function < 0 ? '' : ` \u2013 ${byId('focus-text').textContent}`;
    const title = `${heap.process} \u2013 ${this.shown.titleOf()}${about}`;
    // Sides are added up box by box.
    const hasSides = heap.nodes.length * this.flame.boxes.length <= MOST_ADDED;
    const sidesOf = (group) => (hasSides ? this.shown.sidesOfGroup(group).total : []);
    const picture = this.flame.pictureOf(title, (box) => described(leadOf(box).total(), this.page.context, sidesOf(leadOf(box))));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(picture)], { type: 'image/svg+xml' }));
    link.download = `${heap.process} ${state.view}.svg`.replace(/[^\w.-]+/g, '-');
    link.click();
    URL.revokeObjectURL(link.href);
  }
}
