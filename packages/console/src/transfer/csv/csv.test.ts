import { expect, test } from 'vitest';
import { readCsv, textOf, writeCsv } from './csv.js';

test.each([
  ['a,b\r\n1,2\r\n', [['1', '2']]],
  ['a;b\n"1;x";"say ""y"""', [['1;x', 'say "y"']]],
  ['\ufeffa\tb\n\n1\n', [['1', '']]],
  ['a,b\n"two\nlines",z', [['two\nlines', 'z']]],
])('reads %j', (text, rows) => {
  expect(readCsv(text)).toEqual({ columns: ['a', 'b'], rows });
});

test('an open quote and an empty file are no table', () => {
  expect(readCsv('a\n"open')).toBeUndefined();
  expect(readCsv('')).toBeUndefined();
});

test('writes what it reads, and knows the line of each row', () => {
  const table = {
    columns: ['a', 'b'],
    rows: [
      ['x\ny', '1,5'],
      ['"', ''],
      ['z', 'ä'],
    ],
  };
  const { text, lines } = writeCsv(table);
  expect(readCsv(text)).toEqual(table);
  expect(lines).toEqual([2, 4, 5]);
});

test('a file that is not UTF-8 is read as Windows writes it', async () => {
  expect(await textOf(new Blob([new Uint8Array([0x4d, 0xfc, 0x6c])]))).toBe('Mül');
});
