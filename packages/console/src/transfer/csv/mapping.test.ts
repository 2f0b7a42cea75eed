import { expect, test } from 'vitest';
import { guessMapping, mapped } from './mapping.js';

const targets = [
  { key: 'fields.dueDate', label: 'Due date', isRequired: false },
  { key: 'fields.supplier', label: 'supplier', isRequired: true },
  { key: 'priority', label: 'Priority', isRequired: false },
];

test('columns find their fields by name or title, each once', () => {
  expect(guessMapping(['Due Date', 'SUPPLIER', 'fields.supplier', 'Remark', 'priority'], targets)).toEqual([
    'fields.dueDate',
    'fields.supplier',
    '',
    '',
    'priority',
  ]);
});

test('a column without a target is left out', () => {
  expect(mapped({ columns: ['a', 'b'], rows: [['1', '2']] }, ['', 'priority'])).toEqual({
    columns: ['priority'],
    rows: [['2']],
  });
});
