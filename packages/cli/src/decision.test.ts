import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { run } from './testing/memory-io.js';

const example = fileURLToPath(new URL('../../../examples/approval-matrix', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-decisions-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => cp(example, folder, { recursive: true, force: true }));

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(folder, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
  await writeFile(join(folder, file), text.replace(from, to));
}

const lineOf = async (file: string, text: string): Promise<number> =>
  (await readFile(join(folder, file), 'utf8')).split('\n').findIndex((line) => line.includes(text)) + 1;

test('decision test runs the tests of a folder without a service', async () => {
  expect(await run(['decision', 'test', folder])).toEqual({
    code: 0,
    out: 'approval-matrix.dmn: 6 of 6 tests passed, 8 of 8 rules covered (100 %)\n',
    err: '',
  });
  expect(JSON.parse((await run(['decision', 'test', folder, '--json'])).out)).toMatchObject({
    passed: true,
    errors: [],
    decisions: [{ key: 'approval-matrix', tests: 6, failed: 0, coverage: { percent: 100 } }],
  });
});

test('a failing test is shown with its line, the difference and the rule, and the exit code is 6', async () => {
  await edit('approval-matrix.tests.yaml', 'expect: BOARD', 'expect: DIRECTOR');
  const line = await lineOf('approval-matrix.tests.yaml', 'amount: 25000');
  const rule = await lineOf('approval-matrix.dmn', 'id="approval_large_risky"');
  const outcome = await run(['decision', 'test', folder]);
  expect(outcome.code).toBe(6);
  expect(outcome.out).toContain(
    `approval-matrix.tests.yaml:${line + 1}:5: test "a large amount to a new supplier elsewhere" of approval: the result is "BOARD", expected "DIRECTOR"`,
  );
  expect(outcome.out).toContain(
    `rule 5 "approval_large_risky" in line ${rule} applied)\n  ${line + 1} |     expect: DIRECTOR\n`,
  );
  expect(outcome.out).toContain('approval-matrix.dmn: 5 of 6 tests passed');
  expect((await run(['validate', folder])).code).toBe(6);
});

test('coverage below the one that the document asks for points at it and names the rules', async () => {
  await edit('approval-matrix.tests.yaml', 'amount: 25000, newSupplier: true', 'amount: 25000, newSupplier: false');
  await edit('approval-matrix.tests.yaml', 'expect: BOARD', 'expect: DIRECTOR');
  const outcome = await run(['decision', 'test', folder]);
  const line = await lineOf('sub-project.yaml', 'coverage: 100');
  expect(outcome.code).toBe(6);
  expect(outcome.out).toMatch(
    new RegExp(`^sub-project\\.yaml:${line}:\\d+: /decisions/0/coverage: the tests cover 87 %.*approval_large_risky`),
  );
});

test('what is wrong in a DMN file is shown at its element', async () => {
  await edit('approval-matrix.dmn', '&gt;= 10000', '(1 +');
  const outcome = await run(['decision', 'test', folder]);
  expect(outcome.code).toBe(6);
  expect(outcome.out).toMatch(/^approval-matrix\.dmn:\d+/);
});

test('a folder without decisions says so', async () => {
  const other = fileURLToPath(new URL('../../../examples/invoice-approvals', import.meta.url));
  expect(await run(['decision', 'test', other])).toEqual({
    code: 0,
    out: 'sub-project.yaml has no decisions\n',
    err: '',
  });
});
