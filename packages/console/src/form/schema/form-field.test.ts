import { describe, expect, it } from 'vitest';
import { fieldOf, fieldsOf } from './form-field.js';
import { labelOf } from './label.js';
import { errorsByField } from './server-errors.js';

describe('fields of a schema', () => {
  it('chooses the control that fits', () => {
    const kinds = fieldsOf({
      properties: {
        text: { type: 'string' },
        long: { type: 'string', maxLength: 2000 },
        notes: { type: 'string', 'x-ui': { widget: 'multiline' } },
        amount: { type: ['number', 'null'] },
        count: { type: 'integer' },
        paid: { type: 'boolean' },
        currency: { enum: ['EUR', 'USD', null] },
        level: {
          oneOf: [
            { const: 1, title: 'Low' },
            { const: 2, title: 'High' },
          ],
        },
        day: { type: 'string', format: 'date' },
        at: { type: 'string', format: 'date-time' },
        tags: { type: 'array', items: { type: 'string' } },
        days: { type: 'array', items: { enum: ['Mon', 'Tue'] } },
        scan: { type: 'string', format: 'file' },
        scans: { type: 'array', items: { type: 'string', format: 'file' } },
        clerk: { type: 'string', format: 'user' },
        address: { $ref: '#/$defs/address' },
        rows: { type: 'array', items: { type: 'object' } },
        maybe: { anyOf: [{ type: 'null' }, { type: 'integer', minimum: 1 }], title: 'Perhaps' },
      },
      $defs: { address: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
    }).map(({ name, kind }) => [name, kind]);
    expect(Object.fromEntries(kinds)).toEqual({
      text: 'text',
      long: 'longText',
      notes: 'longText',
      amount: 'number',
      count: 'integer',
      paid: 'boolean',
      currency: 'choice',
      level: 'choice',
      day: 'date',
      at: 'dateTime',
      tags: 'texts',
      days: 'choices',
      scan: 'file',
      scans: 'files',
      clerk: 'user',
      address: 'object',
      rows: 'json',
      maybe: 'integer',
    });
  });

  it('knows what is required, the order and the pointers', () => {
    const [first, second] = fieldsOf({
      required: ['a/b'],
      properties: { late: { type: 'string' }, 'a/b': { type: 'string', 'x-ui': { order: 1 } } },
    });
    expect([first?.pointer, first?.isRequired, second?.isRequired]).toEqual(['/a~1b', true, false]);
    expect(fieldOf('supplier', { type: 'string', required: true }).isRequired).toBe(true);
  });

  it('does not follow references for ever', () => {
    const schema = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } };
    expect(fieldOf('a', schema).kind).toBe('json');
  });
});

it('makes words of names', () => {
  expect(['costCentre', 'pay_on', 'IBAN', 'vatID2Number', 'x'].map((name) => labelOf(name))).toEqual([
    'Cost centre',
    'Pay on',
    'IBAN',
    'Vat ID2 number',
    'X',
  ]);
});

it('gives errors of the server to their fields', () => {
  const fields = fieldsOf({
    properties: { tags: { type: 'array', items: { type: 'string' } }, a: { properties: { b: { type: 'string' } } } },
  });
  const errors = [
    { pointer: '/payload/tags/2', detail: 'too long' },
    { pointer: '/payload/a/b', detail: 'missing' },
    { pointer: '/payload/comment', detail: 'needed' },
  ];
  expect(errorsByField(errors, fields, '/payload')).toEqual({
    byField: { '/tags': 'too long', '/a/b': 'missing' },
    others: [{ pointer: '/payload/comment', detail: 'needed' }],
  });
});
