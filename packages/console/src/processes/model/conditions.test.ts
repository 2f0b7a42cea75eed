import { expect, test } from 'vitest';
import { readConditions, withCondition, withoutCondition, writeConditions } from './conditions.js';

const filters = {
  state: ['INIT'],
  'fields.amount': { gte: 10, lte: 20 },
  'fields.notes': null,
  or: [{ priority: 'LOW' }],
};

test('a filter is read into conditions and written back', () => {
  const { conditions, rest } = readConditions(filters);
  expect(conditions).toEqual([
    { key: 'state', operator: 'in', value: ['INIT'] },
    { key: 'fields.amount', operator: 'gte', value: 10 },
    { key: 'fields.amount', operator: 'lte', value: 20 },
    { key: 'fields.notes', operator: 'exists', value: false },
  ]);
  expect(rest).toEqual({ or: filters.or });
  const written = writeConditions(conditions, rest);
  expect(readConditions(written)).toEqual({ conditions, rest });
});

test('a condition is added, replaced and removed', () => {
  const more = withCondition(filters, { key: 'priority', operator: 'in', value: ['LOW'] });
  expect(more).toMatchObject({ priority: { in: ['LOW'] } });
  const [, atLeast] = readConditions(filters).conditions;
  const changed = withCondition(filters, { key: 'fields.amount', operator: 'gte', value: 15 }, atLeast);
  expect(changed['fields.amount']).toEqual({ gte: 15, lte: 20 });
  expect(withoutCondition(changed, { key: 'fields.amount', operator: 'gte', value: 0 })['fields.amount']).toEqual({
    lte: 20,
  });
});
