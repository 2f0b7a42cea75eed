import { expect, test } from 'vitest';
import { checkDisplayHints } from './display-hints.js';

const fields = { amount: { type: 'number' }, currency: { enum: ['EUR'] } };

function problems(schema: Readonly<Record<string, unknown>>): string[] {
  const found: string[] = [];
  checkDisplayHints(schema, fields, (at, message) => found.push(`${at.join('/')}: ${message}`));
  return found;
}

test('x-ui takes order, group, summary, widget and unit', () => {
  expect(problems({ type: 'number' })).toEqual([]);
  expect(
    problems({
      type: 'number',
      'x-ui': { order: -1, group: 'Money', summary: 1, widget: 'amount', unit: 'currency' },
    }),
  ).toEqual([]);
});

test.each([
  [[], /^x-ui: must be an object/],
  [{ ordr: 1 }, /^x-ui\/ordr: .*did you mean "order"\?/],
  [{ order: 1.5 }, /^x-ui\/order: must be a whole number/],
  [{ group: '' }, /^x-ui\/group: must be the heading/],
  [{ summary: 10 }, /^x-ui\/summary: must be a whole number from 1 to 9/],
  [{ unit: 'curency' }, /^x-ui\/unit: must name the field.*did you mean "currency"\?/],
  [{ unit: 'toString' }, /^x-ui\/unit: must name the field/],
  [{ widget: 'wheel' }, /^x-ui\/widget: must be one of text, multiline/],
  [{ widget: 'constructor' }, /^x-ui\/widget: must be one of/],
  [{ widget: 'multiline' }, /^x-ui\/widget: cannot show a value of this field/],
])('%j is refused', (hints, message) => {
  const found = problems({ type: 'number', 'x-ui': hints });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(message);
});
