import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DemoServer, startDemoServer } from './testing/demo-server.js';
import { type MemoryIoOptions, run } from './testing/memory-io.js';

const example = fileURLToPath(new URL('../../../examples/invoice-approvals', import.meta.url));

let server: DemoServer;
let folder: string;

beforeAll(async () => {
  [server, folder] = await Promise.all([startDemoServer(), mkdtemp(join(tmpdir(), 'millrace-configuration-'))]);
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => cp(example, folder, { recursive: true, force: true }));

const millrace = (args: readonly string[], options: MemoryIoOptions = {}) =>
  run(args, { home: folder, env: server.administrator, ...options });

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(folder, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
  await writeFile(join(folder, file), text.replaceAll(from, to));
}

describe('validate', () => {
  test('needs no service: the example of the demo is valid, and what only a service knows is named', async () => {
    expect(await run(['validate', folder])).toEqual({
      code: 0,
      out: 'sub-project.yaml is valid, with 4 workflows\n',
      err: expect.stringMatching(/^not checked offline: .*users.*storage plugins.*\n$/),
    });
    expect(JSON.parse((await run(['validate', folder, '--json'])).out)).toMatchObject({
      valid: true,
      errors: [],
      notChecked: expect.arrayContaining([expect.stringContaining('users')]),
    });
  });

  test('--remote has the service look, which knows its users and plugins', async () => {
    expect(await millrace(['validate', folder, '--remote'])).toEqual({
      code: 0,
      out: 'sub-project.yaml is valid, with 4 workflows\n',
      err: '',
    });
    await edit('sub-project.yaml', 'user: demo-owner@example.com', 'user: nobody-here');
    expect(await run(['validate', folder])).toMatchObject({ code: 0 });
    const remote = await millrace(['validate', folder, '--remote']);
    expect(remote).toMatchObject({ code: 6, out: expect.stringMatching(/^sub-project\.yaml:\d+: .*"nobody-here"/) });
  });

  test('offline and remote find the same', async () => {
    await edit('sub-project.yaml', 'type: number', 'type: nmber');
    await edit('manager-approval.bpmn', '>=approved<', '>=approved +<');
    const texts = ({ out }: { readonly out: string }) =>
      [...out.matchAll(/^([^:\s]+:\d+)(?::\d+)?: (.*)$/gm)].map(([, at, message]) => [at, message]);
    const offline = await run(['validate', folder]);
    expect(offline).toMatchObject({ code: 6 });
    expect(texts(offline)).toHaveLength(2);
    expect(texts(offline)).toEqual(texts(await millrace(['validate', folder, '--remote'])));
  });

  test('what is wrong in the document is pointed at, line by line', async () => {
    await edit('sub-project.yaml', 'type: number', 'type: nmber');
    await edit('sub-project.yaml', 'initial: INIT', 'initial: START');
    const lines = (await readFile(join(folder, 'sub-project.yaml'), 'utf8')).split('\n');
    const outcome = await millrace(['validate', folder]);
    expect(outcome.code).toBe(6);
    expect(outcome.out).toMatch(/^sub-project\.yaml:\d+:\d+: \/fields\/amount\/type: must be /m);
    const places = [...outcome.out.matchAll(/^sub-project\.yaml:(\d+):(\d+): \S*\/(\w+): /gm)];
    expect(places).toHaveLength(2);
    for (const [, line, column, pointer = ''] of places) {
      expect(lines[Number(line) - 1]?.slice(Number(column) - 1)).toMatch(new RegExp(`^${pointer}:`));
      expect(outcome.out).toContain(`\n  ${line} | ${lines[Number(line) - 1]}\n`);
    }
    expect(outcome.err).toMatch(/^The configuration has (an error|\d+ errors)\.\n$/);
    const asJson = JSON.parse((await millrace(['validate', folder, '--json'])).out);
    expect(asJson).toMatchObject({
      valid: false,
      errors: Array(2).fill({ file: 'sub-project.yaml', line: expect.any(Number) }),
    });
  });

  test('what is wrong in a diagram is pointed at where its element is declared', async () => {
    await edit('manager-approval.bpmn', '>=approved<', '>=approved +<');
    const xml = (await readFile(join(folder, 'manager-approval.bpmn'), 'utf8')).split('\n');
    const outcome = await millrace(['validate', folder]);
    expect(outcome.code).toBe(6);
    const line = /^manager-approval\.bpmn:(\d+):\d+: element Flow_Approved: /m.exec(outcome.out)?.[1];
    expect(xml[Number(line) - 1]).toContain('<bpmn:sequenceFlow id="Flow_Approved"');
  });

  test('it needs a folder with one document, and --remote the administrator', async () => {
    expect(await run(['validate', folder, '--remote'], { env: server.as('owner') })).toMatchObject({ code: 4 });
    expect(await millrace(['validate', join(folder, 'nowhere')])).toMatchObject({ code: 2 });
    await writeFile(join(folder, 'sub-project.json'), '{}');
    expect((await millrace(['validate', folder])).err).toMatch(
      / has sub-project\.yaml and sub-project\.json\. Keep one of them\.\n$/,
    );
    await rm(join(folder, 'sub-project.json'));
  });
});

/** Goes nowhere until `limit` has a value. */
const undecided = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="test">
  <bpmn:process id="undecided" isExecutable="true">
    <bpmn:startEvent id="Start" /><bpmn:exclusiveGateway id="Large" name="Large?" />
    <bpmn:endEvent id="Yes" /><bpmn:endEvent id="No" />
    <bpmn:sequenceFlow id="f1" sourceRef="Start" targetRef="Large" />
    <bpmn:sequenceFlow id="f2" name="yes" sourceRef="Large" targetRef="Yes">
      <bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">=limit &gt; 5</bpmn:conditionExpression>
    </bpmn:sequenceFlow>
    <bpmn:sequenceFlow id="f3" name="no" sourceRef="Large" targetRef="No">
      <bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">=limit &lt;= 5</bpmn:conditionExpression>
    </bpmn:sequenceFlow>
  </bpmn:process>
</bpmn:definitions>`;

test('[D75] a process is named by its business key as well as by its id', async () => {
  const subProject = await mkdtemp(join(tmpdir(), 'millrace-keys-'));
  await writeFile(
    join(subProject, 'sub-project.yaml'),
    [
      'name: Claims by number',
      'stages: [{ key: open, default: true }]',
      'businessKey: number',
      'fields: { number: { type: string, maxLength: 40, x-unique: true }, notes: { type: string } }',
    ].join('\n'),
  );
  const keyed = (...args: readonly string[]) => millrace([...args, '--sub-project', 'Claims by number']);
  expect(await millrace(['deploy', subProject, '--yes'])).toMatchObject({ code: 0 });
  await rm(subProject, { recursive: true });
  expect(await keyed('process', 'create', 'number=C-1')).toMatchObject({ code: 0 });
  expect(await keyed('process', 'create', 'number=C-1')).toMatchObject({ code: 6 });
  expect(await keyed('process', 'update', 'C-1', 'notes=found')).toMatchObject({ code: 0 });
  expect((await keyed('process', 'show', 'C-1')).out).toContain('found');
  expect((await keyed('audit', 'list', '--process', 'C-1')).out).toContain('process.update');
  expect(await keyed('process', 'delete', 'C-1')).toMatchObject({ code: 9 });
  expect((await keyed('process', 'delete', 'C-1', '--yes')).out).toContain('Deleted process');
  expect(await keyed('process', 'create', 'number=C-1'), 'the key is free again').toMatchObject({ code: 0 });
  expect(await keyed('process', 'show', 'C-2')).toMatchObject({
    code: 5,
    err: expect.stringContaining('There is no process with the business key "C-2" that you may see.'),
  });
  expect(await millrace(['process', 'show', 'C-1', '--sub-project', 'Invoice approvals'])).toMatchObject({
    err: expect.stringContaining('has no business key'),
  });
});

describe('deploy', () => {
  test('an unchanged configuration deploys to nothing', async () => {
    expect((await millrace(['deploy', folder])).out).toMatch(
      /^Nothing has changed: version \d+ is already deployed\n$/,
    );
  });

  test('the changes are shown, then asked about, then made', async () => {
    await edit('sub-project.yaml', 'minimum: 0', 'minimum: 10');
    const planned = await millrace(['deploy', folder, '--dry-run']);
    expect(planned).toEqual({ code: 0, out: 'Changes of version 2:\n  field amount: minimum 0 -> 10\n', err: '' });
    expect(await millrace(['deploy', folder])).toMatchObject({ code: 9, out: '' });
    expect(await millrace(['deploy', folder], { answers: ['no'] })).toMatchObject({ code: 9, out: '' });
    expect(await millrace(['deploy', folder, '--dry-run'])).toMatchObject({ code: 0, out: planned.out });
    const deployed = await millrace(['deploy', folder], { answers: ['yes'] });
    expect(deployed).toEqual({
      code: 0,
      out: 'Deployed version 2 to sub-project 01900000-0000-7000-8000-000000000001\n',
      err: 'Changes of version 2:\n  field amount: minimum 0 -> 10\nDeploy version 2? [y/N] ',
    });
    expect((await millrace(['sub-project', 'show', 'invoice APPROVALS', '--document'])).out).toBe(
      await readFile(join(folder, 'sub-project.yaml'), 'utf8'),
    );
  });

  test('a document without an id makes a sub-project, which commands then find by its name', async () => {
    await edit('sub-project.yaml', 'id: 01900000-0000-7000-8000-000000000001\n', '');
    await edit('sub-project.yaml', 'name: Invoice approvals', 'name: Trial');
    const { code, out } = await millrace(['deploy', folder, '--yes', '--json']);
    expect(code).toBe(0);
    const { subProjectId } = JSON.parse(out);
    expect((await millrace(['sub-project', 'show', 'trial'])).out).toContain(
      `id       ${subProjectId}\nname     Trial\n`,
    );
    const ambiguous = await millrace(['process', 'list']);
    expect(ambiguous).toMatchObject({ code: 2, out: '' });
    expect(ambiguous.err).toMatch(
      /^Name the sub-project with --sub-project, by id or name:\n.* {2}Claims by number\n.* {2}Invoice approvals\n.* {2}Trial\n$/,
    );
    expect(await millrace(['process', 'list', '--sub-project', 'Trial'])).toEqual({
      code: 0,
      out: '',
      err: 'No process matches.\n',
    });
    expect((await millrace(['process', 'list', '--sub-project', 'None'])).code).toBe(5);
  });
});

describe('incidents', () => {
  test('are drawn where they are, and retried with corrected variables', async () => {
    await edit('sub-project.yaml', 'id: 01900000-0000-7000-8000-000000000001\n', '');
    await edit('sub-project.yaml', 'name: Invoice approvals', 'name: Incidents');
    await writeFile(join(folder, 'auto-classify.bpmn'), undecided);
    expect(await millrace(['deploy', folder, '--yes'])).toMatchObject({ code: 0 });
    const inIncidents = { env: { ...server.administrator, MILLRACE_SUB_PROJECT: 'Incidents' } };
    const created = await millrace(['process', 'create', 'supplier=x', '--json'], inIncidents);
    const executed = await millrace(['run', 'execute', 'Auto-classify', JSON.parse(created.out).id], inIncidents);
    const [, runId = ''] = /^Run (\S+) is FAILED\n$/.exec(executed.out) ?? [];
    const shown = await millrace(['run', 'show', runId], inIncidents);
    expect(shown.out).toContain(`
✓ Start   start event
✗ Large?  exclusive gateway
  ├─ yes
  │  Yes  end event
  └─ no
     No   end event

INCIDENT `);
    const retried = await millrace(['run', 'retry', runId, 'limit:=10'], inIncidents);
    expect(retried).toMatchObject({ code: 0, out: `One incident retried; run ${runId} is COMPLETED\n` });
    expect((await millrace(['run', 'show', runId], inIncidents)).out).toContain('\n✓ │  Yes  end event\n');
  });
});
