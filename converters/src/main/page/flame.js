// The flame graph: d3-flame-graph, with the keyboard and a details box of our own.

import flamegraph from 'd3-flame-graph';
import { select } from 'd3-selection';

const CELL = 22;

/** Boxes narrower than this many pixels are drawn only after zooming in. */
const MIN_BOX = 1.5;

export class Flame {
  /**
   * @param container element to draw in; it receives the focus
   * @param details called with a node of the tree and a rectangle to appear beside, or with null
   */
  constructor(container, details) {
    this.container = container;
    this.details = details;
    container.addEventListener('keydown', (event) => this.onKey(event));
    container.addEventListener('focus', () => this.moveTo(this.current ?? this.root()));
    container.addEventListener('blur', () => this.details(null));
    let width = 0;
    new ResizeObserver(() => {
      if (container.clientWidth !== width) {
        width = container.clientWidth;
        this.chart?.width(width).update();
      }
    }).observe(container);
  }

  /** Shows a tree; {@code color} returns the colour of a node's box. */
  show(tree, color) {
    this.container.replaceChildren();
    this.current = null;
    this.color = color;
    this.term = '';
    // The minimum that the library requires of a tooltip: it calls these with the mouse event.
    const tip = () => {};
    tip.show = (event, node) => this.details(node.data, rectangleAt(event));
    tip.hide = () => this.details(null);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.chart = flamegraph()
      .width(this.container.clientWidth)
      .cellHeight(CELL)
      .minFrameSize(MIN_BOX)
      .transitionDuration(0)
      .inverted(true)
      .resetHeightOnZoom(true)
      // In a live view most stacks are freed: no box will ever be drawn for them.
      .getChildren((node) => node.children.filter((child) => child.value > 0))
      .sort((a, b) => b.data.value - a.data.value)
      .tooltip(tip)
      .label(() => '')
      .setColorMapper((node) => this.color(node.data, node.highlight))
      .setSearchMatch((node, term) => term !== '' && node.data.name.toLowerCase().includes(term))
      .setSearchHandler(() => {})
      .onClick((node) => this.zoomed(node));
    // The first picture appears at once; later ones may be animated.
    select(this.container).datum(tree).call(this.chart);
    this.chart.transitionDuration(still ? 0 : 200);
  }

  root() {
    return select(this.container).datum();
  }

  recolor(color) {
    this.color = color;
    this.chart.update();
  }

  /** Highlights the functions whose names contain a text; returns the total of their stacks. */
  search(text) {
    this.term = text.toLowerCase();
    this.container.classList.toggle('searching', this.term !== '');
    let value = 0;
    this.chart.setSearchHandler((found) => {
      for (const node of found) {
        if (!hasMatchAbove(node)) {
          value += node.data.sum.value;
        }
      }
    });
    this.chart.search(this.term);
    select(this.container)
      .selectAll('g.frame')
      .classed('match', (node) => node.highlight);
    return value;
  }

  resetZoom() {
    this.chart.resetZoom();
  }

  zoomed(node) {
    this.current = node;
    this.mark();
    this.onZoom?.(node.parent !== null);
  }

  onKey(event) {
    const at = this.current ?? this.root();
    const siblings = at.parent ? visibleChildren(at.parent) : [at];
    const place = siblings.indexOf(at);
    const targets = {
      ArrowDown: () => visibleChildren(at)[0],
      ArrowUp: () => at.parent,
      ArrowLeft: () => siblings[place - 1],
      ArrowRight: () => siblings[place + 1],
      Home: () => this.root(),
    };
    if (event.key === 'Enter' || event.key === ' ') {
      this.chart.zoomTo(at);
    } else if (event.key === 'Escape') {
      this.resetZoom();
    } else if (targets[event.key]) {
      const next = targets[event.key]();
      if (next) {
        this.moveTo(next);
      }
    } else {
      return;
    }
    event.preventDefault();
  }

  moveTo(node) {
    this.current = node;
    const box = this.mark();
    if (box) {
      box.scrollIntoView({ block: 'nearest' });
      this.details(node.data, box.getBoundingClientRect());
    }
  }

  /** Draws the ring around the current box; returns the box, if it is drawn. */
  mark() {
    let box = null;
    const current = this.current;
    select(this.container)
      .selectAll('g.frame')
      .classed('current', function (node) {
        box = node === current ? this : box;
        return node === current;
      });
    return box;
  }
}

function visibleChildren(node) {
  return (node.children ?? [])
    .filter((child) => !child.data.hide && child.value > 0)
    .sort((a, b) => a.x0 - b.x0);
}

function hasMatchAbove(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (at.highlight) {
      return true;
    }
  }
  return false;
}

function rectangleAt(event) {
  return new DOMRect(event.clientX, event.clientY - 8, 0, 24);
}
