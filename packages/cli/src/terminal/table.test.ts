import { describe, expect, test } from 'vitest';
import { type Column, record, table } from './table.js';

interface Row {
  readonly name: string;
  readonly count: number;
  readonly note: string;
}

const columns: readonly Column<Row>[] = [
  ['NAME', 'name'],
  ['COUNT', 'count', 'right'],
  ['NOTE', 'note'],
];

const rows: readonly Row[] = [
  { name: 'Müller & Söhne', count: 7, note: 'ends here' },
  { name: '東京', count: 12_345, note: 'two\nlines\tand a tab' },
  { name: 'é\u0301', count: 0, note: '' },
];

describe('tables', () => {
  test('columns stand below each other, whatever the script; numbers stand at the right', () => {
    expect(table(columns, rows)).toBe(
      [
        'NAME            COUNT  NOTE',
        'Müller & Söhne      7  ends here',
        '東京            12345  two lines and a tab',
        'é\u0301                   0',
        '',
      ].join('\n'),
    );
  });

  test('a file gets one line per row; a terminal shortens the last column, and goes on below when it is too narrow', () => {
    const long = [
      { name: 'x', count: 1, note: 'n'.repeat(100) },
      { name: 'y', count: 2, note: '' },
    ];
    expect(table(columns, long).split('\n')[1]).toHaveLength(13 + 100);
    expect(table(columns, long, 30).split('\n').slice(0, 2)).toEqual([
      'NAME  COUNT  NOTE',
      'x         1  nnnnnnnnnnnnnnnn…',
    ]);
    expect(table(columns, long, 20)).toBe(
      ['NAME  COUNT', '  NOTE', 'x         1', '  nnnnnnnnnnnnnnnnn…', 'y         2', ''].join('\n'),
    );
  });

  test('data cannot steer the terminal', () => {
    const hostile = [{ name: '\u001b[2Jgone', count: 1, note: '\u202Egnp.exe\u009b31m' }];
    expect(table(columns, hostile)).toContain('�[2Jgone      1  �gnp.exe�31m\n');
  });

  test('pairs without a value are left out', () => {
    expect(
      record([
        ['id', '1'],
        ['longer name', 'x'],
        ['empty', ''],
        ['missing', undefined],
      ]),
    ).toBe('id           1\nlonger name  x\n');
  });
});
