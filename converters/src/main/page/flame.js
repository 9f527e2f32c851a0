// The flame graph: what is visible of it is drawn, on a canvas, and all of it for a file and for paper. Mouse, touch and keyboard.

import { bisector, range } from 'd3-array';
import { pointer } from 'd3-selection';
import { isDark } from './colors.js';
import { svg } from './format.js';
import { groupAt, layout, leadOf } from './groups.js';

const ROW = 22;
const GAP = 1;
const PADDING = 6;
const MIN_LABEL = 28;
const FONT = "12.5px system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif";

export class Flame {
  /**
   * @param scroller element to draw in; it receives the focus
   * @param events called with boxes, or null: hover(box, rectangle), select(box), zoom(path)
   */
  constructor(scroller, events) {
    this.scroller = scroller;
    this.events = events;
    this.canvas = scroller.querySelector('canvas');
    this.spacer = scroller.querySelector('div');
    this.pen = this.canvas.getContext('2d');
    this.fold = true;
    this.boxes = [];
    this.current = null;
    this.isMatch = () => false;
    scroller.addEventListener('keydown', (event) => this.onKey(event));
    scroller.addEventListener('focus', () => (this.current ? this.point(this.current) : this.moveTo(this.boxes[0])));
    scroller.addEventListener('blur', () => events.hover(null));
    scroller.addEventListener('scroll', () => this.draw());
    scroller.addEventListener('pointermove', (event) => this.onPointer(event));
    scroller.addEventListener('pointerleave', () => this.hover(null));
    scroller.addEventListener('click', (event) => this.onClick(event));
    new ResizeObserver(() => this.arrange()).observe(scroller);
  }

  /** Shows the graph from a group on; {@code colorOf} returns the colour of a group. */
  show(root, zoom, nameOf, colorOf) {
    Object.assign(this, { root, nameOf, colorOf });
    const at = this.current && leadOf(this.current).path();
    this.zoomed = groupAt(root, zoom);
    this.current = null;
    this.arrange();
    this.current = at ? (this.boxOf(groupAt(root, at)) ?? null) : null;
    this.draw();
  }

  arrange() {
    const width = this.scroller.clientWidth;
    if (!this.root || width === 0) {
      return;
    }
    const current = this.current && leadOf(this.current);
    this.boxes = layout(this.root, this.zoomed, width, this.fold);
    this.rows = [];
    for (const box of this.boxes) {
      (this.rows[box.row] ??= []).push(box);
    }
    this.current = current ? (this.boxOf(current) ?? null) : null;
    this.hovered = null;
    /** The boxes that lead to the zoomed one. */
    this.way = new Set();
    for (let box = this.boxOf(this.zoomed)?.parent; box; box = box.parent) {
      this.way.add(box);
    }
    // Its old height must not keep the graph from becoming shorter.
    this.canvas.style.height = '0';
    this.spacer.style.height = `${this.rows.length * ROW}px`;
    this.draw();
  }

  boxOf(group) {
    return this.boxes.find((box) => box.chain.includes(group));
  }

  draw() {
    const { scroller, canvas, pen } = this;
    const { clientWidth: width, clientHeight: height } = scroller;
    const scale = devicePixelRatio || 1;
    // Sets the size only if it is another one, because that clears the canvas.
    for (const [side, size] of Object.entries({ width, height })) {
      if (canvas[side] !== Math.round(size * scale)) {
        canvas[side] = Math.round(size * scale);
      }
      canvas.style[side] = `${size}px`;
    }
    const ink = getComputedStyle(scroller).color;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.font = FONT;
    pen.textBaseline = 'middle';
    const from = Math.floor(scroller.scrollTop / ROW);
    const to = Math.ceil((scroller.scrollTop + height) / ROW);
    for (const boxes of (this.rows ?? []).slice(from, to)) {
      for (const box of boxes) {
        this.drawBox(box, box.row * ROW - scroller.scrollTop, ink);
      }
    }
  }

  drawBox(box, y, ink) {
    const { pen } = this;
    const { width, fill, inkOf, label } = this.looks(box, ink);
    pen.globalAlpha = this.searching && !this.isMatch(box) ? 0.35 : this.way.has(box) ? 0.6 : 1;
    pen.fillStyle = fill;
    pen.beginPath();
    pen.roundRect(box.x, y, width, ROW - GAP, Math.min(3, width / 3));
    pen.fill();
    pen.fillStyle = inkOf;
    pen.fillText(label, box.x + PADDING, y + ROW / 2);
    pen.globalAlpha = 1;
    if (box === this.current || box === this.hovered) {
      const focused = box === this.current && this.scroller.matches(':focus-visible');
      pen.strokeStyle = ink;
      pen.lineWidth = focused ? 3 : 1.5;
      pen.strokeRect(box.x + 1, y + 1, Math.max(1, width - 2), ROW - GAP - 2);
    }
  }

  /** How a box looks, on the screen and in a picture. */
  looks(box, ink) {
    const match = this.isMatch(box);
    return {
      width: Math.max(1, box.width - GAP),
      fill: match ? matchColor() : this.colorOf(leadOf(box)),
      inkOf: match ? INK_OF_MATCH : ink,
      label: box.width >= MIN_LABEL ? this.label(box, box.width - 2 * PADDING) : '',
    };
  }

  /** All functions of a box, or the one it is about; shortened, or cut, where there is no more room. */
  label(box, width) {
    const names = box.chain.map((group) => this.nameOf(group));
    const lead = this.nameOf(leadOf(box));
    const choices = [names.join(' \u203a '), lead, withoutArguments(lead), baseName(lead)];
    if (names.length > 2) {
      choices.splice(1, 0, `${names[0]} \u203a \u2026 \u203a ${names[names.length - 1]}`);
    }
    return choices.find((choice) => this.pen.measureText(choice).width <= width) ?? this.cut(baseName(lead), width);
  }

  cut(text, width) {
    const longer = bisector((length) => this.pen.measureText(text.slice(0, length) + '\u2026').width);
    const length = longer.right(range(1, Math.min(text.length, Math.ceil(width / 3)) + 1), width);
    return length === 0 ? '' : text.slice(0, length) + '\u2026';
  }

  boxAt(event) {
    const [x, y] = pointer(event, this.scroller);
    return this.rows?.[Math.floor((y + this.scroller.scrollTop) / ROW)]?.find((box) => x >= box.x && x < box.x + box.width) ?? null;
  }

  onPointer(event) {
    if (event.pointerType === 'touch') {
      return;
    }
    const box = this.boxAt(event);
    this.scroller.style.cursor = box ? 'pointer' : 'default';
    this.hover(box, new DOMRect(event.clientX, event.clientY - 8, 0, 24));
  }

  hover(box, beside) {
    if (box !== this.hovered) {
      this.hovered = box;
      this.draw();
    }
    this.events.hover(box, beside);
  }

  /** A finger has no pointer to hover with: its first touch selects, the second zooms in. */
  onClick(event) {
    const box = this.boxAt(event);
    if (!box) {
      return;
    }
    const again = this.current === box;
    this.current = box;
    this.events.select(box);
    if (event.pointerType !== 'touch' || again) {
      this.zoomTo(box);
    } else {
      this.draw();
    }
  }

  /** Makes a group as wide as the graph. */
  zoom(group) {
    this.zoomed = group;
    this.arrange();
    this.events.zoom(group.path());
  }

  zoomTo(box) {
    this.current = box;
    this.zoom(box.chain[0]);
  }

  /** Goes to a group: zooms in if it is too narrow to be seen. */
  reveal(group) {
    if (!(this.boxOf(group)?.width >= MIN_LABEL)) {
      this.zoom(group);
    }
    const box = this.boxOf(group);
    if (box) {
      this.moveTo(box);
    }
  }

  onKey(event) {
    const at = this.current ?? this.boxes[0];
    const siblings = this.rows[at.row];
    const place = siblings.indexOf(at);
    const targets = {
      ArrowDown: at.children[0],
      ArrowUp: at.parent,
      ArrowLeft: siblings[place - 1],
      ArrowRight: siblings[place + 1],
      Home: this.boxes[0],
    };
    if (event.key === 'Enter' || event.key === ' ') {
      this.zoomTo(at);
      this.moveTo(this.current);
    } else if (event.key === 'Escape') {
      this.zoom(this.root);
    } else if (!(event.key in targets)) {
      return;
    } else if (targets[event.key]) {
      this.moveTo(targets[event.key]);
    }
    event.preventDefault();
  }

  /** Makes a box the current one, and scrolls to it. */
  moveTo(box) {
    this.current = box;
    this.events.select(box);
    this.point(box);
  }

  /** Shows where a box is and, to whom uses the keyboard, its numbers. */
  point(box) {
    this.scrollTo(box);
    this.draw();
    if (this.scroller.matches(':focus')) {
      this.events.hover(box, this.rectangle(box));
    }
  }

  scrollTo(box) {
    const { scroller } = this;
    const top = box.row * ROW;
    if (top < scroller.scrollTop || top + ROW > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = top - scroller.clientHeight / 2;
    }
  }

  rectangle(box) {
    const { left, top } = this.scroller.getBoundingClientRect();
    return new DOMRect(left + box.x, top + box.row * ROW - this.scroller.scrollTop, box.width, ROW);
  }

  /** The whole graph as an SVG element; {@code describe} returns the numbers of a box. */
  picture(title, describe) {
    const { color: ink, backgroundColor } = getComputedStyle(this.scroller);
    const width = this.scroller.clientWidth;
    const height = (this.rows.length + 1) * ROW;
    const xmlns = 'http://www.w3.org/2000/svg';
    const size = { viewBox: `0 0 ${width} ${height}`, width, height };
    const picture = svg('svg', { xmlns, ...size, 'font-family': 'system-ui, sans-serif', 'font-size': 12.5 });
    picture.append(svg('rect', { width, height, fill: backgroundColor }), svg('text', { x: PADDING, y: 15, fill: ink }, title));
    this.pen.font = FONT;
    for (const box of this.boxes) {
      const y = (box.row + 1) * ROW;
      const { width: wide, fill, inkOf, label } = this.looks(box, ink);
      const names = box.chain.map((group) => this.nameOf(group)).join(' \u203a ');
      const parts = [
        svg('title', {}, `${names}: ${describe(box)}`),
        svg('rect', { x: box.x.toFixed(1), y, width: wide.toFixed(1), height: ROW - GAP, rx: 2, fill }),
        svg('text', { x: (box.x + PADDING).toFixed(1), y: y + 15, fill: inkOf }, label),
      ];
      picture.append(svg('g', {}, ...parts.filter((part) => part.textContent || part.matches('rect'))));
    }
    return picture;
  }
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

const INK_OF_MATCH = '#1d2129';

function matchColor() {
  return isDark() ? 'hsl(51 95% 55%)' : 'hsl(51 100% 58%)';
}
