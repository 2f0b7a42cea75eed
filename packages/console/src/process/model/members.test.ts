import { expect, test } from 'vitest';
import { titleOf } from '../../form/schema/process-title.js';
import { memberOf, sameValue } from './members.js';
import { groupsOf, inOrder, type SchemaField } from './use-process.js';
import { wordsOf } from './words.js';

const field = (name: string, hints: object = {}): SchemaField => ({
  name,
  schema: { type: 'string', 'x-ui': hints },
  required: false,
  indexed: false,
  unique: false,
  reference: null,
  read: true,
  create: true,
  update: true,
});
const process = (fields: object) => ({ id: 'p', createdTs: '', state: 'IN_REVIEW', priority: 'LOW', fields });

test('fields stand in the order of the document unless it says another one; groups after what has none', () => {
  const fields = [field('b', { group: 'Work' }), field('a', { order: 1, group: 'Work' }), field('c')];
  expect(inOrder(fields).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(groupsOf(fields).map(([group, members]) => [group, members.map(({ name }) => name)])).toEqual([
    ['', ['c']],
    ['Work', ['a', 'b']],
  ]);
});

test('a process is called by its first summary, else by its first text', () => {
  const schema = (fields: SchemaField[]) =>
    ({ fields, businessKey: null }) as unknown as Parameters<typeof titleOf>[0]['schema'];
  const shown = { process: process({ note: 'N', supplier: 'Acme' }) };
  expect(titleOf({ ...shown, schema: schema([field('note'), field('supplier', { summary: 1 })]) })).toBe('Acme');
  expect(titleOf({ ...shown, schema: schema([field('note'), field('supplier')]) })).toBe('N');
  expect(titleOf({ process: process({}), schema: schema([field('note')]) })).toBeUndefined();
});

test('an update names a field, or a member of the process itself', () => {
  expect([memberOf(process({ a: 1 }), 'a'), memberOf(process({}), 'state'), memberOf(process({}), 'b')]).toEqual([
    1,
    'IN_REVIEW',
    undefined,
  ]);
  expect([sameValue(null, undefined), sameValue([1], [1]), sameValue('1', 1)]).toEqual([true, true, false]);
  expect(wordsOf('IN_REVIEW')).toBe('In review');
});
