// The flame graph: boxes of what is visible at a zoom. Mouse, touch and keyboard.

import { grouped } from './array.js';
import { isDark } from './colors.js';
import { svg } from './format.js';
import { groupAt, layout, leadOf } from './groups.js';

const FONT = { size: '12.5px', family: "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif" };

const ROW = 22;
const GAP = 1;
const PADDING = 6;
const MIN_LABEL = 28;

/** A pointer that moves less has not dragged, but clicked; a finger that stays for so many milliseconds asks for the menu. */
const DRAG = 4;
const LONG_PRESS = 500;

/** Keys that move the graph, with Shift, by a part of its width. */
const PANS = { ArrowLeft: -0.25, ArrowRight: 0.25 };

export class Flame {
  /**
   * @param scroller element to draw in; it receives the focus
   * @param events called with boxes, or null: hover(box, rectangle), select(box, manner), menu(box, rectangle); and zoom(path)
   */
  constructor(scroller, events) {
    Object.assign(this, { scroller, events, fold: true, flip: false, boxes: [], rows: [], current: null, picture: svg('svg', {}), isMatch: () => false });
    const on = (type, does) => scroller.addEventListener(type, does);
    on('keydown', (event) => this.onKey(event));
    on('focus', () => scroller.matches(':focus-visible') && this.moveTo(this.current ?? this.boxes[0]));
    on('blur', () => events.hover(null));
    on('pointerdown', (event) => this.onPress(event));
    on('pointermove', (event) => this.onPointer(event));
    on('pointerup', () => this.release());
    on('pointercancel', () => this.release());
    on('pointerleave', () => events.hover(null));
    on('click', (event) => this.onClick(event));
    on('contextmenu', (event) => {
      event.preventDefault();
      // The menu key has no place; what it is about is the current box.
      this.menu(event.pointerType || event.button === 2 ? boxOfElement(event.target) : this.current, event);
    });
    new ResizeObserver(() => scroller.clientWidth !== this.width && this.arrange()).observe(scroller);
  }

  /** Shows the graph from a group on; {@code colorOf} returns the colour of a group. */
  show(root, zoom, nameOf, colorOf) {
    Object.assign(this, { root, nameOf, colorOf });
    this.zoomed = groupAt(root, zoom);
    this.from = this.zoomed.start;
    this.arrange(this.current && groupAt(root, leadOf(this.current).path()));
    if (this.flip) {
      this.scroller.scrollTop = this.scroller.scrollHeight;
    }
  }

  /** Lays the boxes out; the current one will be that of a group. */
  arrange(current = this.current && leadOf(this.current)) {
    this.width = this.scroller.clientWidth;
    if (!this.root || this.width === 0) {
      return;
    }
    this.boxes = layout(this.root, { from: this.from, span: this.zoomed.width }, this.width, this.fold);
    this.rows = [...grouped(this.boxes, ({ row }) => row).values()];
    this.current = this.boxOf(current);
    /** The boxes that lead to the zoomed one. */
    this.way = new Set();
    for (let box = this.boxOf(this.zoomed)?.parent; box; box = box.parent) {
      this.way.add(box);
    }
    this.draw();
  }

  /** Where a box begins: callers above what they call or, in a graph that is flipped, below. */
  top({ row }) {
    return (this.flip ? this.rows.length - 1 - row : row) * ROW;
  }

  /** The box of a group, or null. */
  boxOf(group) {
    return this.boxes.find((box) => box.chain.includes(group)) ?? null;
  }

  draw() {
    this.picture = this.pictureOf('');
    this.scroller.replaceChildren(this.picture);
    this.setCurrent(this.current);
  }

  /** The graph as an SVG element, below a title; {@code describe} returns the numbers of a box. */
  pictureOf(title, describe) {
    const { boxes, rows, scroller, width } = this;
    const { color, backgroundColor } = getComputedStyle(scroller);
    const top = title ? ROW : 0;
    const height = rows.length * ROW + top;
    const size = { viewBox: `0 0 ${width} ${height}`, width, height };
    const picture = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', ...size, 'font-size': FONT.size, 'font-family': FONT.family });
    if (title) {
      picture.append(svg('rect', { width, height, fill: backgroundColor }), svg('text', { x: PADDING, y: 15, fill: color }, title));
    }
    picture.append(...boxes.map((box) => this.element(box, this.top(box) + top, color, describe)));
    return picture;
  }

  element(box, y, ink, describe) {
    const isMatch = this.isMatch(box);
    const names = box.chain.map((group) => this.nameOf(group));
    const name = names.join(' \u203a ');
    const width = Math.max(1, box.width - GAP);
    const fill = isMatch ? matchColor() : this.colorOf(leadOf(box));
    const made = svg('g', { role: 'img', 'aria-label': name }, svg('rect', { x: box.x.toFixed(1), y, width: width.toFixed(1), height: ROW - GAP, rx: Math.min(3, width / 3), fill }));
    if (box.width >= MIN_LABEL) {
      const label = fitting(names, this.nameOf(leadOf(box)), box.width - 2 * PADDING);
      made.append(svg('text', { x: (box.x + PADDING).toFixed(1), y: y + 15, fill: isMatch ? INK_OF_MATCH : ink }, label));
    }
    if (describe) {
      made.prepend(svg('title', {}, `${name}: ${describe(box)}`));
    }
    if ((this.searching && !isMatch) || this.way.has(box)) {
      made.setAttribute('opacity', this.way.has(box) ? 0.6 : 0.35);
    }
    return Object.assign(made, { box });
  }

  /** Marks a box as the current one; null for none. */
  setCurrent(box) {
    this.current = box;
    this.picture.querySelector('.current')?.classList.remove('current');
    this.elementOf(box)?.classList.add('current');
  }

  elementOf(box) {
    return [...this.picture.children].find((one) => one.box === box && box);
  }

  onPress(event) {
    const { clientX: x, clientY: y } = event;
    this.drag = event.button === 0 ? { x, y, from: this.from, top: this.scroller.scrollTop } : null;
    this.hasDragged = false;
    if (event.pointerType === 'touch') {
      this.press = setTimeout(() => this.menu(boxOfElement(event.target), event), LONG_PRESS);
    }
  }

  release() {
    clearTimeout(this.press);
    this.drag = null;
  }

  /** Moves the graph with the pointer: along the boxes beside the zoomed one, and with a mouse up and down. */
  dragTo({ clientX, clientY, pointerType, pointerId }) {
    const { drag, scroller } = this;
    this.hasDragged ||= Math.hypot(clientX - drag.x, clientY - drag.y) > DRAG;
    if (this.hasDragged) {
      clearTimeout(this.press);
      this.events.hover(null);
      scroller.setPointerCapture(pointerId);
      scroller.scrollTop = pointerType === 'touch' ? scroller.scrollTop : drag.top + drag.y - clientY;
      this.pan(drag.from + ((drag.x - clientX) * this.zoomed.width) / this.width);
    }
  }

  /** Shows what is at a width from the left edge of the root. */
  pan(from) {
    const within = Math.max(0, Math.min(from, this.root.width - this.zoomed.width));
    if (within !== this.from) {
      this.from = within;
      this.arrange();
    }
  }

  menu(box, { clientX, clientY }) {
    this.hasDragged = true;
    if (box) {
      this.setCurrent(box);
      this.events.select(box);
      this.events.menu(box, clientX || clientY ? new DOMRect(clientX, clientY, 0, 0) : this.elementOf(box).getBoundingClientRect());
    }
  }

  onPointer(event) {
    if (this.drag) {
      this.dragTo(event);
    } else if (event.pointerType !== 'touch') {
      this.events.hover(boxOfElement(event.target), besidePointer(event));
    }
  }

  /** A finger has no pointer to hover with: its first touch selects, the second zooms in. */
  onClick(event) {
    const box = boxOfElement(event.target);
    if (!box || this.hasDragged) {
      return;
    }
    const again = this.current === box;
    this.setCurrent(box);
    this.events.select(box);
    if (event.pointerType !== 'touch' || again) {
      this.zoomTo(box);
    }
    this.events.hover(this.current, besidePointer(event));
  }

  /** Makes a group as wide as the graph. */
  zoom(group) {
    this.zoomed = group;
    this.from = group.start;
    this.arrange();
    this.events.zoom(group.path());
  }

  zoomTo(box) {
    this.current = box;
    this.zoom(box.chain[0]);
  }

  /** Goes to a group, if there is one: zooms in if it is too narrow to be seen. */
  reveal(group) {
    if (group && !(this.boxOf(group)?.width >= MIN_LABEL)) {
      this.zoom(group);
    }
    const box = this.boxOf(group);
    if (box) {
      this.moveTo(box);
    } else {
      this.setCurrent(null);
    }
  }

  onKey(event) {
    const at = this.current ?? this.boxes[0];
    const siblings = this.rows[at.row];
    const place = siblings.indexOf(at);
    const targets = {
      [this.flip ? 'ArrowUp' : 'ArrowDown']: at.children[0],
      [this.flip ? 'ArrowDown' : 'ArrowUp']: at.parent,
      ArrowLeft: siblings[place - 1],
      ArrowRight: siblings[place + 1],
      Home: this.boxes[0],
    };
    if (event.key === 'Enter' || event.key === ' ') {
      this.zoomTo(at);
      this.moveTo(this.current);
    } else if (event.key === 'Escape') {
      this.zoom(this.root);
    } else if (event.shiftKey && event.key in PANS) {
      this.pan(this.from + PANS[event.key] * this.zoomed.width);
    } else if (!(event.key in targets)) {
      return;
    } else if (targets[event.key]) {
      this.moveTo(targets[event.key]);
    }
    event.preventDefault();
  }

  /** Makes a box the current one, and shows where it is and, to whom uses the keyboard, its numbers. */
  moveTo(box) {
    this.setCurrent(box);
    this.events.select(box, 'walked');
    this.scrollTo(box);
    if (this.scroller.matches(':focus')) {
      this.events.hover(box, this.elementOf(box).getBoundingClientRect());
    }
  }

  /** Shows where a box is, if there is one. */
  scrollTo(box) {
    const { scroller } = this;
    const top = box && this.top(box);
    if (top < scroller.scrollTop || top + ROW > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = top - scroller.clientHeight / 2;
    }
  }
}

const boxOfElement = (target) => target.closest('g')?.box ?? null;

const besidePointer = ({ clientX, clientY }) => new DOMRect(clientX, clientY - 8, 0, 24);

const INK_OF_MATCH = '#1d2129';

const matchColor = () => (isDark() ? 'hsl(51 95% 55%)' : 'hsl(51 100% 58%)');

const pen = document.createElement('canvas').getContext('2d');

/** All functions of a box, or the one it is about; shortened, or cut, where there is no more room. */
function fitting(names, lead, width) {
  pen.font = `${FONT.size} ${FONT.family}`;
  const ends = names.length > 2 ? [`${names[0]} \u203a \u2026 \u203a ${names[names.length - 1]}`] : [];
  const choices = [names.join(' \u203a '), ...ends, lead, withoutArguments(lead), baseName(lead)];
  return choices.find((choice) => pen.measureText(choice).width <= width) ?? cut(baseName(lead), width);
}

function cut(text, width) {
  let length = 0;
  for (let step = 2 ** Math.floor(Math.log2(Math.max(1, width / 3))); step >= 1; step /= 2) {
    const longer = length + step;
    if (longer <= text.length && pen.measureText(text.slice(0, longer) + '\u2026').width <= width) {
      length = longer;
    }
  }
  return length === 0 ? '' : text.slice(0, length) + '\u2026';
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
