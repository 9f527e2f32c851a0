// The flame graph: what is visible of it is drawn, on a canvas. Mouse, touch and keyboard.

import { groupAt } from './groups.js';
import { leadOf, layout } from './layout.js';
import { isDark } from './colors.js';

export const ROW = 22;
export const GAP = 1;
export const PADDING = 6;
export const MIN_LABEL = 28;
export const FONT = "12.5px system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif";

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
    const width = scroller.clientWidth;
    const height = scroller.clientHeight;
    const scale = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
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
    const match = this.isMatch(box);
    const width = Math.max(1, box.width - GAP);
    pen.globalAlpha = this.searching && !match ? 0.35 : this.way.has(box) ? 0.6 : 1;
    pen.fillStyle = match ? matchColor() : this.colorOf(leadOf(box));
    pen.beginPath();
    pen.roundRect(box.x, y, width, ROW - GAP, Math.min(3, width / 3));
    pen.fill();
    if (box.width >= MIN_LABEL) {
      pen.fillStyle = match ? '#1d2129' : ink;
      const label = this.label(box, Math.min(box.width - 2 * PADDING, this.scroller.clientWidth));
      pen.fillText(label, box.x + PADDING, y + ROW / 2);
    }
    pen.globalAlpha = 1;
    if (box === this.current || box === this.hovered) {
      const focused = box === this.current && this.scroller.matches(':focus-visible');
      pen.strokeStyle = ink;
      pen.lineWidth = focused ? 3 : 1.5;
      pen.strokeRect(box.x + 1, y + 1, Math.max(1, width - 2), ROW - GAP - 2);
    }
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
    let low = 0;
    let high = Math.min(text.length, Math.ceil(width / 3));
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.pen.measureText(text.slice(0, middle) + '\u2026').width <= width) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low === 0 ? '' : text.slice(0, low) + '\u2026';
  }

  boxAt(event) {
    const { left, top } = this.scroller.getBoundingClientRect();
    const x = event.clientX - left;
    const row = Math.floor((event.clientY - top + this.scroller.scrollTop) / ROW);
    return this.rows?.[row]?.find((box) => x >= box.x && x < box.x + box.width) ?? null;
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

  zoomTo(box) {
    this.zoomed = box.chain[0];
    this.current = box;
    this.arrange();
    this.events.zoom(this.zoomed.path());
  }

  resetZoom() {
    this.zoomed = this.root;
    this.arrange();
    this.events.zoom([]);
  }

  /** Goes to a group: zooms in if it is too narrow to be seen. */
  reveal(group) {
    let box = this.boxOf(group);
    if (!box || box.width < MIN_LABEL) {
      this.zoomed = group;
      this.arrange();
      this.events.zoom(group.path());
      box = this.boxOf(group);
    }
    if (box) {
      this.moveTo(box);
    }
  }

  onKey(event) {
    const at = this.current ?? this.boxes[0];
    const siblings = this.rows[at.row];
    const place = siblings.indexOf(at);
    const targets = {
      ArrowDown: () => at.children[0],
      ArrowUp: () => at.parent,
      ArrowLeft: () => siblings[place - 1],
      ArrowRight: () => siblings[place + 1],
      Home: () => this.boxes[0],
    };
    if (event.key === 'Enter' || event.key === ' ') {
      this.zoomTo(at);
      this.moveTo(this.current);
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

export function matchColor() {
  return isDark() ? 'hsl(51 95% 55%)' : 'hsl(51 100% 58%)';
}
