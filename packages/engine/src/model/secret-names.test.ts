import { expect, test } from 'vitest';
import { replaceSecretNames, secretNamesIn, secretNamesInSource } from './secret-names.js';

test.each([
  ['Bearer {{secrets.TOKEN}}', ['TOKEN']],
  ['{{ secrets.a/b.c-d }} and {{secrets.a/b.c-d}}', ['a/b.c-d', 'a/b.c-d']],
  ['secrets.TOKEN', ['TOKEN']],
  ['my secrets.TOKEN', []],
  ['{{secret.TOKEN}}', []],
  ['{{secrets.}}', ['']],
])('%j names %j', (text, names) => {
  expect(secretNamesIn(text)).toEqual(names);
});

test('in FEEL, the older form is a string', () => {
  expect(secretNamesInSource('={"X-Key": "{{secrets.KEY}}", b: "secrets.OTHER", c: secrets.variable}')).toEqual([
    'KEY',
    'OTHER',
  ]);
  expect(secretNamesInSource('secrets.KEY')).toEqual(['KEY']);
});

test('a value is put in as it is', () => {
  expect(replaceSecretNames('a {{secrets.X}} b {{secrets.Y}}', (name) => `$&${name}`)).toBe('a $&X b $&Y');
  expect(replaceSecretNames(' secrets.X ', () => 'value')).toBe('value');
});

test('long texts are searched in linear time', () => {
  for (const text of [
    '{{secrets.'.repeat(20_000),
    `{{${' '.repeat(200_000)}secrets.`,
    `secrets.${'a'.repeat(200_000)}!`,
  ]) {
    const begun = performance.now();
    secretNamesIn(text);
    expect(performance.now() - begun).toBeLessThan(500);
  }
});
