import { describe, expect, test } from 'vitest';
import type { Block } from './page.js';
import { difference, jsonIn } from './shown.js';
import { outputProblem, showsProblem } from './shown-output.js';

const id = '01900000-0000-7000-8000-000000000001';
const block = (language: string, text: string): Block => ({ language, text, line: 1 });

describe('what a page shows', () => {
  test.each([
    [{ id: '0197…' }, { id }],
    [{ url: 'http://127.0.0.1:9000/…?x=1' }, { url: 'http://127.0.0.1:41234/bucket/key?x=1' }],
    [{ at: '2026-01-31T09:30:00.000Z' }, { at: '2027-05-06T01:02:03.004Z' }],
    [
      { a: 1, '…': '…' },
      { a: 1, b: 2 },
    ],
    [
      [1, '…'],
      [1, 2, 3],
    ],
    [[1, '…'], [1]],
  ])('%j holds for %j', (shown, actual) => expect(difference(shown, actual)).toBeUndefined());

  test.each([
    [{ id: '0197…' }, { id: 'none' }, '/id'],
    [{ a: 1 }, { a: 1, b: 2 }, '/b'],
    [{ a: 1, b: 2 }, { a: 1 }, '/b'],
    [{ a: [1] }, { a: [1, 2] }, '/a'],
    [{ a: '1' }, { a: 1 }, '/a'],
    [{ a: 'x.z' }, { a: 'xyz' }, '/a'],
    [[1, 2, '…'], [1], 'the whole'],
  ])('%j does not hold for %j', (shown, actual, where) => expect(difference(shown, actual)).toContain(where));

  test('JSON is found among other text', () => {
    expect(jsonIn('a {"x":"}\\""}{"y":[1]} [not json] 204')).toEqual([{ x: '}"' }, { y: [1] }]);
  });
});

describe('the output of commands', () => {
  const commands = block('sh', 'curl x\n# {"state": "PAUSED"}   it waits\n');

  test('holds when everything shown was printed in that order', () => {
    const output = 'noise {"state":"PAUSED"}\n{"b":1}\nline one\n';
    expect(outputProblem(commands, [block('json', '{"b": 1}'), block('text', 'line …\n')], output)).toBeUndefined();
  });

  test('differs in words', () => {
    expect(outputProblem(commands, [], '{"state":"RACING"}')).toBe('line 3: /state is "RACING", not "PAUSED"');
    expect(outputProblem(commands, [], '')).toContain('no JSON was printed');
    expect(outputProblem(block('sh', ''), [block('text', 'a\nb\n')], 'a\n')).toBe(
      'line 3: this line was not printed: b',
    );
  });

  test('may be an error only where one is shown', () => {
    expect(showsProblem(commands, [])).toBe(false);
    expect(showsProblem(commands, [block('json', '{"code": "ERROR_X", "id": 1, "…": "…"}')])).toBe(true);
  });
});
