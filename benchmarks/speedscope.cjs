// Reads a file with the importer of the published Speedscope package, without its page, and prints the totals:
//   node speedscope.cjs PACKAGE FILE
// The package has only one minified script, which ends with drawing the page: that is cut off.
const fs = require("fs"), path = require("path");
const [folder, file] = process.argv.slice(2);
const release = path.join(folder, "dist/release");
const text = fs.readFileSync(path.join(release, fs.readdirSync(release).find((name) => /^speedscope-\w+\.js$/.test(name))), "utf8");
const importer = /await ([\w$]+)\(\w+,await \w+\.arrayBuffer\(\)\)/.exec(text)[1];
Object.assign(globalThis, {
  window: globalThis,
  location: { hash: "", protocol: "file:" },
  matchMedia: () => ({ matches: false, addListener() {} }),
  addEventListener() {},
});
eval(`${text.slice(0, text.lastIndexOf("console.log(`speedscope v"))}globalThis.importer = ${importer}; })();`);
const bytes = fs.readFileSync(file);
globalThis
  .importer(path.basename(file), bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  .then((group) => group.profiles.forEach((profile) => console.log(profile.getName(), profile.getTotalWeight())));
