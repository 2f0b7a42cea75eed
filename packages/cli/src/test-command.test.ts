import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCli } from './run-cli.js';
import { exitCodes } from './terminal/exit-codes.js';
import { memoryIo, run } from './testing/memory-io.js';

const example = fileURLToPath(new URL('../../../examples/invoice-approvals', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => cp(example, folder, { recursive: true, force: true }));

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(folder, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
  await writeFile(join(folder, file), text.replaceAll(from, to));
}

/** Whether every tag is closed in its order and nothing between them opens another. */
function isWellFormed(xml: string): boolean {
  const open: string[] = [];
  const tag = /<(\/?)([a-z]+)((?:\s+[a-z]+="[^"<]*")*)\s*(\/?)>/g;
  for (const [, closing, name = '', , empty] of xml.matchAll(tag)) {
    if (closing === '/' && open.pop() !== name) return false;
    if (closing === '' && empty === '') open.push(name);
  }
  return open.length === 0 && !/<|&(?!(amp|lt|gt|quot|#10);)/.test(xml.replace(/^<\?.*\?>/, '').replace(tag, ''));
}

describe('test', () => {
  test('runs every scenario of a folder without a service', async () => {
    const { code, out, err } = await run(['test', folder]);
    expect({ code, err }).toEqual({ code: exitCodes.ok, err: '' });
    expect(out.replaceAll(/\d+ ms/g, '… ms')).toContain(
      'manager-approval.test.yaml\n  ✓ A manager approves the invoice (… ms)\n  ✓ The owner rejects the invoice (… ms)\n',
    );
    expect(out).toContain('  manager-approval.bpmn (manager-approval)  100 %  13 of 13\n');
    expect(out).toMatch(/\n8 passed, 0 failed\n$/);
  });

  test('shows where a scenario failed, what it expected, the path so far and what waits', async () => {
    await edit('manager-approval.test.yaml', 'status: PAUSED\n          tasks', 'status: RACING\n          tasks');
    const { code, out, err } = await run(['test', folder]);
    expect({ code, err }).toEqual({
      code: exitCodes.testsFailed,
      err: '7 passed, 1 failed, one diagram is covered less than asked for\n',
    });
    expect(out.replaceAll(/\d+ ms/g, '… ms')).toContain(`  ✗ A manager approves the invoice (… ms)
      manager-approval.test.yaml:14:11: step 1 (expect): status
        status
          expected RACING
          got      PAUSED
      passed so far: StartEvent_Approval
      now: the run is PAUSED
           task Task_Approve "Approve invoice" for OWNER, MANAGER
`);
  });

  test('--json prints the report, --only chooses scenarios', async () => {
    const { code, out } = await run(['test', folder, '--json', '--only', 'rejects']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      passed: true,
      configurationErrors: [],
      errors: [],
      scenarios: [{ file: 'manager-approval.test.yaml', name: 'The owner rejects the invoice', outcome: 'passed' }],
    });
    expect(await run(['test', folder, '--only', 'nothing like this'])).toMatchObject({
      code: exitCodes.notFound,
      err: 'No scenario has "nothing like this" in its name.\n',
    });
  });

  test('--coverage sets the least coverage of diagrams without one of their own', async () => {
    await rm(join(folder, 'payment-reminder.test.yaml'));
    const { code, out, err } = await run(['test', folder, '--coverage', '80']);
    expect({ code, err }).toEqual({
      code: exitCodes.testsFailed,
      err: '7 passed, 0 failed, one diagram is covered less than asked for\n',
    });
    expect(out).toContain('payment-reminder.bpmn (payment-reminder)    0 %  0 of 7, less than 80 %');
    expect((await run(['test', folder, '--coverage', '101'])).code).toBe(exitCodes.usage);
  });

  test('--junit writes what CI systems read', async () => {
    await edit('manager-approval.test.yaml', 'state: REJECTED', 'state: APPROVED');
    await edit('manager-approval.test.yaml', 'name: The owner rejects', 'name: The "owner" & co. reject');
    await edit('auto-classify.test.yaml', 'coverage: 100', 'coverage: 100%');
    const report = join(folder, 'report.xml');
    expect((await run(['test', folder, '--junit', report])).code).toBe(exitCodes.invalid);
    const xml = await readFile(report, 'utf8');
    expect(xml).toContain('<testsuite name="manager-approval.test.yaml" tests="3" failures="1" errors="0" skipped="0"');
    expect(xml).toMatch(
      /name="The &quot;owner&quot; &amp; co. reject the invoice" file="manager-approval.test.yaml" line="\d+"/,
    );
    expect(xml).toContain('<failure message="step 2 (expect): state of the process">manager-approval.test.yaml:');
    expect(xml).toContain('<testsuite name="auto-classify.test.yaml" tests="1" failures="0" errors="1" skipped="0"');
    expect(xml).toContain('name="auto-classify.test.yaml:3" time="0"><error message="must be a whole number"/>');
    expect(isWellFormed(xml)).toBe(true);
  });

  test('a file that is not valid is shown with its line', async () => {
    await edit(
      'manager-approval.test.yaml',
      'approve: { task: Task_Approve, as: MANAGER',
      'approve: { task: Task_Aprove, as: MANAGER',
    );
    const { code, out } = await run(['test', folder]);
    expect(code).toBe(exitCodes.invalid);
    expect(out).toContain(
      'manager-approval.test.yaml:20:9: /scenarios/0/steps/1/approve: there is no user task "Task_Aprove"; did you mean "Task_Approve"?\n  20 |       - approve: { task: Task_Aprove',
    );
    await edit('sub-project.yaml', 'type: number', 'type: nmber');
    expect(await run(['test', folder])).toMatchObject({
      code: exitCodes.invalid,
      out: expect.stringMatching(/^sub-project\.yaml:\d+/),
    });
  });

  test('a folder without scenarios says where to begin', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'millrace-test-'));
    await cp(join(folder, 'sub-project.yaml'), join(empty, 'sub-project.yaml'));
    expect(await run(['test', empty])).toMatchObject({
      code: exitCodes.notFound,
      err: expect.stringContaining('no file *.test.yaml'),
    });
    await rm(empty, { recursive: true });
  });

  test('--watch runs again after a change, until Ctrl+C', async () => {
    const interruption = new AbortController();
    const io = memoryIo({ interruption: interruption.signal });
    const ended = runCli(['test', folder, '--watch', '--only', 'owner rejects'], io);
    const rounds = () => io.errText().split('waiting for a change').length - 1;
    await expect.poll(rounds).toBe(1);
    await edit('manager-approval.test.yaml', 'state: REJECTED', 'state: APPROVED');
    await expect.poll(rounds).toBe(2);
    expect(io.errText()).toContain('0 passed, 1 failed\n');
    interruption.abort();
    expect(await ended).toBe(exitCodes.ok);
  });
});
