// Builds the web console when its sources, or what it bundles of other packages, are newer than its build. A build takes some
// seconds, so everything else is left to `npm run build -w packages/console`.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'packages/console');

const bundled = ['contract', 'client', 'engine'].map((name) => join(root, 'packages', name, 'src'));
const own = ['src', 'public', 'scripts', 'vite', 'index.html', 'package.json', 'vite.config.ts'].map((name) =>
  join(folder, name),
);

if (modified(join(folder, 'package.json')) > 0 && isStale()) {
  const begun = Date.now();
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '-w', 'packages/console'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  process.stderr.write(`The web console was built in ${((Date.now() - begun) / 1000).toFixed(1)} s.\n`);
}

function isStale() {
  const written = modified(join(folder, 'dist/index.html'));
  return [...own, ...bundled].flatMap(filesOf).some((path) => modified(path) >= written);
}

/** A folder's own time tells of files that were removed. */
function filesOf(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  const names = entries.map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  return [path, ...names].filter((name) => !/\.test\.tsx?$/.test(name));
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
