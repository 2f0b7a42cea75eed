import { expect, test } from 'vitest';
import { givenRole, type Holder, ownRoles, type Person, type Role } from './given-roles.js';

const since = '2026-01-01T00:00:00.000Z';
const group = { id: 'g', name: 'finance', source: 'scim', since };
const person = (sources: Person['sources']): Holder => ({
  kind: 'person',
  person: { userId: 'u', name: 'Ann', email: 'ann@example.com', disabled: false, roles: [], sources },
});
const roles = ['OWNER', 'VIEWER', 'AUDITOR'].map((name) => ({ name }) as Role);

test('a role of a group does not count as given to the person, and is told with the name of the group', () => {
  const ann = person([
    { source: 'managed', group: null, roles: ['VIEWER'], since },
    { source: 'document', group: null, roles: ['OWNER', 'VIEWER'], since },
    { source: 'document', group, roles: ['AUDITOR', 'OWNER'], since },
  ]);
  expect(ownRoles(ann, roles)).toEqual(['OWNER', 'VIEWER']);
  expect(givenRole(ann, 'OWNER')).toEqual({ isOfDocument: true, isManaged: false, groups: ['finance'] });
  expect(givenRole(ann, 'VIEWER')).toEqual({ isOfDocument: true, isManaged: true, groups: [] });
  expect(givenRole(ann, 'AUDITOR')).toEqual({ isOfDocument: false, isManaged: false, groups: ['finance'] });
});

test('nothing gives a role that somebody does not have', () => {
  expect(givenRole(person([]), 'OWNER')).toEqual({ isOfDocument: false, isManaged: false, groups: [] });
});

test('what a group has was given to the group itself', () => {
  const holder: Holder = {
    kind: 'group',
    group: {
      groupId: 'g',
      name: 'finance',
      roles: ['OWNER'],
      sources: [{ source: 'managed', roles: ['OWNER'], since }],
    },
  };
  expect(ownRoles(holder, roles)).toEqual(['OWNER']);
});
