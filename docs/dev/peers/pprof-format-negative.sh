#!/bin/bash
# The npm package pprof-format reads the negative values of a difference as almost 2^64.
#
# Version: pprof-format 2.3.2 of npm. Needs: Node.js 16 or newer.
# Expected: values in pprof are int64, and go tool pprof writes negative ones with -base and -diff_base. A value of -4096 that is
#   encoded and decoded is -4096, as a number or as a BigInt.
# Observed: 18446744073709547520n, a BigInt. The encoded bytes are right; decoding takes them for unsigned. Values from 2^28 up
#   are BigInts too, although a number holds 2^53. So one sample can hold both kinds, which JavaScript does not add up.
# Consequence: what shrank is by far the largest growth in a difference. Convert with BigInt.asIntN(64, BigInt(value)).
. "$(dirname "$0")/lib.sh"
npm_packages pprof-format@2.3.2

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
still "-1 and -4096 are read as almost 2^64" has '18446744073709551615n, 18446744073709547520n' read.txt
still "as int64 they are right" has 'as int64: \[ -1n, -4096n \]' read.txt
still "values from 2^28 up are BigInts" has '\[ 268435455, 268435456n \]' read.txt
