// What other programs read from a pprof file, as JSON: pprof-format, and pprof-to-md, which is built on it.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Profile } from 'pprof-format';
import { convert } from 'pprof-to-md';

const file = readFileSync(process.argv[2]);
const profile = Profile.decode(gunzipSync(file));
const text = (id) => profile.stringTable.strings[Number(id)];
const type = ({ type, unit }) => `${text(type)}/${text(unit)}`;
const sums = profile.sampleType.map((_, view) => profile.sample.reduce((sum, { value }) => sum + Number(value[view]), 0));
const encodedAgain = Profile.decode(profile.encode());
console.log(
  JSON.stringify({
    types: profile.sampleType.map(type),
    sums,
    period: `${profile.period} ${profile.periodType ? type(profile.periodType) : ''}`,
    encodedAgain: encodedAgain.sample.length === profile.sample.length && type(encodedAgain.sampleType[3]),
    markdown: convert(file, { format: 'summary' }),
  }),
);
