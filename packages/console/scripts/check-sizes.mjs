// Fails when what the first page loads is larger than its budget. It reads the manifest of the last build.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = new URL('../dist/', import.meta.url);
const manifestUrl = new URL('.vite/manifest.json', dist);
const ENTRY = 'index.html';

/** kB of gzip: JavaScript and CSS of the entry with the modules that are named, or of those alone (`beside`: beside the entry). */
const BUDGETS = [
  { what: 'first page', modules: [], js: 130, css: 20 },
  { what: 'inbox', modules: ['src/inbox/inbox-page.tsx'], js: 140, css: 20 },
  {
    what: 'inbox with a task',
    modules: ['src/inbox/inbox-page.tsx', 'src/inbox/task/task-pane.tsx'],
    js: 150,
    css: 20,
  },
  {
    what: 'run, beside the first page',
    modules: ['src/runs/run/run-page.tsx', 'src/runs/diagram/viewer.ts'],
    beside: true,
    js: 95,
    css: 20,
  },
  {
    what: 'design studio with its engine, beside the first page',
    modules: ['src/studio/design-page.tsx', 'src/studio/editor/editor-page.tsx'],
    // The manifest does not list workers.
    worker: /^engine\.worker-[\w-]+\.js$/,
    beside: true,
    js: 540,
    css: 20,
  },
];

if (!existsSync(manifestUrl)) {
  process.stderr.write('There is no build to measure. Run npm run build first.\n');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestUrl, 'utf8'));
for (const { what, modules, worker, beside = false, js, css } of BUDGETS) {
  const missing = modules.filter((name) => manifest[name] === undefined);
  if (missing.length > 0) throw new Error(`${what}: the build has no chunk of ${missing.join(', ')}`);
  const first = filesOf([ENTRY]);
  const files = [
    ...filesOf([ENTRY, ...modules]).filter((name) => !beside || !first.includes(name)),
    ...(worker === undefined ? [] : workersOf(what, worker)),
  ];
  report(what, 'JavaScript', sizeOf(files.filter((name) => name.endsWith('.js'))), js);
  report(what, 'CSS', sizeOf(files.filter((name) => name.endsWith('.css'))), css);
}

/** Files of the modules and of everything that they import statically. */
function filesOf(modules, seen = new Set(), files = new Set()) {
  for (const name of modules) {
    if (seen.has(name)) continue;
    seen.add(name);
    const { file, css = [], imports = [] } = manifest[name];
    for (const path of [file, ...css]) files.add(path);
    filesOf(imports, seen, files);
  }
  return [...files];
}

function workersOf(what, worker) {
  const found = readdirSync(new URL('assets/', dist)).filter((name) => worker.test(name));
  if (found.length === 0) throw new Error(`${what}: the build has no worker ${worker}`);
  return found.map((name) => `assets/${name}`);
}

function sizeOf(files) {
  return files.reduce((sum, name) => sum + statSync(fileURLToPath(new URL(`${name}.gz`, dist))).size, 0) / 1000;
}

function report(what, kind, size, budget) {
  const text = `${what}: ${size.toFixed(1)} kB of ${kind}, at most ${budget} kB\n`;
  if (size > budget) process.exitCode = 1;
  (size > budget ? process.stderr : process.stdout).write(text);
}
