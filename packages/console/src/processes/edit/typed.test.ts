import { expect, it } from 'vitest';
import { fieldOf } from '../../form/schema/form-field.js';
import { readTyped } from './typed.js';

const amount = fieldOf('amount', { type: 'number', minimum: 1 });

it('reads numbers as the language writes them', () => {
  expect(readTyped(amount, '1.234,5', 'de')).toEqual({ value: 1234.5 });
  expect(readTyped(amount, '1.234', 'de')).toEqual({ value: 1234 });
  expect(readTyped(amount, '1,234.5', 'en')).toEqual({ value: 1234.5 });
  expect(readTyped(amount, ' ', 'de')).toEqual({ value: null });
});

it('says what is wrong with what was typed', () => {
  expect(readTyped(amount, '1,5', 'en').fault).toMatchObject({ kind: 'number' });
  expect(readTyped(amount, '12 pieces', 'en').fault).toMatchObject({ kind: 'number' });
  expect(readTyped(amount, '0.5', 'en').fault).toMatchObject({ kind: 'least', limit: 1 });
  expect(readTyped(fieldOf('name', { type: 'string', required: true }), '  ', 'en').fault).toMatchObject({
    kind: 'missing',
  });
});
