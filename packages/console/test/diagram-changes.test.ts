import { readFileSync } from 'node:fs';
import { BpmnModdle } from 'bpmn-moddle';
import { expect, test } from 'vitest';
import { diagramChanges } from '../src/studio/deploy/diagram-changes.js';
import { dialect } from '../src/studio/drawing/dialect.js';
import type { Moddle } from '../src/studio/drawing/moddle.js';

const example = new URL('../../../examples/invoice-approvals/manager-approval.bpmn', import.meta.url);
const file = readFileSync(example, 'utf8');

const parse = async (xml: string) => (await new BpmnModdle(dialect).fromXML(xml)).rootElement as unknown as Moddle;

const changesOf = async (from: string, to: string) =>
  diagramChanges(await parse(from), await parse(to)).map(({ kind, element, properties }) => ({
    kind,
    id: element.id,
    properties,
  }));

test('a file does not differ from itself', async () => {
  expect(await changesOf(file, file)).toEqual([]);
});

test('changed properties are told by name, also those of extension elements, conditions and mappings', async () => {
  const changed = file
    .replace('name="Approve invoice"', 'name="Check invoice"')
    .replace('[&quot;OWNER&quot;, &quot;MANAGER&quot;]', '[&quot;OWNER&quot;]')
    .replace('>=approved<', '>=approved and process.fields.amount &lt; 5<')
    .replace('{state: &quot;REJECTED&quot;}', '{state: &quot;INIT&quot;}');
  expect(await changesOf(file, changed)).toEqual([
    {
      kind: 'changed',
      id: 'Task_Approve',
      properties: [
        { id: 'name', before: 'Approve invoice', after: 'Check invoice' },
        { id: 'candidateGroups', before: '=["OWNER", "MANAGER"]', after: '=["OWNER"]' },
      ],
    },
    {
      kind: 'changed',
      id: 'Task_SetRejected',
      properties: [{ id: 'updates', before: '={state: "REJECTED"}', after: '={state: "INIT"}' }],
    },
    {
      kind: 'changed',
      id: 'Flow_Approved',
      properties: [{ id: 'condition', before: '=approved', after: '=approved and process.fields.amount < 5' }],
    },
  ]);
});

test('elements that came, went and were moved are told; a file with other texts elsewhere as well', async () => {
  const changed = file
    .replace('<bpmn:endEvent id="EndEvent_Rejected"', '<bpmn:endEvent id="EndEvent_Other"')
    .replaceAll('"EndEvent_Rejected"', '"EndEvent_Other"')
    .replace('<dc:Bounds x="162" y="102"', '<dc:Bounds x="100" y="102"')
    .replace('Waits for a decision', 'Waits for an answer');
  const kinds = (await changesOf(file, changed)).map(({ kind, id }) => `${kind} ${id}`);
  expect(kinds).toEqual([
    'changed manager-approval',
    'moved StartEvent_Approval',
    'added EndEvent_Other',
    'changed Flow_RejectedEnd',
    'removed EndEvent_Rejected',
  ]);
});
