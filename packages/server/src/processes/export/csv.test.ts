import { expect, test } from 'vitest';
import { csvRow } from './csv.js';

test.each<[unknown, string]>([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['', '""'],
  [null, ''],
  [undefined, ''],
  [-5, '-5'],
  [true, 'true'],
  [['a', 1], '"[""a"",1]"'],
  ['=1+1', '"\'=1+1"'],
  ['+49 30', '"\'+49 30"'],
  ['-5', '"\'-5"'],
  ['@SUM(A1)', '"\'@SUM(A1)"'],
  ['\t=1', '"\'\t=1"'],
  ["'=1", '"\'\'=1"'],
  ["O'Brien", '"O\'Brien"'],
])('RFC 4180 and no formulas: %j', (value, cell) => {
  expect(csvRow([value, 1])).toBe(`${cell},1\r\n`);
});
