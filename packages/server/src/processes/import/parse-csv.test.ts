import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRow } from '../export/csv.js';
import { CsvError, parseCsv } from './parse-csv.js';

const read = (text: string) => [...parseCsv(text)].map(({ line, cells }) => [line, ...cells.map((cell) => cell.text)]);

describe('CSV', () => {
  test.each<[string, unknown[][]]>([
    [
      'a,b\r\n1,2\r\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      '\ufeffa\n\n\nb',
      [
        [1, 'a'],
        [4, 'b'],
      ],
    ],
    [
      '"two\nlines",x\r\ny,z',
      [
        [1, 'two\nlines', 'x'],
        [3, 'y', 'z'],
      ],
    ],
    ['"say ""x""",\n', [[1, 'say "x"', '']]],
    [',', [[1, '', '']]],
    ['""', [[1, '']]],
    ['', []],
  ])('RFC 4180: %j', (text, records) => {
    expect(read(text)).toEqual(records);
  });

  test.each([
    ['a\n"open', 2],
    ['a"b', 1],
    ['"a"b', 1],
  ])('%j is refused at its line', (text, line) => {
    expect(() => read(text)).toThrow(CsvError);
    expect(() => read(text)).toThrow(expect.objectContaining({ line }));
  });

  test('whatever is exported is read again', () => {
    const rows = fc.array(
      fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', "'", '=') }), {
        minLength: 2,
        maxLength: 2,
      }),
    );
    fc.assert(
      fc.property(rows, (given) => {
        const texts = [...parseCsv(given.map(csvRow).join(''))].map(({ cells }) =>
          cells.map(({ text }) => text.replace(/^'('*[=+\-@\t\r\n])/, '$1')),
        );
        expect(texts).toEqual(given);
      }),
    );
  });

  test('a megabyte of quotes takes no time', () => {
    const started = performance.now();
    expect(() => read(`"${'""'.repeat(500_000)}`)).toThrow();
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
