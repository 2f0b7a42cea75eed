import { describe, expect, it } from 'vitest';
import type { ConfigurationDocument } from '../document/model/document.js';
import { normalDocument } from '../document/model/normal-document.js';
import type { StoredConfiguration } from '../records/stored-configuration.js';
import { diffConfigurations } from './diff.js';

const base: ConfigurationDocument = {
  name: 'Test',
  stages: [{ key: 'one', default: true }, { key: 'two' }],
  states: { initial: 'NEW', values: ['NEW', 'OLD'], transitions: [{ from: 'NEW', to: ['OLD'] }] },
  fields: { amount: { type: 'number', minimum: 0 }, code: { type: 'string' } },
  roles: [{ name: 'CLERK', read: true, update: ['amount'] }],
  members: [{ user: 'ada', roles: ['CLERK'] }],
  workflows: [{ key: 'flow', name: 'Flow', stages: ['one'], file: 'flow.bpmn' }],
};

/** As it would be stored: members are found, and definitions have ids. */
const stored = (document: ConfigurationDocument, definition = 'd1', userId = 'u1'): StoredConfiguration => ({
  document: JSON.parse(JSON.stringify(normalDocument(document))),
  members: (document.members ?? []).map(({ roles }) => ({ userId, roles })),
  workflows: (document.workflows ?? []).map(({ key, name, stages }) => ({
    id: `id of ${key}`,
    key,
    name,
    description: '',
    stageKeys: stages,
    definitionId: definition,
  })),
});

const cases: readonly (readonly [change: Partial<ConfigurationDocument>, lines: readonly string[]])[] = [
  [{}, []],
  [{ name: 'Tested' }, ['sub-project: name Test -> Tested']],
  [{ stages: [...base.stages, { key: 'three' }] }, ['stage three added']],
  [{ stages: [{ key: 'two' }, { key: 'one', default: true }] }, ['stage: order changed']],
  [
    { stages: [{ key: 'one' }, { key: 'two', default: true }] },
    ['stage one: default true -> false', 'stage two: default false -> true'],
  ],
  [
    { states: { initial: 'OLD', values: ['OLD'] } },
    [
      'sub-project: initial state NEW -> OLD',
      'state NEW removed',
      'transition NEW to OLD removed',
      'transition * to * added',
    ],
  ],
  [
    { priorities: { values: ['LOW', 'MEDIUM'], default: 'LOW' } },
    ['sub-project: default priority MEDIUM -> LOW', 'priority HIGH removed'],
  ],
  [
    { fields: { amount: { type: 'number', minimum: 10, required: true }, note: {} } },
    [
      'field code removed',
      'field amount: minimum 0 -> 10',
      'field amount: required not set -> true',
      'field note added',
    ],
  ],
  [
    { fields: { amount: { type: 'number', minimum: 0 }, code: { enum: ['a', 'b'] } } },
    ['field code: type string -> not set', 'field code: enum not set -> a, b'],
  ],
  [
    { roles: [{ name: 'CLERK', read: true, update: true, files: { read: true } }, { name: 'BOSS' }] },
    ['role CLERK: update amount -> true', 'role CLERK: files.read false -> true', 'role BOSS added'],
  ],
  [{ members: [{ user: 'bob', roles: ['CLERK'] }] }, ['member ada removed', 'member bob added']],
  [
    { workflows: [{ key: 'flow', name: 'Flows', stages: ['one', 'two'], file: 'flow.bpmn' }] },
    ['workflow flow: name Flow -> Flows', 'workflow flow: stages one -> one, two'],
  ],
  [{ storage: { legalHold: true } }, ['storage: legalHold false -> true']],
  [{ http: { allowPrivateAddresses: ['10.0.0.0/8'] } }, ['storage: private addresses nothing -> 10.0.0.0/8']],
];

describe('what a deployment changes', () => {
  it.each(cases)('%j', (change, lines) => {
    expect(diffConfigurations(stored(base), stored({ ...base, ...change }))).toEqual(lines);
  });

  it('diagrams by their definition, members by who they are', () => {
    expect(diffConfigurations(stored(base), stored(base, 'd2'))).toEqual(['workflow flow: diagram changed']);
    expect(diffConfigurations(stored(base), stored(base, 'd1', 'u2'))).toEqual(['member ada: is another user now']);
  });

  it('everything, when nothing was there', () => {
    expect(diffConfigurations(undefined, stored(base))).toEqual([
      ...['stage one added', 'stage two added', 'state NEW added', 'state OLD added', 'transition NEW to OLD added'],
      ...['priority LOW added', 'priority MEDIUM added', 'priority HIGH added'],
      ...['field amount added', 'field code added', 'role CLERK added', 'member ada added', 'workflow flow added'],
    ]);
  });

  it('long values only in part', () => {
    const long = { ...base, description: 'x'.repeat(500) };
    expect(diffConfigurations(stored(base), stored(long))).toEqual([
      `sub-project: description nothing -> ${'x'.repeat(80)}…`,
    ]);
  });
});
