import { describe, expect, it } from 'vitest';
import { compileDiagrams } from './compile-diagrams.js';

/** A file with one executable process per entry: what it calls, if anything. */
const bpmn = (processes: Readonly<Record<string, string | undefined>>): string => `<?xml version="1.0"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" id="d" targetNamespace="urn:test">
${Object.entries(processes)
  .map(([id, called]) => {
    const task =
      called === undefined
        ? `<bpmn:task id="${id}_work"/>`
        : `<bpmn:callActivity id="${id}_work"><bpmn:extensionElements>
             <zeebe:calledElement processId="${called}"/></bpmn:extensionElements></bpmn:callActivity>`;
    return `<bpmn:process id="${id}" isExecutable="true"><bpmn:startEvent id="${id}_start"/>${task}<bpmn:endEvent id="${id}_end"/>
      <bpmn:sequenceFlow id="${id}_1" sourceRef="${id}_start" targetRef="${id}_work"/>
      <bpmn:sequenceFlow id="${id}_2" sourceRef="${id}_work" targetRef="${id}_end"/></bpmn:process>`;
  })
  .join('\n')}
</bpmn:definitions>`;

const compile = async (
  workflows: readonly { readonly key: string; readonly file: string; readonly process?: string }[],
  files: Readonly<Record<string, string>>,
) => {
  const errors: string[] = [];
  const diagrams = await compileDiagrams(
    {
      name: 'Test',
      stages: [{ key: 'one' }],
      workflows: workflows.map((one) => ({ ...one, name: one.key, stages: [] })),
    },
    new Map(Object.entries(files)),
    (at, message) => errors.push(`/${at.join('/')} ${message}`),
  );
  const lines = (findings: readonly { path: string; message: string }[]) =>
    findings.map(({ path, message }) => `${path} ${message}`);
  return {
    errors: [...errors, ...lines(diagrams.errors)],
    warnings: lines(diagrams.warnings),
    processes: diagrams.workflows.map(({ key, processId }) => `${key} ${processId}`),
  };
};

describe('which process a workflow runs', () => {
  it('the only one of its file, or the one it names', async () => {
    const files = { 'a.bpmn': bpmn({ a: undefined }), 'bc.bpmn': bpmn({ b: undefined, c: undefined }) };
    const { errors, warnings, processes } = await compile(
      [
        { key: 'first', file: 'a.bpmn' },
        { key: 'second', file: 'bc.bpmn', process: 'c' },
      ],
      files,
    );
    expect({ errors, warnings, processes }).toEqual({
      errors: [],
      warnings: ['bc.bpmn#b no workflow uses this process'],
      processes: ['first a', 'second c'],
    });
  });

  it('of several one must be named', async () => {
    const { errors } = await compile([{ key: 'x', file: 'bc.bpmn' }], {
      'bc.bpmn': bpmn({ b: undefined, c: undefined }),
    });
    expect(errors).toEqual(['/workflows/0/process "bc.bpmn" holds several processes; name one of b, c']);
  });
});

describe('what call activities call', () => {
  it('another workflow, or another process of the same file', async () => {
    const files = { 'a.bpmn': bpmn({ a: 'b' }), 'b.bpmn': bpmn({ b: 'c', c: undefined }) };
    const { errors, warnings } = await compile(
      [
        { key: 'a', file: 'a.bpmn' },
        { key: 'b', file: 'b.bpmn', process: 'b' },
      ],
      files,
    );
    expect([errors, warnings]).toEqual([[], []]);
  });

  it('nothing that no workflow runs', async () => {
    const { errors } = await compile([{ key: 'a', file: 'a.bpmn' }], { 'a.bpmn': bpmn({ a: 'approve' }) });
    expect(errors).toEqual([
      'a.bpmn#a_work no workflow of the document runs the called process "approve"; known are a',
    ]);
  });

  it('nothing that two different files run', async () => {
    const files = { 'a.bpmn': bpmn({ a: 'b' }), 'b.bpmn': bpmn({ b: undefined }), 'b2.bpmn': bpmn({ b: undefined }) };
    const workflows = Object.keys(files).map((file) => ({ key: file, file }));
    const { errors } = await compile(workflows, files);
    expect(errors).toEqual(['a.bpmn#a_work workflows of several files run the called process "b"; keep one']);
  });
});

it('a file that is no BPMN is an error, not an exception', async () => {
  const { errors } = await compile([{ key: 'a', file: 'a.bpmn' }], { 'a.bpmn': 'not XML' });
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(/^a\.bpmn /);
});

describe('forms of tasks', () => {
  const withForm = (form: unknown): string => `<?xml version="1.0"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" id="d" targetNamespace="urn:test"><bpmn:process id="p" isExecutable="true">
<bpmn:extensionElements><zeebe:userTaskForm id="f">${JSON.stringify(form).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}</zeebe:userTaskForm></bpmn:extensionElements>
<bpmn:startEvent id="s"/><bpmn:userTask id="fill"><bpmn:extensionElements><zeebe:userTask/><zeebe:formDefinition formKey="camunda-forms:bpmn:f"/></bpmn:extensionElements></bpmn:userTask><bpmn:endEvent id="e"/>
<bpmn:sequenceFlow id="s1" sourceRef="s" targetRef="fill"/><bpmn:sequenceFlow id="s2" sourceRef="fill" targetRef="e"/>
</bpmn:process></bpmn:definitions>`;
  const deploy = (form: unknown) => compile([{ key: 'w', file: 'w.bpmn' }], { 'w.bpmn': withForm(form) });
  const object = (code: object) => ({ type: 'object', properties: { code } });

  it.each<[string, object, RegExp]>([
    [
      'look-around',
      { pattern: '^(?=.*[0-9]).+$' },
      /^w\.bpmn#fill the form: \/properties\/code\/pattern: .* looks ahead/,
    ],
    ['back references', { patternProperties: { '^(a)\\1$': {} } }, /the form: .*patternProperties.* refers back/],
    ['large counts', { pattern: '(a{1,100}){1,100}' }, /the form: .* repeats too much/],
    ['references to itself', { $ref: '#/properties/code' }, /the form: .* refers to itself without end/],
  ])('are refused with %s', async (_, code, message) => {
    const { errors } = await deploy(object(code));
    expect(errors).toEqual([expect.stringMatching(message)]);
  });

  it('are refused when they are nested deeply', async () => {
    let form: object = { type: 'string' };
    for (let depth = 0; depth < 100; depth += 1) form = { type: 'object', properties: { a: form } };
    const { errors } = await deploy(form);
    expect(errors).toEqual(['w.bpmn#fill the form must not be nested deeper than 64 levels']);
  });

  it('may have patterns that would backtrack, because they are matched in linear time', async () => {
    expect((await deploy(object({ pattern: '^(a|a)*$' }))).errors).toEqual([]);
  });

  it('that are no valid schema are warned of, because payloads are not checked against them', async () => {
    const { errors, warnings } = await deploy(object({ type: 'text' }));
    expect(errors).toEqual([]);
    expect(warnings).toContainEqual(
      expect.stringMatching(/^w\.bpmn#fill the form is no valid JSON Schema \(\/properties\/code\/type .*not checked/),
    );
    const editors = await deploy({ components: [{ type: 'text', pattern: '(?=a)' }] });
    expect([...editors.errors, ...editors.warnings].join()).not.toContain('the form');
  });
});
