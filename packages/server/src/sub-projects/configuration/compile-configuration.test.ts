import { describe, expect, it } from 'vitest';
import { noRights } from '../../access/testing/no-rights.js';
import type { ConfigurationDocument } from '../document/model/document.js';
import { normalDocument } from '../document/model/normal-document.js';
import { compileConfiguration } from './compile-configuration.js';

const compiled = (document: Partial<ConfigurationDocument>) =>
  compileConfiguration({
    id: 'version',
    subProjectId: 'sub-project',
    number: 1,
    configuration: {
      document: normalDocument({ name: 'Test', stages: [{ key: 'one', default: true }], ...document }),
      members: [],
      workflows: [],
    },
  });

describe('[D18] field values', () => {
  const { fields } = compiled({
    fields: {
      text: { type: 'string', minLength: 2, maxLength: 5 },
      amount: { type: 'number', minimum: 0, exclusiveMaximum: 100, multipleOf: 0.5 },
      count: { type: 'integer' },
      currency: { enum: ['EUR', 'USD', 'GBP'] },
      day: { type: 'string', format: 'date' },
      code: { type: 'string', pattern: '^[A-Z]+$' },
      owner: { format: 'user' },
      paper: { type: 'string', format: 'file' },
      flag: { type: 'boolean' },
      either: { type: ['string', 'number'] },
      tags: { type: 'array', items: { type: 'string' }, uniqueItems: true, maxItems: 1 },
      address: {
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
        additionalProperties: false,
      },
      fixed: { const: 'always' },
    },
  });

  it.each([
    ['text', 'abc', undefined],
    ['text', 7, 'must be text'],
    ['text', 'a', 'must have at least 2 characters'],
    ['text', 'abcdef', 'must have at most 5 characters'],
    ['amount', 99.5, undefined],
    ['amount', '5', 'must be a number'],
    ['amount', -1, 'must be at least 0'],
    ['amount', 100, 'must be less than 100'],
    ['amount', 0.3, 'must be a multiple of 0.5'],
    ['count', 1.5, 'must be a whole number'],
    ['currency', 'EUR', undefined],
    ['currency', 'CHF', 'must be one of EUR, USD, GBP'],
    ['day', '2026-02-29', 'must be a date such as 2026-01-31'],
    ['day', '2028-02-29', undefined],
    ['code', 'abc', 'must match the pattern ^[A-Z]+$'],
    ['code', 'A'.repeat(5001), 'must match the pattern ^[A-Z]+$'],
    ['owner', '01900000-0000-7000-8000-000000000001', undefined],
    ['owner', 'demo-owner', 'must be the id of a user'],
    ['owner', 5, 'must be text'],
    ['paper', 'invoice.pdf', 'must be the id of a file'],
    ['flag', 'true', 'must be true or false'],
    ['either', true, 'must be text or a number'],
    ['tags', ['a', 5], 'must have at most 1 item'],
    ['tags', [5], 'must be text at /0'],
    ['address', {}, 'must have the member "city"'],
    ['address', { city: 'Bern', zip: 1 }, 'must not have the member "zip"'],
    ['fixed', 'never', 'must be always'],
    ['text', null, 'must be text'],
  ])('%s = %j: %s', (name, value, message) => {
    expect(fields.get(name)?.check(value)).toBe(message);
  });

  it.each([
    ['text', 'string'],
    ['amount', 'number'],
    ['count', 'number'],
    ['currency', 'string'],
    ['flag', 'boolean'],
    ['owner', 'string'],
    ['either', 'json'],
    ['tags', 'json'],
    ['address', 'json'],
    ['fixed', 'string'],
  ])('[D5] %s is compared as %s', (name, type) => expect(fields.get(name)?.type).toBe(type));

  it('know what they refer to, what they require and what stands in for them', () => {
    const declared = compiled({
      fields: {
        a: { format: 'user', required: true },
        b: { type: 'string', format: 'file', 'x-indexed': true },
        c: { type: 'number', default: 0 },
        d: { type: 'object', required: ['e'], properties: { e: {} } },
      },
    }).fields;
    expect(declared.get('a')).toMatchObject({ reference: 'user', required: true, indexed: false, hasDefault: false });
    expect(declared.get('b')).toMatchObject({ reference: 'file', required: false, indexed: true });
    expect(declared.get('c')).toMatchObject({ hasDefault: true, defaultValue: 0 });
    expect(declared.get('d')).toMatchObject({ required: false, type: 'json' });
    expect([...declared.keys()]).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('[D17] transitions', () => {
  const values = ['NEW', 'OPEN', 'DONE'];

  it('are free when none are declared', () => {
    const { allowsTransition } = compiled({ states: { initial: 'NEW', values } });
    expect(allowsTransition('DONE', 'NEW')).toBe(true);
  });

  it('are only those declared, and staying', () => {
    const { allowsTransition } = compiled({
      states: {
        initial: 'NEW',
        values,
        transitions: [
          { from: 'NEW', to: ['OPEN', 'DONE'] },
          { from: '*', to: 'NEW' },
        ],
      },
    });
    const allowed = values
      .flatMap((from) => values.map((to) => [from, to] as const))
      .filter((p) => allowsTransition(...p));
    expect(allowed.map((pair) => pair.join(' > '))).toEqual([
      'NEW > NEW',
      'NEW > OPEN',
      'NEW > DONE',
      'OPEN > NEW',
      'OPEN > OPEN',
      'DONE > NEW',
      'DONE > DONE',
    ]);
  });

  it('exist from a state that was removed only when any state may go on', () => {
    const strict = compiled({ states: { initial: 'NEW', values, transitions: [{ from: 'NEW', to: 'OPEN' }] } });
    const open = compiled({ states: { initial: 'NEW', values, transitions: [{ from: '*', to: 'OPEN' }] } });
    expect([strict.allowsTransition('GONE', 'OPEN'), open.allowsTransition('GONE', 'OPEN')]).toEqual([false, true]);
  });
});

describe('[D12] roles', () => {
  it('forbid what is absent', () => {
    const role = compiled({ roles: [{ name: 'NONE' }] }).roles.get('NONE');
    expect(role).toEqual({ ...noRights, name: 'NONE', stages: expect.objectContaining({ all: true }) });
  });

  it('hold lists, filters and what follows from reading', () => {
    const { roles } = compiled({
      fields: { a: { type: 'string' } },
      roles: [{ name: 'SOME', read: ['a'], update: true, create: false, filter: { 'fields.a': '$user.id' } }],
    });
    const role = roles.get('SOME');
    expect(role?.read).toMatchObject({ all: false, names: ['a'] });
    expect([role?.read?.has('a'), role?.read?.has('b'), role?.update?.has('b')]).toEqual([true, false, true]);
    expect([role?.users, role?.create]).toEqual([true, undefined]);
    expect(role?.filter).toEqual({ kind: 'condition', key: 'fields.a', operator: 'eq', value: '$user.id' });
  });
});

it('[D16] defaults: state INIT, priorities LOW to HIGH, the first priority of one’s own', () => {
  const plain = compiled({});
  expect([plain.initialState, plain.defaultPriority, plain.defaultStage]).toEqual(['INIT', 'MEDIUM', 'one']);
  expect(plain.priorities).toEqual(['LOW', 'MEDIUM', 'HIGH']);
  expect(compiled({ priorities: { values: ['P1', 'P2'] } }).defaultPriority).toBe('P1');
});
