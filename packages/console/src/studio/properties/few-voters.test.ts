import { expect, test } from 'vitest';
import type { DrawnElement } from '../drawing/moddle.js';
import { fewVoters } from './few-voters.js';

/** A user task with these attributes, as the drawing has it. */
function task(approval: Record<string, string> | undefined, assigned: Record<string, string>): DrawnElement {
  const part = ($type: string, values: Record<string, string>) => ({ $type, get: (name: string) => values[name] });
  const values = [
    part('zeebe:AssignmentDefinition', assigned),
    ...(approval === undefined ? [] : [part('millrace:Approval', approval)]),
  ];
  const extensionElements = { $type: 'bpmn:ExtensionElements', values, get: () => values };
  const businessObject = { $type: 'bpmn:UserTask', extensionElements, get: () => extensionElements };
  return { id: 't', businessObject } as unknown as DrawnElement;
}

const members = [{ roles: ['OWNER'] }, { roles: ['OWNER', 'MANAGER'] }, { roles: ['READER'] }];

test('says when too few people have the roles that votes need', () => {
  const groups = { candidateGroups: '=["OWNER", "MANAGER"]' };
  expect(fewVoters(task({ quorum: '3' }, groups), members)).toEqual({ count: 2, quorum: 3, isWithoutStarter: false });
  expect(fewVoters(task({ quorum: '2' }, groups), members)).toBeUndefined();
  const separation = 'starter, field:supplier';
  expect(fewVoters(task({ quorum: '2', separation }, groups), members)).toMatchObject({ isWithoutStarter: true });
  expect(fewVoters(task({}, { candidateGroups: 'BOARD' }), members)).toMatchObject({ count: 0, quorum: 1 });
});

test('says nothing where something has to be computed, and of tasks without votes', () => {
  const groups = { candidateGroups: 'BOARD' };
  expect(fewVoters(task(undefined, groups), members)).toBeUndefined();
  expect(fewVoters(task({ quorum: '=process.fields.amount' }, groups), members)).toBeUndefined();
  expect(fewVoters(task({ matrix: 'm' }, groups), members)).toBeUndefined();
  expect(fewVoters(task({}, { candidateGroups: '=roles' }), members)).toBeUndefined();
  expect(fewVoters(task({}, {}), members)).toBeUndefined();
  expect(fewVoters(task({}, { ...groups, candidateUsers: 'ann' }), members)).toBeUndefined();
});
