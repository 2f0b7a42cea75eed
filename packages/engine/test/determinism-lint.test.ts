import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'millrace-lint-'));
afterAll(() => rmSync(directory, { recursive: true }));

const allowed = ['new Date(5).getTime()', 'new Date(0).setUTCFullYear(2026, 1, 1)', 'new Date(5).toISOString()'];
const forbidden = [
  'Date.now()',
  'new Date()',
  'Date()',
  '[1].map(Math.random)',
  'new Date(5).getHours()',
  'new Date(5).toLocaleString()',
  '"a".localeCompare("b")',
  'performance.now()',
  'crypto.randomUUID()',
  'setTimeout(() => 1, 1)',
  'process.hrtime()',
  'fetch("http://127.0.0.1")',
  'globalThis.Date',
];

/** Lints a copy of the project that holds one engine file with an expression on each line; returns the lines with an error. */
async function lint(expressions: readonly string[]): Promise<readonly number[]> {
  const rule = 'packages/engine/lint/deterministic.grit';
  const file = join(directory, 'packages/engine/src/run/sample.ts');
  for (const target of [join(directory, rule), file]) mkdirSync(dirname(target), { recursive: true });
  cpSync(join(root, 'biome.json'), join(directory, 'biome.json'));
  cpSync(join(root, rule), join(directory, rule));
  writeFileSync(file, expressions.map((expression, index) => `export const v${index} = ${expression};\n`).join(''));
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github', file];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: directory }, (_, stdout) => resolve(stdout));
  });
  return [...new Set([...output.matchAll(/^::error .*\bline=(\d+)/gm)].map(([, line]) => Number(line)))].sort(
    (a, b) => a - b,
  );
}

test('the linter refuses clocks, randomness, timers and the machine in the engine', async () => {
  expect(await lint(forbidden)).toEqual(forbidden.map((_, index) => index + 1));
});

test('the linter accepts dates computed from a given instant', async () => {
  expect(await lint(allowed)).toEqual([]);
});
