import { expect, it } from 'vitest';
import { compileFields } from './compile-field.js';

const check = (schema: Readonly<Record<string, unknown>>, value: unknown) =>
  compileFields([{ name: 'f', schema }])
    .get('f')
    ?.check(value);

it('takes no value for a schema that an earlier version took and this one cannot check, and says what to do', () => {
  expect(check({ type: 'string', pattern: '^(?=a)' }, 'abc')).toMatch(
    /^cannot be checked \(.* looks ahead\. .*\); ask the administrator to deploy the field with another schema$/,
  );
});

it('names at most 50 of the values that are allowed', () => {
  const values = Array.from({ length: 60 }, (_, index) => `v${index}`);
  expect(check({ enum: values }, 'x')).toBe(`must be one of ${values.slice(0, 50).join(', ')} and 10 more`);
});

it('says where in a value something is wrong', () => {
  const schema = { type: 'array', items: { type: 'object', properties: { a: { const: 1 } } } };
  expect(check(schema, [{ a: 1 }, { a: 2 }])).toBe('must be 1 at /1/a');
  expect(
    check(
      schema,
      Array.from({ length: 10_001 }, () => ({})),
    ),
  ).toContain('must have at most 10000 items');
});

it('compiles a check when it is prepared, or with the first value', () => {
  const field = compileFields([{ name: 'f', schema: { type: 'integer' } }]).get('f');
  field?.prepare();
  expect(field?.check(1)).toBeUndefined();
  expect(field?.check(1.5)).toBe('must be a whole number');
});
