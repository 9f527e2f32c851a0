// The report of a difference: a flame graph and a table.

import { element, interval, percent, short, signed } from './format.js';

const ROW_HEIGHT = 20;
// Narrower boxes cannot be seen or clicked.
const LEAST_WIDTH = 0.15;
const ROWS_SHOWN = 500;

const data = JSON.parse(document.getElementById('data').textContent);
const byId = (id) => document.getElementById(id);
const text = (id, content) => (byId(id).textContent = content);
const view = () => data.views[byId('view').selectedIndex];

let tree = [];
let root = 0;

/** Sums of the chosen view and heaps by node: base, new, and the squares of the noise's half-widths. */
function sums() {
  const nodes = data.nodeParent.map(() => ({ base: 0, new: 0, lower: 0, upper: 0, children: [] }));
  const chosen = byId('heap').selectedIndex - 1;
  data.heaps.forEach((heap, index) => {
    const column = heap.views[byId('view').selectedIndex];
    if (column && (chosen < 0 || chosen === index)) {
      heap.nodes.forEach((node, row) => {
        nodes[node].base += column.base[row];
        nodes[node].new += column.new[row];
        nodes[node].lower += (column.lower[row] ?? Infinity) ** 2;
        nodes[node].upper += (column.upper[row] ?? Infinity) ** 2;
      });
    }
  });
  for (let node = nodes.length - 1; node > 0; node--) {
    const parent = nodes[data.nodeParent[node]];
    for (const key of ['base', 'new', 'lower', 'upper']) {
      parent[key] += nodes[node][key];
    }
    parent.children.unshift(node);
  }
  return nodes;
}

function isBeyondNoise(node) {
  const change = node.new - node.base;
  return change > Math.sqrt(node.lower) || change < -Math.sqrt(node.upper);
}

/** As in differential flame graphs: the more a function changed, the stronger its colour. */
function color(node, most) {
  const change = node.new - node.base;
  if (!isBeyondNoise(node) || change === 0) {
    return '#dcdad5';
  }
  const rest = Math.round(215 - 150 * Math.sqrt(Math.min(1, Math.abs(change) / most)));
  return change > 0 ? `rgb(255 ${rest} ${rest})` : `rgb(${rest} ${rest} 255)`;
}

function describe(id) {
  const node = tree[id];
  const change = node.new - node.base;
  const bounds = [change - Math.sqrt(node.lower), change + Math.sqrt(node.upper)];
  const noise = isBeyondNoise(node) ? '' : ', no more than noise';
  const relative = node.base > 0 ? ` (${percent(change, node.base)})` : '';
  return (
    `${data.strings[data.nodeName[id]]}: ${short(node.base, view())} to ${short(node.new, view())}, ` +
    `${signed(change, view(), true)}${relative}, ${interval(bounds, view(), true, 'exact')}${noise}`
  );
}

function draw() {
  const flame = byId('flame');
  const size = (node) => node[byId('widths').value];
  const most = Math.max(...tree.slice(1).map((node) => Math.abs(node.new - node.base)), 1);
  const boxes = [];
  let depth = 0;
  const path = [];
  for (let at = root; at >= 0; at = data.nodeParent[at]) {
    path.unshift(at);
  }
  const place = (id, x, width, level) => {
    depth = Math.max(depth, level);
    const box = element('button', '', data.strings[data.nodeName[id]]);
    box.type = 'button';
    box.title = describe(id);
    box.style.left = x + '%';
    box.style.width = width + '%';
    box.style.background = color(tree[id], most);
    box.addEventListener('click', () => {
      root = id;
      draw();
    });
    for (const event of ['focus', 'mouseenter']) {
      box.addEventListener(event, () => text('details', describe(id)));
    }
    boxes.push([box, level]);
  };
  path.slice(0, -1).forEach((id, level) => place(id, 0, 100, level));
  const waiting = [[root, 0, 100, path.length - 1]];
  while (waiting.length > 0) {
    const [id, x, width, level] = waiting.pop();
    place(id, x, width, level);
    let left = x;
    const children = [...tree[id].children].sort((a, b) =>
      data.strings[data.nodeName[a]] < data.strings[data.nodeName[b]] ? -1 : 1,
    );
    for (const child of children) {
      const share = size(tree[id]) > 0 ? (width * size(tree[child])) / size(tree[id]) : 0;
      if (share >= LEAST_WIDTH) {
        waiting.push([child, left, share, level + 1]);
      }
      left += share;
    }
  }
  boxes.forEach(([box, level]) => (box.style.top = (depth - level) * ROW_HEIGHT + 'px'));
  flame.style.height = (depth + 1) * ROW_HEIGHT + 'px';
  flame.replaceChildren(...boxes.map(([box]) => box));
}

function fillTable() {
  const at = byId('view').selectedIndex;
  const numbers = (row) => row.views[at];
  // Beyond noise, unknown, within it; then the largest, whatever their sign.
  const rank = (row) => ({ 1: 2, 0: 0 })[numbers(row)[5]] ?? 1;
  const sorted = data.rows
    .filter((row) => numbers(row)[2] !== 0)
    .sort((a, b) => rank(b) - rank(a) || Math.abs(numbers(b)[2]) - Math.abs(numbers(a)[2]));
  const noise = sorted.filter((row) => rank(row) === 0).length;
  const shown = sorted.filter((row) => byId('all').checked || rank(row) > 0).slice(0, ROWS_SHOWN);
  text('all-label', `Show ${noise} more rows without a significant change`);
  byId('all').parentElement.hidden = noise === 0;
  text('table-title', sorted.length === noise ? 'Nothing differs by more than noise' : 'What changed');
  byId('rows').replaceChildren(
    ...shown.map((row) => {
      const [base, changed, difference, low, high] = numbers(row);
      const cells = [
        short(base, view()),
        short(changed, view()),
        signed(difference, view(), true),
        interval([low, high ?? Infinity], view(), true, 'exact'),
      ].map((cell) => element('td', 'number', cell));
      cells[3].classList.add('interval');
      cells.push(element('td', '', { 2: 'yes', 1: 'unknown', 0: '' }[rank(row)]));
      cells.push(element('td', 'name', row.name), element('td', 'library', row.library));
      cells.forEach((cell, i) => {
        cell.dataset.label = byId('by').parentElement.cells[i].textContent;
      });
      return element('tr', rank(row) === 0 ? 'noise' : '', ...cells);
    }),
  );
}

function update() {
  root = 0;
  tree = sums();
  draw();
  fillTable();
}

text('source', `Comparing ${data.base} (base) with ${data.source} (new)`);
text('subtitle', `${data.tool}; intervals of ${Number((100 * data.confidence).toFixed(3))} %`);
text('verdict', data.verdict.join('\n'));
byId('verdict').hidden = data.verdict.length === 0;
byId('warnings').hidden = data.warnings.length === 0;
text('by', data.by);
data.warnings.forEach((warning) => byId('warning-list').append(element('li', '', warning)));
data.comments.forEach((comment) => byId('comments').append(element('li', '', comment)));
data.views.forEach((each) => byId('view').append(element('option', '', each.name)));
byId('view').selectedIndex = data.view;
byId('heap').append(element('option', '', 'all'));
data.heaps.forEach(({ process, heap }) =>
  byId('heap').append(element('option', '', (process || 'unknown process') + ', ' + heap)),
);
['view', 'heap', 'widths'].forEach((id) => byId(id).addEventListener('change', update));
byId('all').addEventListener('change', fillTable);
update();
