// Bundles the report's script and style sheet: node build.mjs OUTPUT_FOLDER. Run by the Maven build.

import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const installed = join(here, 'node_modules', '.package-lock.json');
const lock = join(here, 'package-lock.json');

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  // npm is a script on Windows, which only a shell can start.
  const options = { cwd: here, stdio: 'inherit', shell: process.platform === 'win32' };
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], options);
}

const { build } = await import('esbuild');
await build({
  absWorkingDir: here,
  entryPoints: ['report.js', 'report.css'],
  outdir: process.argv[2],
  bundle: true,
  minify: true,
  format: 'iife',
  target: ['chrome123', 'firefox121', 'safari17.5'],
  // The library brings a style sheet with fixed colours; report.css has its own for both themes.
  plugins: [
    {
      name: 'no-library-styles',
      setup: (setup) =>
        setup.onLoad({ filter: /node_modules.*\.css$/ }, () => ({ contents: '', loader: 'empty' })),
    },
  ],
  legalComments: 'inline',
  logLevel: 'warning',
});
