#!/bin/bash
# In the folded stacks that heaptrack_print writes no function has memory of its own: Speedscope gives all to one without a name.
#
# Packages: heaptrack and libheaptrack 1.4.0-2 of Debian 12 with the libraries they need; speedscope 1.25.0 of npm, whose importer is
#   run without its page. Needs: a C compiler, Node.js 20 or newer, x86-64.
# Guess: heaptrack_print -F writes what flame graph tools call folded or collapsed stacks: main;keep 1000000. Imported, keep() has
#   1,000,000 bytes of its own ("self").
# Seen: each line has a semicolon after the last function: main;keep; 1000000. Perl's split, and so flamegraph.pl, drops the empty
#   name after it. JavaScript's does not: in Speedscope each function's own bytes are 0, and one whose name is empty has all.
# Why: a list by own bytes, the first thing that one sorts a heap by, has one row, 100 %. Remove the last semicolon of each line first.
# Fails if that changes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# Unpacks pinned packages of Debian 12 here; nothing is installed.
debs() {
  local apt=(apt-get -qq -o Dir::State::lists="$dir/lists" -o Dir::Cache="$dir/cache" -o APT::Sandbox::User=root)
  mkdir -p lists/partial
  "${apt[@]}" update
  "${apt[@]}" download "$@"
  for deb in *.deb; do dpkg-deb -x "$deb" .; done
}
debs heaptrack=1.4.0-2 libheaptrack=1.4.0-2 libunwind8=1.6.2-3 libboost-program-options1.74.0=1.74.0+ds1-21 \
  libboost-iostreams1.74.0=1.74.0+ds1-21 libboost-filesystem1.74.0=1.74.0+ds1-21
npm install --silent --no-audit --no-fund --ignore-scripts --cache "$dir/npm" --prefix "$dir" speedscope@1.25.0
export LD_LIBRARY_PATH=$dir/usr/lib/x86_64-linux-gnu

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
"$dir/usr/bin/heaptrack" -o recording ./keep >record.log 2>&1
"$dir/usr/bin/heaptrack_print" --flamegraph-cost-type leaked -F folded.txt recording.* >print.log
grep keep folded.txt

cat >import.js <<'JS'
const fs = require('fs');
const folder = 'node_modules/speedscope/dist/release/';
const name = fs.readdirSync(folder).find(file => /^speedscope-.*\.js$/.test(file));
// The page's script starts the page, too, which fails here for want of one; its importer works.
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
node import.js >frames.txt
cat frames.txt
if ! grep -qE '^main \(keep.c\);keep \(keep.c\); 1000000$' folded.txt; then
  echo "changed: heaptrack_print"
  exit 1
fi
if ! grep -q '^"keep (keep.c)" own 0 total 1000000$' frames.txt || ! grep -q '^"" own 1000000 ' frames.txt; then
  echo "changed: Speedscope"
  exit 1
fi
echo "still so: keep() has 0 bytes of its own"
