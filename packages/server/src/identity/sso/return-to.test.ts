import { expect, it } from 'vitest';
import { returnPath } from './return-to.js';

it.each(['/', '/console/tasks?page=2#top', '/a%2Fb', '/oauth/authorize?redirect_uri=https%3A%2F%2Fapp.example%2F'])(
  '%s is a path of this service',
  (path) => {
    expect(returnPath(path)).toBe(path);
  },
);

it.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['another site', 'https://evil.example/'],
  ['another site without a scheme', '//evil.example/'],
  ['another site with a backslash', '/\\evil.example/'],
  ['a backslash further on', '/a\\..\\\\evil.example'],
  ['a tab that browsers leave out', '/\t/evil.example'],
  ['a line break', '/a\r\nset-cookie: a=b'],
  ['a space', '/ /evil.example'],
  ['dots that lead to another site', '/..//evil.example'],
  ['no path', 'console'],
  ['a script', 'javascript:alert(1)'],
  ['another sign-in', '/sso/entra/start'],
  ['another sign-in by dots', '/a/../sso/entra/start'],
  ['a path without end', `/${'a'.repeat(2000)}`],
])('%s is not', (_, path) => {
  expect(returnPath(path)).toBeUndefined();
});
