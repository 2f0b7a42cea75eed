import { expect, test } from 'vitest';
import { afterSignIn } from './after-sign-in.js';

const site = { basePath: '/tools', assetsVersion: 'a', version: '1' } as const;
const done = { status: 'signedIn', userId: 'u' } as const;

test('a person goes on to where they were on the way to, else to the console', () => {
  expect(afterSignIn({ ...site, home: '/' }, '/device', done)).toEqual({ goTo: '/tools/device' });
  expect(afterSignIn({ ...site, home: '/' }, '', done)).toEqual({ goTo: '/tools/' });
  expect(afterSignIn({ ...site, home: '/sign-in' }, '', done)).toEqual({ goTo: '/tools/sign-in' });
});
