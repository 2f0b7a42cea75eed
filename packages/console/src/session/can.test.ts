import { expect, test } from 'vitest';
import { may } from './can.js';
import type { Me } from './session.js';

const person = (grants: Record<string, string[]>, administrator = false): Me => ({
  user: { id: 'u', name: 'Ann Lee', email: 'ann@example.com', kind: 'person', disabled: false, createdTs: '' },
  administrator,
  credential: 'session',
  scopes: [],
  hasPassword: true,
  locale: null,
  subProjects: [{ id: 'p', name: 'Invoices', version: '1', roles: [], grants }],
  moreSubProjects: false,
  session: null,
});

test('a right that is held counts in its sub-project alone', () => {
  const me = person({ 'process.read': ['*'] });
  expect(may(me, { grant: 'process.read' })).toBe(true);
  expect(may(me, { grant: 'process.read', name: 'notes' })).toBe(true);
  expect(may(me, { grant: 'process.read', subProjectId: 'p' })).toBe(true);
  expect(may(me, { grant: 'process.read', subProjectId: 'other' })).toBe(false);
  expect(may(me, { grant: 'process.create' })).toBe(false);
});

test('a right that is limited to names counts for those', () => {
  const me = person({ 'process.update': ['notes'] });
  expect(may(me, { grant: 'process.update' })).toBe(true);
  expect(may(me, { grant: 'process.update', name: 'notes' })).toBe(true);
  expect(may(me, { grant: 'process.update', name: 'amount' })).toBe(false);
});

test('the administrator may everything', () => {
  expect(may(person({}, true), { grant: 'process.delete', subProjectId: 'other' })).toBe(true);
});
