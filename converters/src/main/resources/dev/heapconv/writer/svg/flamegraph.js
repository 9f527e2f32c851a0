// A click zooms, Ctrl-F or the word at the top searches, Esc resets.
const byId = (id) => document.getElementById(id);
const SIDE = 10;
const WIDTH = 1180;
const LETTER = 7.3;

const frames = [...document.querySelectorAll('#frames g')].map((g) => {
  const [name, value] = g.querySelector('title').textContent.split('\n');
  const rect = g.querySelector('rect');
  const at = (attribute) => Number(rect.getAttribute(attribute));
  return { g, name, value, rect, text: g.querySelector('text'), x: at('x'), y: at('y'), width: at('width') };
});

function show(frame, x, width) {
  frame.rect.setAttribute('x', x);
  frame.rect.setAttribute('width', Math.max(0, width));
  const letters = Math.floor((width - 6) / LETTER);
  const { name } = frame;
  if (!frame.text && letters >= 3) {
    frame.text = frame.g.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'text'));
    frame.text.setAttribute('y', frame.y + 12);
  }
  frame.text?.setAttribute('x', x + 3);
  const text = letters < 3 ? '' : name.length <= letters ? name : name.slice(0, letters - 2) + '..';
  if (frame.text) {
    frame.text.textContent = text;
  }
}

function zoom(to) {
  const scale = WIDTH / to.width;
  // Positions are rounded to a hundredth.
  const inside = ({ x, width }) => x >= to.x - 0.02 && x + width <= to.x + to.width + 0.02;
  for (const frame of frames) {
    const isCaller = frame.y < to.y && frame.x <= to.x + 0.02 && frame.x + frame.width >= to.x + to.width - 0.02;
    const isShown = frame.y >= to.y && inside(frame);
    frame.g.classList.toggle('caller', isCaller);
    frame.g.classList.toggle('gone', !isCaller && !isShown);
    if (isCaller) {
      show(frame, SIDE, WIDTH);
    } else if (isShown) {
      show(frame, SIDE + (frame.x - to.x) * scale, frame.width * scale);
    }
  }
  byId('reset').textContent = to === frames[0] ? '' : 'Reset zoom';
}

function mark(term) {
  let pattern = null;
  try {
    pattern = term ? new RegExp(term) : null;
  } catch {
    pattern = new RegExp(term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  }
  // What is below a match is in it already.
  let end = 0;
  let matched = 0;
  for (const frame of frames) {
    frame.found = pattern !== null && pattern.test(frame.name);
    frame.g.classList.toggle('found', frame.found);
  }
  for (const { x, width } of frames.filter(({ found }) => found).sort((a, b) => a.x - b.x || b.width - a.width)) {
    if (x >= end - 0.02) {
      matched += width;
      end = x + width;
    }
  }
  byId('matched').textContent = pattern ? `Matched: ${((100 * matched) / WIDTH).toFixed(1)} %` : '';
  byId('search').textContent = pattern ? 'Reset search' : 'Search';
}

function search() {
  mark(byId('matched').textContent ? '' : prompt('Functions to find (a regular expression)', ''));
}

const legend = byId('details').textContent;
for (const frame of frames) {
  frame.g.addEventListener('click', () => zoom(frame));
  frame.g.addEventListener('mouseover', () => (byId('details').textContent = `${frame.name}: ${frame.value}`));
  frame.g.addEventListener('mouseout', () => (byId('details').textContent = legend));
}
byId('search').addEventListener('click', search);
byId('reset').addEventListener('click', () => zoom(frames[0]));
window.addEventListener('keydown', (event) => {
  if (event.key === 'F3' || ((event.ctrlKey || event.metaKey) && event.key === 'f')) {
    event.preventDefault();
    search();
  } else if (event.key === 'Escape') {
    mark('');
    zoom(frames[0]);
  }
});
mark('');
