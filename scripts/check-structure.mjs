#!/usr/bin/env node
// The rules of ARCHITECTURE.md about folders: how many files one holds, and that folders import each other one way.
// `npm run check` runs it. Tests and `testing/` folders are not counted.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const MAXIMUM_FILES = 20;

const isSource = (file) => /\.ts$/.test(file) && !/\.test\.ts$|\.d\.ts$|(^|\/)testing\//.test(file);
const sourceRoots = readdirSync(join(root, 'packages')).map((name) => join('packages', name, 'src'));
const findings = [];

/** Every source file below a folder, as paths from the root of the repository. */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .filter(isSource)
    .sort();
}

/** The files of the same package that a file imports. */
function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)\.js'/g)].map(([, path]) => path);
  return specifiers.map((path) => `${normalize(join(dirname(file), path))}.ts`);
}

function checkSizes(files) {
  const folders = Map.groupBy ? Map.groupBy(files, dirname) : groupBy(files, dirname);
  for (const [folder, members] of folders) {
    if (members.length > MAXIMUM_FILES) {
      findings.push(`${folder} holds ${members.length} source files. Split it: at most ${MAXIMUM_FILES}.`);
    }
  }
}

/** Node 20 has no Map.groupBy. */
function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** Folder → folder it imports → one import that says so. */
function folderGraph(files) {
  const graph = new Map();
  for (const file of files) {
    const from = dirname(file);
    const targets = graph.get(from) ?? new Map();
    graph.set(from, targets);
    for (const imported of importsOf(file)) {
      const to = dirname(imported);
      if (to !== from && !targets.has(to)) targets.set(to, `${file} imports ${imported}`);
    }
  }
  return graph;
}

/** Groups of folders that reach each other (Tarjan's strongly connected components). */
function cyclesOf(graph) {
  const order = new Map();
  const low = new Map();
  const stack = [];
  const cycles = [];
  const visit = (folder) => {
    order.set(folder, order.size);
    low.set(folder, order.get(folder));
    stack.push(folder);
    for (const next of graph.get(folder)?.keys() ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(folder, Math.min(low.get(folder), low.get(next)));
    }
    if (low.get(folder) !== order.get(folder)) return;
    const component = stack.splice(stack.indexOf(folder));
    if (component.length > 1) cycles.push(component.sort());
  };
  for (const folder of graph.keys()) if (!order.has(folder)) visit(folder);
  return cycles;
}

function checkArrows(files) {
  const graph = folderGraph(files);
  for (const cycle of cyclesOf(graph)) {
    const arrows = cycle.flatMap((from) =>
      cycle.filter((to) => graph.get(from)?.has(to)).map((to) => `    ${graph.get(from).get(to)}`),
    );
    findings.push(`These folders import each other in a circle: ${cycle.join(', ')}\n${arrows.join('\n')}`);
  }
}

for (const sources of sourceRoots) {
  const files = filesBelow(sources);
  checkSizes(files);
  checkArrows(files);
}

for (const finding of findings) process.stderr.write(`${finding}\n`);
process.exitCode = findings.length === 0 ? 0 : 1;
