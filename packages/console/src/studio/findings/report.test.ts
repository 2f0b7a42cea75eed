import { expect, test } from 'vitest';
import { badgesOf, findingsOf } from './report.js';

const finding = (elementId: string | null, message: string) => ({ elementId, code: 'c', message });

test('errors stand first, and an element with an error counts its errors alone', () => {
  const findings = findingsOf({
    errors: [finding('a', 'first'), finding('a', 'second'), finding(null, 'of the file')],
    warnings: [finding('a', 'third'), finding('b', 'fourth')],
    ignored: [finding('c', 'fifth')],
  });
  expect(findings.map(({ severity }) => severity)).toEqual([
    'error',
    'error',
    'error',
    'warning',
    'warning',
    'ignored',
  ]);
  expect([...badgesOf(findings)]).toEqual([
    ['a', { kind: 'error', count: 2, title: 'first\nsecond' }],
    ['b', { kind: 'warning', count: 1, title: 'fourth' }],
  ]);
});
