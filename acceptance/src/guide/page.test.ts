import { describe, expect, test } from 'vitest';
import { blocksOf, planOf } from './page.js';

const page = (...lines: string[]) => lines.join('\n');
const fenced = (language: string, text: string) => page(`\`\`\`${language}`, text, '```');

describe('the plan of a page', () => {
  test('commands are run, output after them is compared', () => {
    const { steps, unaccounted } = planOf(
      blocksOf(page('# Title', fenced('sh', 'echo 1'), 'shows', fenced('text', '1'))),
    );
    expect(unaccounted).toEqual([]);
    expect(steps).toMatchObject([
      { kind: 'run', block: { text: 'echo 1\n', line: 2 }, shown: [{ text: '1\n', line: 6 }] },
    ]);
  });

  test('a block in a list is run without its indentation', () => {
    const { steps } = planOf(
      blocksOf(page('1. first', '', '   ```sh', '   if true; then', '     echo', '   fi', '   ```')),
    );
    expect(steps).toMatchObject([{ block: { text: 'if true; then\n  echo\nfi\n' } }]);
  });

  test.each([
    ['output without commands', fenced('json', '{}')],
    ['a language that is not run', fenced('xml', '<x/>')],
    ['no language', fenced('', 'x')],
    ['what installs packages', fenced('sh', 'cd x\nnpm ci && npm start')],
    ['a marker with text in between', page('<!-- not run: no -->', 'text', fenced('yaml', 'x: 1'))],
    ['output of commands that were not run', page('<!-- not run: no -->', fenced('sh', 'x'), '', fenced('json', '{}'))],
  ])('%s has to be accounted for', (_, markdown) => {
    const { unaccounted } = planOf(blocksOf(markdown));
    expect(unaccounted).toHaveLength(1);
    expect(unaccounted[0]).toMatch(/^line \d+: /);
  });

  test('markers: a reason, another test, a file', () => {
    const markdown = page(
      '<!-- ts blocks run by: a.test.ts -->',
      '<!-- not run: needs a cluster -->',
      '',
      fenced('sh', 'kubectl'),
      fenced('ts', 'run();'),
      '<!-- file: x.yaml -->',
      fenced('yaml', 'x: 1'),
    );
    const { steps, delegated, unaccounted } = planOf(blocksOf(markdown));
    expect(unaccounted).toEqual([]);
    expect(steps).toMatchObject([{ kind: 'save', name: 'x.yaml' }]);
    expect(delegated).toMatchObject([{ test: 'a.test.ts', block: { language: 'ts' } }]);
  });

  test('a block that is not closed is an error', () => {
    expect(() => blocksOf(page('', '```sh', 'echo'))).toThrow('line 2');
  });
});
