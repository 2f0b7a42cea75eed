// [PACKAGE…]: writes packages/*/dist/bundle, what the packages publish and run: each package's own modules in a few files,
// with source maps. Half of what a start of the server took was loading some nine hundred modules one by one. Dependencies
// stay what npm installs. A package whose sources are older than its bundle is left as it is.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The modules that something loads by name. They and what they share lie in one folder, so they find each other. */
const ENTRIES = {
  engine: ['index.ts'],
  'object-store': ['index.ts', 'main.ts'],
  contract: ['index.ts'],
  client: ['index.ts'],
  server: [
    'index.ts',
    'workers/process.ts',
    'sub-projects/document/thread/document-thread.ts',
    'scenarios/thread/scenario-thread.ts',
    'audit/evidence/evidence.ts',
  ],
  cli: ['main.ts'],
};
/** These run in browsers too. */
const WITHOUT_NODE = new Set(['engine', 'contract', 'client']);

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !Object.hasOwn(ENTRIES, name));
if (unknown !== undefined) throw new Error(`There is no package ${unknown}: ${Object.keys(ENTRIES).join(', ')}`);

const stale = (chosen.length > 0 ? chosen : Object.keys(ENTRIES)).filter(isStale);
if (stale.length > 0) {
  const { rolldown } = await import('rolldown');
  await Promise.all(stale.map((name) => bundle(rolldown, name)));
}

/** Whether a source, or this program, is newer than the bundle. */
function isStale(name) {
  const written = modified(join(folderOf(name), 'dist/bundle', outputOf(ENTRIES[name][0])));
  const sources = readdirSync(join(folderOf(name), 'src'), { withFileTypes: true, recursive: true })
    // A folder's own time tells of files that were removed.
    .filter((entry) => entry.isDirectory() || /(?<!\.test)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  return [fileURLToPath(import.meta.url), ...sources].some((path) => modified(path) >= written);
}

async function bundle(rolldown, name) {
  const folder = folderOf(name);
  const directory = join(folder, 'dist/bundle');
  const built = await rolldown({
    cwd: folder,
    input: Object.fromEntries(ENTRIES[name].map((path) => [outputOf(path).replace(/\.js$/, ''), `./src/${path}`])),
    platform: WITHOUT_NODE.has(name) ? 'neutral' : 'node',
    tsconfig: join(folder, 'tsconfig.json'),
    resolve: { extensionAlias: { '.js': ['.ts'] } },
    external: (id) => !/^\.{0,2}\//.test(id),
    onLog(_, { message }) {
      throw new Error(message);
    },
  });
  const { output } = await built.write({
    dir: directory,
    format: 'esm',
    // Names that stay: what runs finds its modules also after a build that changed nothing in them.
    chunkFileNames: '[name].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await built.close();
  refuseUndeclared(name, output);
  const written = new Set(output.map(({ fileName }) => fileName));
  for (const file of readdirSync(directory)) if (!written.has(file)) rmSync(join(directory, file));
}

/** What the bundler or a source imports must be what npm installs with the package. */
function refuseUndeclared(name, output) {
  const { name: own, dependencies = {} } = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'));
  const files = new Set(output.map(({ fileName }) => fileName));
  for (const id of output.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports])) {
    const [wanted] = /^(@[^/]+\/)?[^/]+/.exec(id) ?? [];
    if (files.has(id) || isBuiltin(id) || wanted === own || Object.hasOwn(dependencies, wanted)) continue;
    throw new Error(`The bundle of ${name} imports ${id}, which its package.json does not declare`);
  }
}

function folderOf(name) {
  return join(root, 'packages', name);
}

function outputOf(path) {
  return path.replace(/^.*\//, '').replace(/\.ts$/, '.js');
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
