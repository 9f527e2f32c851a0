#!/bin/bash
# The npm package pprof-format reads the negative values of a difference as almost 2^64.
#
# Packages: pprof-format 2.3.2 of npm. Needs: Node.js 16 or newer.
# Guess: values of pprof samples are int64, which go tool pprof writes below 0 with -base and -diff_base; a value of -4096 that
#   is encoded and decoded is -4096, as a number or as a BigInt.
# Seen: 18446744073709547520n, a BigInt. The bytes written are right, only reading takes them for unsigned. Values of 2^28 and
#   more are BigInts, too, though a number holds 2^53; smaller ones are numbers. So one sample can hold both kinds, which JavaScript
#   does not add up.
# Why: what shrank in a heap difference is by far the largest growth in it. Convert with BigInt.asIntN(64, BigInt(value)).
# Fails if that changes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm install --silent --no-audit --no-fund --ignore-scripts --cache "$dir/npm" --prefix "$dir" pprof-format@2.3.2

cat >negative.js <<'JS'
const { Profile, Sample, StringTable, ValueType } = require('pprof-format');
const stringTable = new StringTable();
const type = (name, unit) => new ValueType({ type: stringTable.dedup(name), unit: stringTable.dedup(unit) });
const sampleType = [type('inuse_objects', 'count'), type('inuse_space', 'bytes')];
const sample = [new Sample({ value: [-1, -4096] }), new Sample({ value: [2 ** 28 - 1, 2 ** 28] })];
const written = new Profile({ stringTable, sampleType, sample });
const bytes = written.encode();
const read = Profile.decode(bytes);
for (const { value } of read.sample) console.log(value);
console.log('as int64:', read.sample[0].value.map(value => BigInt.asIntN(64, BigInt(value))));
try {
  console.log(read.sample[1].value[0] + read.sample[1].value[1]);
} catch (error) {
  console.log(error.message);
}
JS
node negative.js | tee read.txt
if ! grep -q '18446744073709551615n, 18446744073709547520n' read.txt || ! grep -q '\[ 268435455, 268435456n \]' read.txt ||
  ! grep -q 'as int64: \[ -1n, -4096n \]' read.txt; then
  echo changed
  exit 1
fi
echo "still so: -4096 is read as 18446744073709547520"
