import { describe, expect, it } from 'vitest';
import { faultsOf } from './check.js';
import { enteredFrom, objectOf } from './entered.js';
import { fieldsOf } from './form-field.js';
import { numberText, readNumber } from './numbers.js';
import type { JsonSchema } from './schema.js';

const round = (schema: JsonSchema, value: Record<string, unknown>) => {
  const fields = fieldsOf(schema);
  return objectOf(fields, enteredFrom(fields, value, 'de'), 'de');
};

describe('numbers', () => {
  it('reads what the language writes', () => {
    expect(readNumber('10,750.00', 'en')).toBe(10750);
    expect(readNumber('10.750,5', 'de')).toBe(10750.5);
    expect(readNumber(' −1 ', 'en')).toBe(-1);
    expect(readNumber('1e3', 'en')).toBe(1000);
    expect(readNumber('1,5', 'en')).toBeUndefined();
    expect(readNumber('1,5', 'de')).toBe(1.5);
    expect(readNumber('twelve', 'en')).toBeUndefined();
    expect(readNumber('', 'en')).toBeUndefined();
  });

  it('writes what it reads', () => {
    for (const value of [0, -1.5, 1234567.891, 1e21]) {
      expect(readNumber(numberText(value, 'de'), 'de')).toBe(value);
    }
  });
});

describe('values of a form', () => {
  it('gives back the value that it was made from', () => {
    const value = {
      text: 'a',
      number: 1.5,
      yes: true,
      choice: 'USD',
      several: ['b'],
      at: '2026-03-12T09:40:00.000Z',
      tags: ['x', 'y'],
      object: { city: 'Leeds' },
      json: [{ a: 1 }],
    };
    const schema: JsonSchema = {
      properties: {
        text: { type: 'string' },
        number: { type: 'number' },
        yes: { type: 'boolean' },
        choice: { enum: ['EUR', 'USD'] },
        several: { type: 'array', items: { enum: ['a', 'b'] } },
        at: { type: 'string', format: 'date-time' },
        tags: { type: 'array', items: { type: 'string' } },
        object: { properties: { city: { type: 'string' } } },
        json: { type: 'array', items: { type: 'object' } },
      },
    };
    expect(round(schema, value)).toEqual(value);
  });

  it('leaves out what is empty, takes defaults, and says no for a required box', () => {
    const schema: JsonSchema = {
      required: ['sure'],
      properties: {
        a: { type: 'string' },
        b: { type: 'integer', default: 2 },
        sure: { type: 'boolean' },
        o: { properties: { c: { type: 'string' } } },
      },
    };
    expect(round(schema, {})).toEqual({ b: 2, sure: false });
  });
});

describe('faults', () => {
  const fields = fieldsOf({
    required: ['reason'],
    properties: {
      reason: { type: 'string', maxLength: 3 },
      amount: { type: 'integer', minimum: 1, exclusiveMaximum: 10 },
      code: { type: 'string', pattern: '^[A-Z]+$' },
      address: { required: ['city'], properties: { city: { type: 'string' }, zip: { type: 'string' } } },
    },
  });
  const kinds = (entered: Record<string, string>) =>
    faultsOf(fields, entered, 'en').map(({ pointer, kind }) => `${pointer} ${kind}`);

  it('finds what is missing or out of bounds', () => {
    expect(kinds({})).toEqual(['/reason missing']);
    expect(kinds({ '/reason': 'long', '/amount': '0', '/code': 'a' })).toEqual([
      '/reason long',
      '/amount least',
      '/code pattern',
    ]);
    expect(kinds({ '/reason': 'ok', '/amount': '1.5' })).toEqual(['/amount integer']);
    expect(kinds({ '/reason': 'ok', '/amount': '10' })).toEqual(['/amount below']);
    expect(kinds({ '/reason': 'ok', '/amount': 'x' })).toEqual(['/amount number']);
  });

  it('asks for members of an optional object only once it is begun', () => {
    expect(kinds({ '/reason': 'ok' })).toEqual([]);
    expect(kinds({ '/reason': 'ok', '/address/zip': 'LS1' })).toEqual(['/address/city missing']);
  });
});
