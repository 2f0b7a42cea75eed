#!/usr/bin/env node
// Checks SPEC.md against the tests: every rule has a test that cites it, and every cited rule exists.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const RULE = /\[([A-Z]+-\d+)\]|conformance\('([A-Z]+-\d+)'/g;

export function checkSpec() {
  const spec = readFileSync(join(root, 'SPEC.md'), 'utf8');
  const families = new Set([...spec.matchAll(/^## ([A-Z]+):/gm)].map((match) => match[1]));
  const rules = [...spec.matchAll(/^- \[([A-Z]+-\d+)\]/gm)].map((match) => match[1]);
  const cited = new Map();
  const files = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)),
  );
  for (const file of files) {
    if (!file.endsWith('.test.ts')) continue;
    for (const [, bracketed, table] of readFileSync(join(root, file), 'utf8').matchAll(RULE)) {
      const rule = bracketed ?? table;
      if (families.has(rule.split('-')[0])) cited.set(rule, [...(cited.get(rule) ?? []), file]);
    }
  }
  return [
    ...rules.filter((rule, at) => rules.indexOf(rule) !== at).map((rule) => `${rule} is in SPEC.md twice`),
    ...rules.filter((rule) => !cited.has(rule)).map((rule) => `${rule} has no test`),
    ...[...cited]
      .filter(([rule]) => !rules.includes(rule))
      .map(([rule, files]) => `${rule} (${files[0]}) is not in SPEC.md`),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkSpec();
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
