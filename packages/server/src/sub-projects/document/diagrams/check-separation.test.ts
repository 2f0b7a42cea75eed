import { expect, it } from 'vitest';
import { createDocumentValidator } from '../validate-document.js';

const bpmn = (separation: string) =>
  `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:millrace="urn:millrace:bpmn:1" id="defs" targetNamespace="t">
<bpmn:process id="p" isExecutable="true"><bpmn:startEvent id="s"/>
<bpmn:userTask id="t"><bpmn:extensionElements><millrace:approval separation="${separation}"/></bpmn:extensionElements></bpmn:userTask>
<bpmn:endEvent id="e"/><bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="t"/><bpmn:sequenceFlow id="f2" sourceRef="t" targetRef="e"/>
</bpmn:process></bpmn:definitions>`;

const errorsOf = async (separation: string) => {
  const document = {
    name: 'Separation',
    stages: [{ key: 'stage', default: true }],
    states: { values: ['INIT'] },
    fields: {
      amount: { type: 'number' as const },
      requester: { type: 'string' as const },
      team: { type: 'array' as const, items: { type: 'string' as const } },
    },
    workflows: [{ key: 'w', name: 'W', stages: ['stage'], file: 'w.bpmn' }],
  };
  const { errors } = await createDocumentValidator()(document, { 'w.bpmn': bpmn(separation) });
  return errors.map(({ path, message }) => `${path}: ${message}`);
};

it('[D117] rules of separation name fields of the sub-project that can hold persons', async () => {
  expect(await errorsOf('starter, field:requester, field:team, editor:amount')).toEqual([]);
  expect(await errorsOf('field:requestor')).toEqual([
    expect.stringMatching(
      /^w\.bpmn#t: separation "field:requestor": the sub-project has no field "requestor".*requester/,
    ),
  ]);
  expect(await errorsOf('editor:price')).toEqual([expect.stringContaining('has no field "price"')]);
  expect(await errorsOf('field:amount')).toEqual([
    'w.bpmn#t: separation "field:amount": the field "amount" holds neither a text nor a list',
  ]);
});
