import { expect, test } from 'vitest';
import { variablesOf } from './corrections.js';
import { paceFor, readPace } from './repair.js';

test('many are tried a few first; numbers outside their bounds are named', () => {
  expect(readPace(paceFor(10))).toEqual({ request: {}, faults: new Set() });
  expect(readPace(paceFor(11)).request).toEqual({ canary: { count: 5, mostFailedPercent: 20 } });
  expect(readPace({ canary: '', mostFailedPercent: 'x', perMinute: '60000' })).toEqual({
    request: { perMinute: 60_000 },
    faults: new Set(),
  });
  const { faults } = readPace({ canary: '1001', mostFailedPercent: '101', perMinute: '0' });
  expect([...faults]).toEqual(['canary', 'mostFailedPercent', 'perMinute']);
});

test('variables have the kind that was chosen, and each its own name', () => {
  const typed = [
    { name: ' a ', kind: 'text', value: '5 ' },
    { name: 'b', kind: 'number', value: '-1.5' },
    { name: 'c', kind: 'truth', value: 'true' },
    { name: 'd', kind: 'json', value: '{"e": [1]}' },
    { name: '', kind: 'text', value: '' },
  ] as const;
  expect(variablesOf(typed)).toEqual({
    variables: { a: '5 ', b: -1.5, c: true, d: { e: [1] } },
    faults: new Map(),
  });
  const wrong = [
    { name: '', kind: 'text', value: 'x' },
    { name: 'a', kind: 'number', value: '007' },
    { name: 'b', kind: 'truth', value: 'yes' },
    { name: 'c', kind: 'json', value: '{' },
    { name: 'd', kind: 'text', value: '' },
    { name: 'd', kind: 'text', value: '' },
  ] as const;
  const { variables, faults } = variablesOf(wrong);
  expect(variables).toEqual({ d: '' });
  expect([...faults]).toEqual([
    [0, 'name'],
    [1, 'value'],
    [2, 'value'],
    [3, 'value'],
    [5, 'name'],
  ]);
});
