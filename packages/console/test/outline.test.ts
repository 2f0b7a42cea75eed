import { expect, test } from 'vitest';
import { type BpmnElement, flowModelOf } from '../src/diagram/flow-model.js';
import { outlineOf } from '../src/diagram/outline.js';

const node = (id: string, $type = 'bpmn:UserTask', more: Partial<BpmnElement> = {}): BpmnElement => ({
  $type,
  id,
  name: id,
  ...more,
});
const flow = (from: string, to: string, name?: string): BpmnElement => ({
  $type: 'bpmn:SequenceFlow',
  id: `${from}-${to}`,
  sourceRef: { $type: 'bpmn:UserTask', id: from },
  targetRef: { $type: 'bpmn:UserTask', id: to },
  ...(name === undefined ? {} : { name }),
});

/** The lines with their level as dots. */
const outline = (...flowElements: BpmnElement[]) => {
  const definitions = { $type: 'bpmn:Definitions', rootElements: [{ $type: 'bpmn:Process', id: 'p', flowElements }] };
  return outlineOf(flowModelOf(definitions)).map(
    ({ kind, elementId, level, via }) =>
      `${'.'.repeat(level - 1)}${via === '' ? '' : `${via}: `}${kind === 'onward' ? '-> ' : ''}${elementId}`,
  );
};

test('branches stand one level deeper, and what they lead to together stands after them', () => {
  const gateways = [node('split', 'bpmn:ExclusiveGateway'), node('join', 'bpmn:ExclusiveGateway')];
  expect(
    outline(
      ...[node('end', 'bpmn:EndEvent'), node('start', 'bpmn:StartEvent'), node('a'), node('b'), ...gateways],
      ...[flow('start', 'split'), flow('split', 'a', 'yes'), flow('split', 'b', 'no')],
      ...[flow('a', 'join'), flow('b', 'join'), flow('join', 'end')],
    ),
  ).toEqual(['start', 'split', '.yes: a', '.-> join', '.no: b', '.-> join', 'join', 'end']);
});

test('a loop back is a line that names where the flow goes on; every element stands once', () => {
  expect(
    outline(
      ...[node('start', 'bpmn:StartEvent'), node('merge', 'bpmn:ExclusiveGateway'), node('work')],
      ...[node('again', 'bpmn:ExclusiveGateway'), node('end', 'bpmn:EndEvent')],
      ...[flow('start', 'merge'), flow('merge', 'work'), flow('work', 'again')],
      ...[flow('again', 'merge', 'redo'), flow('again', 'end', 'done')],
    ),
  ).toEqual(['start', 'merge', 'work', 'again', '.redo: -> merge', '.done: end']);
});

test('events at the edge and the inside of a sub-process stand below it', () => {
  const inside = [node('first', 'bpmn:StartEvent'), node('within'), flow('first', 'within')];
  expect(
    outline(
      ...[node('start', 'bpmn:StartEvent'), node('sub', 'bpmn:SubProcess', { flowElements: inside }), node('after')],
      node('late', 'bpmn:BoundaryEvent', { attachedToRef: { $type: 'bpmn:SubProcess', id: 'sub' } }),
      ...[node('remind'), flow('start', 'sub'), flow('sub', 'after'), flow('late', 'remind')],
    ),
  ).toEqual(['start', 'sub', '.first', '.within', '.late', '.remind', 'after']);
});
