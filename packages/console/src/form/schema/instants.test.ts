import { expect, test } from 'vitest';
import { editedInstant, localText } from './instants.js';

const before = '2026-03-12T09:30:41.500Z';

test('an instant that nobody changed keeps what the field does not show', () => {
  expect(editedInstant(before, localText(before))).toBe(before);
});

test('an instant that was changed is what the field says, and none where it is empty', () => {
  const other = localText('2026-03-12T10:00:00.000Z');
  expect(editedInstant(before, other)).toBe('2026-03-12T10:00:00.000Z');
  expect(editedInstant(null, other)).toBe('2026-03-12T10:00:00.000Z');
  expect(editedInstant(before, '')).toBeNull();
});
