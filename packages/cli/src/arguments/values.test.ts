import { describe, expect, test } from 'vitest';
import { memoryIo } from '../testing/memory-io.js';
import { parseValues, readValues } from './values.js';

describe('values of the command line', () => {
  test('= gives text, := gives JSON', () => {
    expect(parseValues(['a=1', 'b:=1', 'c:=null', 'd:={"e":[true]}', 'f=', 'g=x=y', 'h=:='])).toEqual({
      a: '1',
      b: 1,
      c: null,
      d: { e: [true] },
      f: '',
      g: 'x=y',
      h: ':=',
    });
  });

  test.each([
    ['nothing', '"nothing" is not a value'],
    ['=x', '"=x" is not a value'],
    ['a:=x', 'a:=x is not JSON'],
  ])('%s is refused', (text, message) => {
    expect(() => parseValues([text])).toThrow(message);
  });

  test('a name cannot be given twice, and no name reaches a prototype', () => {
    expect(() => parseValues(['a=1', 'a:=2'])).toThrow('"a" is given twice');
    const values = parseValues(['__proto__:={"polluted":true}']);
    expect(Object.keys(values)).toEqual(['__proto__']);
    expect('polluted' in {}).toBe(false);
  });

  test('a file must hold an object', async () => {
    await expect(readValues(memoryIo({ input: '[1]' }), [], '-')).rejects.toThrow(
      'standard input is not a JSON object',
    );
    await expect(readValues(memoryIo(), [], '/nonexistent/x.json')).rejects.toThrow(
      '/nonexistent/x.json cannot be read',
    );
  });
});
