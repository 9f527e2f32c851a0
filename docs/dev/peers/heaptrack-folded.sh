#!/bin/bash
# In folded stacks of heaptrack_print no function has bytes of its own; Speedscope gives all of them to a function without a name.
#
# Version: heaptrack 1.4.0-2 of Debian 12 with its libraries; speedscope 1.25.0 of npm, whose importer runs without its page.
#   Needs: a C compiler, Node.js 20 or newer, x86-64.
# Expected: heaptrack_print -F writes folded stacks as flame graph tools read them, main;keep 1000000, so that keep() has
#   1,000,000 bytes of its own ("self").
# Observed: each line has a semicolon after the last function: main;keep; 1000000. Perl's split drops the empty name after it,
#   and so does flamegraph.pl. JavaScript's split keeps it: in Speedscope each function's own bytes are 0, and a function with an
#   empty name has them all.
# Consequence: a list by own bytes has one row of 100 %. Remove the last semicolon of each line first.
. "$(dirname "$0")/lib.sh"
debs heaptrack=1.4.0-2 libheaptrack=1.4.0-2 libunwind8=1.6.2-3 libboost-program-options1.74.0=1.74.0+ds1-21 \
  libboost-iostreams1.74.0=1.74.0+ds1-21 libboost-filesystem1.74.0=1.74.0+ds1-21
npm_packages speedscope@1.25.0

cat >keep.c <<'C'
#include <stdlib.h>
static char *volatile held;
__attribute__((noinline)) void keep(void) { held = malloc(1000000); }
int main(void) {
  keep();
  return 0;
}
C
cc -g -O0 -fno-builtin keep.c -o keep
usr/bin/heaptrack -o recording ./keep >record.log 2>&1
usr/bin/heaptrack_print --flamegraph-cost-type leaked -F folded.txt recording.* >print.log
grep keep folded.txt

cat >import.js <<'JS'
const fs = require('fs');
const folder = 'node_modules/speedscope/dist/release/';
const name = fs.readdirSync(folder).find(file => /^speedscope-.*\.js$/.test(file));
// The script also starts the page, which fails here because there is none; its importer works.
const script = fs.readFileSync(folder + name, 'utf8')
  .replace(/async function ([\w$]+)\([^)]*\)\{return\(await [\w$]+\)\.importProfileGroupFromText\(/, 'globalThis.importText = $1; $&');
Object.assign(globalThis, { self: globalThis, window: globalThis, location: { hash: '', protocol: 'file:', href: 'file:///' } });
process.on('uncaughtException', () => {}).on('unhandledRejection', () => {});
try {
  require('vm').runInThisContext(script);
} catch {}
importText('folded.txt', fs.readFileSync('folded.txt', 'utf8')).then(group =>
  group.profiles[0].forEachFrame(frame =>
    console.log(`"${frame.name}" own ${frame.getSelfWeight()} total ${frame.getTotalWeight()}`)));
JS
node import.js | tee frames.txt
still "heaptrack_print ends each stack with a semicolon" has '^main \(keep.c\);keep \(keep.c\); 1000000$' folded.txt
still "Speedscope gives keep() no bytes of its own" has '^"keep \(keep.c\)" own 0 total 1000000$' frames.txt
still "Speedscope gives them to a function without a name" has '^"" own 1000000 ' frames.txt
