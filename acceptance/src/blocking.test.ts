import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bpmn, end, flow, line, start } from './support/bpmn.js';
import { signInDemoClients } from './support/demo-clients.js';
import { configuration, createProcess, deploy } from './support/sub-project.js';

const { admin, owner } = await signInDemoClients();

/**
 * Longest answer of /healthz beside a hostile request, in milliseconds. The budget is 250 (`npm run bench -- --only
 * fairness`); tests share their cores with each other, and what blocks takes many seconds.
 */
const LONGEST_MS = 5_000;

/** Asks for /healthz again and again while `work` runs. */
async function responsive<T>(work: Promise<T>): Promise<T> {
  let running = true;
  const over = work.finally(() => {
    running = false;
  });
  let longest = 0;
  while (running) {
    const begun = performance.now();
    expect((await admin.request('GET', '/healthz')).status).toBe(200);
    longest = Math.max(longest, performance.now() - begun);
    await Promise.race([over.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 20))]);
  }
  expect(longest).toBeLessThan(LONGEST_MS);
  return over;
}

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

describe('values that are expensive to check', async () => {
  const fields = {
    assignee: { type: 'string', format: 'user' },
    rows: { type: 'array', uniqueItems: true, maxItems: 20_000 },
    list: { type: 'array' },
    letters: { type: 'string', pattern: '^(\\p{L}|\\w)*$' },
    same: { type: 'string', pattern: '^(a|a)*$' },
    stars: { type: 'string', pattern: '^a*a*a*a*a*b$' },
    automaton: { type: 'array', items: { pattern: '[ab]*a[ab]{400}[xy]' } },
    tree: {
      $defs: { n: { type: 'array', anyOf: [{ items: { $ref: '#/$defs/n' } }, { items: { $ref: '#/$defs/n' } }] } },
      $ref: '#/$defs/n',
    },
  };
  const { id } = await deploy(admin, configuration({ fields }));
  const process = await createProcess(owner, id, { fields: {} });
  const update = (updates: object) => ({ subProjectId: id, processId: process, updates });
  const refused = async (updates: object, message: RegExp) => {
    const { errors } = await responsive(owner.refused('updateProcessField', update(updates), 1232));
    expect(errors).toEqual([
      { pointer: `/updates/${Object.keys(updates)[0]}`, detail: expect.stringMatching(message) },
    ]);
  };

  test('20,000 different objects are unique', async () => {
    const rows = many(20_000, (n) => ({ id: n, name: 'x' }));
    await responsive(owner.ok('updateProcessField', update({ rows })));
    await refused({ rows: [...rows.slice(1), { name: 'x', id: 5 }] }, /must not hold the same item twice/);
  });

  test('arrays have at most 10,000 items unless the field says otherwise', () =>
    refused({ list: many(10_001, (n) => n) }, /must have at most 10000 items .*larger maxItems/));

  test.each(['letters', 'same', 'stars'])('patterns do not backtrack: %s', async (name) => {
    await refused({ [name]: `${'a'.repeat(4_000)}!` }, /must match the pattern/);
    await refused({ [name]: 'a'.repeat(5_001) }, /must match the pattern/);
  });

  test('a pattern with a large automaton', () =>
    refused(
      { automaton: many(180, (n) => `${many(4_990, (at) => ((at * 7919 + n) % 13 < 6 ? 'a' : 'b')).join('')}z`) },
      /must match the pattern|takes too long to check/,
    ));

  test('a schema that doubles the work with each level', () =>
    refused(
      { tree: JSON.parse(`${'['.repeat(50)}1${']'.repeat(50)}`) },
      /takes too long to check; send a smaller value/,
    ));
});

describe('deployments', () => {
  const dryRun = (document: object | string, files: Record<string, string> = {}) => ({ document, files, dryRun: true });
  const workflow = { key: 'w', name: 'W', stages: ['stage_init'], file: 'w.bpmn' };

  test('say where a pattern cannot be matched in linear time, and what to do', async () => {
    const document = configuration({
      fields: { assignee: { type: 'string', format: 'user' }, code: { type: 'string', pattern: '^(?=.*[0-9]).+$' } },
    });
    const { errors } = await admin.refused('deploySubProject', dryRun(document), 1232);
    expect(errors).toEqual([
      { pointer: '/document/fields/code/pattern', detail: expect.stringMatching(/looks ahead.*linear time.*"allOf"/) },
    ]);
  });

  test('say the same of the form of a task', async () => {
    const form = JSON.stringify({ type: 'object', properties: { code: { pattern: '^(a)\\1$' } } }).replaceAll(
      '"',
      '&quot;',
    );
    const task = `<bpmn:extensionElements><zeebe:userTaskForm id="f">${form}</zeebe:userTaskForm></bpmn:extensionElements>
      ${start()}<bpmn:userTask id="fill"><bpmn:extensionElements><zeebe:userTask />
      <zeebe:formDefinition formKey="camunda-forms:bpmn:f" /></bpmn:extensionElements></bpmn:userTask>${end()}${line('start', 'fill', 'end')}`;
    const document = configuration({ workflows: [workflow] });
    const { errors } = await admin.refused('deploySubProject', dryRun(document, { 'w.bpmn': bpmn('p', task) }), 1232);
    expect(errors).toEqual([
      {
        pointer: '/files/w.bpmn',
        detail: expect.stringMatching(/element fill: the form: \/properties\/code\/pattern: \\1 .* refers back/),
      },
    ]);
  });

  test('of 20,000 elements let other requests through', async () => {
    const tasks = many(
      9_990,
      (n) => `<bpmn:manualTask id="t${n}" />${n === 0 ? flow('start', 't0') : flow(`t${n - 1}`, `t${n}`)}`,
    );
    const elements = `${start()}${tasks.join('')}${end()}${flow('t9989', 'end')}`;
    const document = configuration({ workflows: [workflow] });
    await responsive(admin.ok('deploySubProject', dryRun(document, { 'w.bpmn': bpmn('large', elements) })));
  }, 60_000);

  test('of YAML with 60,000 keys let other requests through', async () => {
    const document = `name: Large ${randomUUID()}\nstages: [{ key: one }]\n${many(60_000, (n) => `k${n}: 1`).join('\n')}`;
    const { errors } = await responsive(admin.refused('deploySubProject', dryRun(document), 1232));
    expect(errors?.length).toBe(200);
  }, 60_000);
});
