import { expect, test } from 'vitest';
import { everything, only } from '../access/role.js';
import { redact } from './redact.js';

const declared = new Set(['amount', 'notes', 'toString']);

test('[D12] [D20] a process row shows only the fields that are listed, and nothing of fields no longer declared', () => {
  const before = { state: 'INIT', fields: { amount: 1, notes: 'n', gone: true } };
  expect(redact(before, declared, only(['notes']))).toEqual({ state: 'INIT', fields: { notes: 'n' } });
});

test('[D12] [D20] field values that runs carry as variables are hidden at any depth, also in arrays', () => {
  const after = {
    variables: { amount: 1, approved: true, items: [{ amount: 2, x: 1 }] },
    process: { fields: { amount: 3 } },
  };
  expect(redact(after, declared, only(['notes']))).toEqual({
    variables: { approved: true, items: [{ x: 1 }] },
    process: { fields: {} },
  });
});

test('[D12] [D20] without a list nothing is hidden, and null stays null', () => {
  const after = { fields: { amount: 1 } };
  expect(redact(after, declared, everything)).toBe(after);
  expect(redact(null, declared, only([]))).toBeNull();
});
