import { expect, test } from 'vitest';
import { changesOf, shortValue } from './changes.js';
import { readAuditSearch, requestOf } from './search.js';

test('a change names the members that differ, and fields by their own names', () => {
  const before = { priority: 'LOW', state: 'INIT', fields: { amount: 1, tags: ['a'] } };
  const after = { priority: 'HIGH', state: 'INIT', fields: { amount: 1, tags: ['a', 'b'] } };
  expect(changesOf(before, after)).toEqual([
    { name: 'priority', before: 'LOW', after: 'HIGH' },
    { name: 'tags', before: ['a'], after: ['a', 'b'] },
  ]);
  expect(changesOf(null, { state: 'INIT' })).toEqual([{ name: 'state', before: undefined, after: 'INIT' }]);
  expect(changesOf({ name: 'a' }, null)).toEqual([{ name: 'name', before: 'a', after: undefined }]);
  expect(changesOf(null, null)).toEqual([]);
});

test('values are short', () => {
  expect(shortValue('x'.repeat(100), 10)).toBe(`${'x'.repeat(10)}…`);
  expect(shortValue({ a: 1 })).toBe('{"a":1}');
  expect(shortValue(null)).toBeUndefined();
});

test('the address stands for filters of the log; what it cannot mean is left out', () => {
  const search = readAuditSearch({ kind: 'process', by: 'u', from: '2026-03-01', to: '2026-03-01', more: 'x' });
  const { filters, ...rest } = requestOf('s', search);
  expect(rest).toEqual({ subProjectId: 's', processId: undefined });
  const { createdTs, ...others } = JSON.parse(filters ?? '') as { createdTs: { gte: string; lt: string } };
  expect(others).toEqual({ subjectType: 'process', by: 'u' });
  expect(new Date(createdTs.gte)).toEqual(new Date(2026, 2, 1));
  expect(new Date(createdTs.lt)).toEqual(new Date(2026, 2, 2));
  expect(readAuditSearch({ kind: 'nothing', from: 'yesterday', to: 7, trace: '' })).toEqual({});
  expect(requestOf(undefined, {}).filters).toBeUndefined();
});
