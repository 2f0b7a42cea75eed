import { describe, expect, it } from 'vitest';
import type { ConfigurationDocument } from '../model/document.js';
import { createDocumentValidator } from '../validate-document.js';

/** Elements in a line, one per line of the file from line 3 on, between a start and an end event. */
function bpmn(
  elements: readonly string[],
  roots: readonly string[] = [],
  flows: string | undefined = undefined,
): string {
  const ids = ['start', ...elements.map((element) => / id="([^"]+)"/.exec(element)?.[1] ?? ''), 'end'];
  const line = ids
    .slice(1)
    .map((id, index) => `<bpmn:sequenceFlow id="to_${id}" sourceRef="${ids[index]}" targetRef="${id}"/>`)
    .join('');
  return `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="defs" targetNamespace="t">
<bpmn:process id="p" isExecutable="true"><bpmn:startEvent id="start"/>
${elements.join('\n')}
<bpmn:endEvent id="end"/>${flows ?? line}</bpmn:process>${roots.join('')}</bpmn:definitions>`;
}

const extensions = (...content: readonly string[]) =>
  `<bpmn:extensionElements>${content.join('')}</bpmn:extensionElements>`;
const service = (id: string, type: string, ...more: readonly string[]) =>
  `<bpmn:serviceTask id="${id}">${extensions(`<zeebe:taskDefinition type="${type}"/>`, ...more)}</bpmn:serviceTask>`;
const script = (id: string, expression: string) =>
  `<bpmn:scriptTask id="${id}">${extensions(`<zeebe:script expression="${expression}" resultVariable="r"/>`)}</bpmn:scriptTask>`;
const updates = (source: string) =>
  `<zeebe:ioMapping><zeebe:input source="${source}" target="updates"/></zeebe:ioMapping>`;
const event = (kind: 'Catch' | 'Throw', id: string, definition: 'message' | 'signal', ref: string) =>
  `<bpmn:intermediate${kind}Event id="${id}"><bpmn:${definition}EventDefinition ${definition}Ref="${ref}"/></bpmn:intermediate${kind}Event>`;
const message = (id: string, name: string) =>
  `<bpmn:message id="${id}" name="${name}">${extensions('<zeebe:subscription correlationKey="=process.id"/>')}</bpmn:message>`;
const signal = (id: string, name: string) => `<bpmn:signal id="${id}" name="${name}"/>`;

async function warningsOf(diagrams: readonly string[], changes: Partial<ConfigurationDocument> = {}) {
  const document = {
    name: 'Claims',
    stages: [{ key: 'one', default: true }],
    fields: { policeNeeded: { type: 'boolean' }, 'due-date': { type: 'string' } },
    workflows: diagrams.map((_, n) => ({ key: `w${n}`, name: `W${n}`, stages: ['one'], file: `${n}.bpmn` })),
    ...changes,
  };
  const files = Object.fromEntries(diagrams.map((text, n) => [`${n}.bpmn`, text.replaceAll('id="p"', `id="p${n}"`)]));
  const { errors, warnings } = await createDocumentValidator()(document, files);
  expect(errors).toEqual([]);
  return warnings
    .filter((warning) => warning.path !== '')
    .map(({ path, line, message: text }) => `${path} (${line}): ${text}`);
}

describe('job types', () => {
  it('near a built-in one', async () => {
    expect(
      await warningsOf([bpmn([service('a', 'http'), service('b', 'htpp'), service('c', 'process.udpate')])]),
    ).toEqual([
      '0.bpmn#b (4): the job type "htpp" is not built in; did you mean "http"? If external workers do these jobs, list the type under `work` of their role',
      '0.bpmn#c (5): the job type "process.udpate" is not built in; did you mean "process.update"? If external workers do these jobs, list the type under `work` of their role',
    ]);
  });

  it('of external workers, unless near one that a role lists', async () => {
    const diagram = bpmn([
      service('a', 'pack-parcel'),
      service('b', 'pack-parcle'),
      service('c', 'mail'),
      service('d', 'weigh'),
    ]);
    const roles = [{ name: 'PACKER', work: ['pack-parcel', 'mail'] }];
    expect(await warningsOf([diagram], { roles })).toEqual([
      expect.stringMatching(/^0\.bpmn#b \(4\): the job type "pack-parcle" is not listed .* mean "pack-parcel"\?/),
    ]);
  });
});

describe('fields', () => {
  it('that expressions read and updates set, and the document does not declare', async () => {
    const diagram = bpmn([
      script(
        'a',
        '= process.fields.policeNeeded and process.state = &quot;INIT&quot; and process.fields.due-date = null',
      ),
      script('b', '= process.fields.policeNeded'),
      script('c', '= process.feilds.policeNeeded'),
      service('d', 'process.update', updates('= {policeNeeded: true, state: &quot;DONE&quot;, ammount: 1}')),
    ]);
    expect(await warningsOf([diagram])).toEqual([
      '0.bpmn#b (4): an expression reads process.fields.policeNeded, which is no field of the document; did you mean "policeNeeded"?',
      '0.bpmn#c (5): an expression reads process.feilds, which is always null; did you mean "fields"?',
      '0.bpmn#d (6): it sets "ammount", which is no field; known are policeNeeded, due-date, state, priority, stageKey',
    ]);
  });
});

describe('messages and signals', () => {
  const thrower = (name: string) => bpmn([event('Throw', 'send', 'message', 'm')], [message('m', name)]);
  const catcher = (name: string) => bpmn([event('Catch', 'wait', 'message', 'm')], [message('m', name)]);

  it('that a diagram throws and none waits for', async () => {
    expect(await warningsOf([thrower('paid'), catcher('paid')])).toEqual([]);
    expect(await warningsOf([thrower('payd'), catcher('paid')])).toEqual([
      '0.bpmn#send (3): no workflow waits for the message "payd"; did you mean "paid"?',
    ]);
    const alarm = bpmn([event('Throw', 'ring', 'signal', 's')], [signal('s', 'alarm')]);
    expect(await warningsOf([alarm])).toEqual(['0.bpmn#ring (3): no workflow waits for the signal "alarm"']);
  });

  it('are not suspicious when they may come from outside, or when an expression names what is waited for', async () => {
    expect(await warningsOf([catcher('paid')])).toEqual([]);
    expect(await warningsOf([thrower('payd'), catcher('=otherDetails.name')])).toEqual([]);
  });
});

it('a parallel join that can never complete', async () => {
  const flow = (source: string, target: string, condition = '') =>
    `<bpmn:sequenceFlow id="${source}-${target}" sourceRef="${source}" targetRef="${target}">${condition}</bpmn:sequenceFlow>`;
  const condition =
    '<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">= process.fields.policeNeeded</bpmn:conditionExpression>';
  const flows = [
    flow('start', 'x'),
    flow('x', 'a'),
    flow('x', 'b', condition),
    flow('a', 'j'),
    flow('b', 'j'),
    flow('j', 'end'),
  ];
  const elements = [
    '<bpmn:exclusiveGateway id="x" default="x-a"/>',
    '<bpmn:task id="a"/>',
    '<bpmn:task id="b"/>',
    '<bpmn:parallelGateway id="j"/>',
  ];
  expect(await warningsOf([bpmn(elements, [], flows.join(''))])).toEqual([
    '0.bpmn#j (6): this parallel join can never complete: no token reaches flow "b-j" in addition to the one on flow "a-j". To join branches of which only one is taken, use an exclusive gateway',
  ]);
});
