import { expect, test } from 'vitest';
import { systemPrincipal, type UserPrincipal } from '../../use-case/caller.js';
import { compileConfiguration } from '../configuration/compile-configuration.js';
import type { ConfigurationDocument } from '../document/model/document.js';
import { normalDocument } from '../document/model/normal-document.js';
import { getSubProjectSchema } from './get-sub-project-schema.js';

const document: ConfigurationDocument = {
  name: 'Invoices',
  stages: [{ key: 'stage_init', name: 'Arrived', default: true }, { key: 'stage_done' }],
  states: {
    values: ['INIT', 'APPROVED', 'PAID'],
    transitions: [
      { from: '*', to: 'APPROVED' },
      { from: 'APPROVED', to: 'PAID' },
    ],
    tones: { PAID: 'completed' },
  },
  fields: {
    supplier: { type: 'string', required: true, 'x-indexed': true, maxLength: 20, 'x-unique': true },
    amount: { type: 'number', 'x-ui': { order: 1, group: 'Money', widget: 'amount', unit: 'currency', summary: 1 } },
    currency: { enum: ['EUR', 'USD'], default: 'EUR' },
    scan: { type: 'string', format: 'file', 'x-file': { maximumSize: 5 } },
  },
  businessKey: 'supplier',
  roles: [
    { name: 'OWNER', read: true, create: true, update: true, call: true, delete: true, files: { read: true } },
    { name: 'CLERK', read: ['amount', 'scan'], create: ['supplier'], update: ['amount'], call: ['second'] },
    { name: 'GUEST' },
  ],
  storage: { maximumFileSize: 10, plugins: ['knowledgeRepo'] },
};
const workflows = ['first', 'second', 'inner'].map((key) => ({
  id: `id of ${key}`,
  key,
  name: key,
  description: '',
  stageKeys: key === 'inner' ? [] : ['stage_init'],
  definitionId: key,
}));
const subProject = compileConfiguration({
  id: 'v',
  subProjectId: 's',
  number: 7,
  configuration: {
    document: normalDocument(document),
    members: [
      { userId: 'owner', roles: ['OWNER'] },
      { userId: 'clerk', roles: ['CLERK'] },
      { userId: 'guest', roles: ['GUEST'] },
    ],
    workflows,
  },
});

const read = (userId: string, principal: Partial<UserPrincipal> = {}) =>
  getSubProjectSchema({ subProjects: { load: async () => subProject } })(
    {
      principal: {
        kind: 'user',
        userId,
        clientId: undefined,
        name: userId,
        administrator: false,
        scopes: [],
        ...principal,
      },
      traceId: 't',
      ifMatch: undefined,
      write: () => Promise.reject(new Error(`${systemPrincipal.name} writes nothing here`)),
    },
    { subProjectId: 's' },
  );

test('all of it for whoever may do everything', async () => {
  const schema = await read('owner');
  expect(schema).toMatchObject({ version: '7', create: true, update: true, delete: true, businessKey: 'supplier' });
  expect(schema.fields.map(({ name, read, create, update }) => [name, read, create, update])).toEqual(
    ['supplier', 'amount', 'currency', 'scan'].map((name) => [name, true, true, true]),
  );
  expect(schema.fields[0]).toMatchObject({
    schema: { type: 'string', maxLength: 20 },
    required: true,
    indexed: true,
    unique: true,
    reference: null,
  });
  expect(Object.keys(schema.fields[0]?.schema ?? {})).toEqual(['type', 'maxLength']);
  expect(schema.fields[1]?.schema).toMatchObject({ 'x-ui': { group: 'Money', unit: 'currency', summary: 1 } });
  expect(schema.fields[3]).toMatchObject({ reference: 'file', schema: { 'x-file': { maximumSize: 5 } } });
  expect(schema.states).toEqual({
    initial: 'INIT',
    update: true,
    values: [
      { key: 'INIT', tone: null, next: ['APPROVED'] },
      { key: 'APPROVED', tone: null, next: ['PAID'] },
      { key: 'PAID', tone: 'completed', next: ['APPROVED'] },
    ],
  });
  expect(schema.stages).toMatchObject({ create: true, update: true, values: [{ name: 'Arrived', default: true }, {}] });
  expect(schema.storage).toEqual({
    legalHold: false,
    plugins: ['knowledgeRepo'],
    maximumFileSize: '10',
    quota: null,
    read: true,
    create: false,
    delete: false,
  });
  expect(
    schema.workflows.map(({ key }) => key),
    'workflows that only others call are left out',
  ).toEqual(['first', 'second']);
});

test('[D12] only what the lists of a role name, and nothing that names a field that is hidden', async () => {
  const schema = await read('clerk');
  expect(schema).toMatchObject({ create: true, update: true, delete: false, businessKey: null });
  expect(schema.fields.map(({ name, read, create, update }) => [name, read, create, update])).toEqual([
    ['supplier', false, true, false],
    ['amount', true, false, true],
    ['scan', true, false, false],
  ]);
  expect(JSON.stringify(schema)).not.toContain('currency');
  expect(schema.states).toMatchObject({ update: false, values: [{ next: [] }, { next: [] }, { next: [] }] });
  expect(schema.priorities).toMatchObject({ create: false, update: false });
  expect(schema.workflows.map(({ key }) => key)).toEqual(['second']);
});

test('[D10] [D34] a token with scopes is shown what it may do; the administrator everything; a guest is refused', async () => {
  const bounded = await read('owner', { scopes: ['process.read'] });
  expect(bounded).toMatchObject({ create: false, update: false, delete: false, workflows: [] });
  expect(bounded.fields.map(({ read, update }) => [read, update])).toEqual(Array(4).fill([true, false]));
  expect((await read('nobody', { administrator: true })).fields).toHaveLength(4);
  await expect(read('guest')).rejects.toMatchObject({ id: 1205 });
  await expect(read('nobody')).rejects.toMatchObject({ id: 1204 });
});
