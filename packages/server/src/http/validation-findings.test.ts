import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { type AjvError, validationFindings } from './validation-findings.js';

function findingsOf(schema: object, value: unknown) {
  const ajv = new Ajv({ allErrors: true });
  const check = ajv.compile(schema);
  check(value);
  return validationFindings((check.errors ?? []) as readonly AjvError[]);
}

const request = {
  type: 'object',
  required: ['format'],
  properties: {
    format: {
      anyOf: [
        { const: 'csv', type: 'string' },
        { const: 'ndjson', type: 'string' },
      ],
    },
    document: { anyOf: [{ type: 'string', minLength: 1 }, { type: 'object' }] },
  },
};

test('[D7] a value that is none of a choice is told the values once, whatever its type', () => {
  const told = [{ pointer: '/format', detail: 'must be one of csv, ndjson.', missing: false }];
  expect(findingsOf(request, { format: 'xml' })).toEqual(told);
  expect(findingsOf(request, { format: 7 })).toEqual(told);
});

test('[D7] a value of no type of a choice is told the types', () => {
  expect(findingsOf(request, { format: 'csv', document: 7 })).toEqual([
    { pointer: '/document', detail: 'must be string or object.', missing: false },
  ]);
});

test('[D38] required and empty members count as missing, also within a choice', () => {
  expect(findingsOf(request, {})).toEqual([{ pointer: '/format', detail: 'format is required.', missing: true }]);
  expect(findingsOf(request, { format: 'csv', document: '' })).toEqual([
    { pointer: '/document', detail: 'must not be empty.', missing: true },
  ]);
});

test('[D7] a value of the wrong type is told the values or types once, and an empty text that it is empty', () => {
  const schema = {
    type: 'object',
    properties: {
      state: { type: 'string', enum: ['OPEN', 'ALL'] },
      dueTs: { type: ['string', 'null'], maxLength: 64 },
      page: { type: 'string', minLength: 1, pattern: '^[0-9]+$' },
    },
  };
  expect(findingsOf(schema, { state: 7, dueTs: 7, page: '' })).toEqual([
    { pointer: '/state', detail: 'must be one of OPEN, ALL.', missing: false },
    { pointer: '/dueTs', detail: 'must be string or null.', missing: false },
    { pointer: '/page', detail: 'must not be empty.', missing: true },
  ]);
});
