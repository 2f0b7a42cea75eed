import { either, operations } from '@millrace/contract';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { type AjvError, validationFindings } from './validation-findings.js';

function findingsOf(schema: object, value: unknown) {
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false });
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

test('[D7] a long list of values is not repeated in the error', () => {
  const { operation } = operations.explainAccess.query.properties;
  const schema = { type: 'object', properties: { operation } };
  expect(findingsOf(schema, { operation: 'updateProcessField' })).toEqual([]);
  const detail = `must be one of the ${Object.keys(operations).length} values that /openapi.json lists.`;
  expect(findingsOf(schema, { operation: 'fly' })).toEqual([{ pointer: '/operation', detail, missing: false }]);
});

test('[D7] of members that exclude each other the rule is told, once', () => {
  const members = { code: { type: 'string' }, recoveryCode: { type: 'string' }, userId: { type: 'string' } };
  const one = { type: 'object', properties: members, ...either('code', 'recoveryCode') };
  const told = [{ pointer: '', detail: 'must be an object with either code or recoveryCode.', missing: true }];
  expect(findingsOf(one, {})).toEqual(told);
  expect(findingsOf(one, { code: 'a', recoveryCode: 'b' })).toEqual(told);
  expect(findingsOf(one, { code: 'a' })).toEqual([]);
  expect(findingsOf(one, { recoveryCode: 'b', userId: 'c' })).toEqual([]);
  const several = { type: 'object', properties: members, ...either('code', 'recoveryCode', 'userId') };
  expect(findingsOf(several, {})).toMatchObject([
    { detail: 'must be an object with either code or recoveryCode and userId.' },
  ]);
  expect(findingsOf(several, { code: 'a', userId: 'b' })).toHaveLength(1);
  expect(findingsOf(several, { userId: 'b' })).toEqual([]);
  expect(findingsOf(several, { recoveryCode: 'b', userId: 'c' })).toEqual([]);
});

test('[D7] a type of events that there is not is named, with those of its area', () => {
  const { types } = operations.streamEvents.query.properties;
  expect(findingsOf(types, ['process.created', 'task.opened, task.nothing'])).toMatchObject([
    {
      pointer: '/1',
      detail: expect.stringMatching(
        /^must be a type of getEventTypes, <area>\.\* or \*, not "task\.nothing"\. There are (task\.[a-z]+, )+task\.[a-z]+\.$/,
      ),
    },
  ]);
  expect(findingsOf(types, ['nothing'])).toMatchObject([
    { detail: expect.stringContaining('not "nothing". There are process.*, ') },
  ]);
});
