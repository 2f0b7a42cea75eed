import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBase32, toBase32 } from './base32.js';
import { acceptedStep, codeOfStep, stepAt, totpUri } from './totp.js';

const rfcSecret = Buffer.from('12345678901234567890');

// RFC 6238, appendix B: the rows of SHA-1.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('[RFC 6238 B] at %i seconds the code is %s', (seconds, code) => {
  expect(codeOfStep(rfcSecret, stepAt(seconds * 1000), 8)).toBe(code);
  expect(acceptedStep(rfcSecret, code.slice(2), seconds * 1000, undefined)).toBe(stepAt(seconds * 1000));
});

// RFC 4226, appendix D.
test('[RFC 4226 D] the codes of the first ten counters', () => {
  const codes = Array.from({ length: 10 }, (_, counter) => codeOfStep(rfcSecret, counter));
  expect(codes.join(' ')).toBe('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489');
});

describe('which codes count', () => {
  const now = 1_800_000_015_000;
  const step = stepAt(now);

  test('a code counts in its step and in the ones beside it, and in no other', () => {
    const accepted = [-2, -1, 0, 1, 2].map((by) =>
      acceptedStep(rfcSecret, codeOfStep(rfcSecret, step + by), now, undefined),
    );
    expect(accepted).toEqual([undefined, step - 1, step, step + 1, undefined]);
  });

  test('a code counts once, and an older one not after it', () => {
    expect(acceptedStep(rfcSecret, codeOfStep(rfcSecret, step), now, step)).toBeUndefined();
    expect(acceptedStep(rfcSecret, codeOfStep(rfcSecret, step - 1), now, step)).toBeUndefined();
    expect(acceptedStep(rfcSecret, codeOfStep(rfcSecret, step + 1), now, step)).toBe(step + 1);
  });

  test('spaces do not count; anything but six digits is refused', () => {
    const code = codeOfStep(rfcSecret, step);
    expect(acceptedStep(rfcSecret, ` ${code.slice(0, 3)} ${code.slice(3)} `, now, undefined)).toBe(step);
    for (const typed of ['', code.slice(1), `0${code}`, `${code.slice(1)}x`, '１２３４５６']) {
      expect(acceptedStep(rfcSecret, typed, now, undefined), typed).toBeUndefined();
    }
  });
});

test('[RFC 4648 10] base32, and back for any bytes', () => {
  expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => toBase32(Buffer.from(text)))).toEqual([
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ]);
  fc.assert(fc.property(fc.uint8Array(), (bytes) => fromBase32(toBase32(bytes)).equals(Buffer.from(bytes))));
  expect(() => fromBase32('M1')).toThrow();
});

test('the URI names issuer and account, encoded', () => {
  const uri = new URL(totpUri({ secret: 'MZXW6', issuer: 'Millrace: a & b', account: 'ann+x@example.com' }));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toBe('/Millrace: a & b:ann+x@example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'MZXW6',
    issuer: 'Millrace: a & b',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

const hasOathtool = process.env.MILLRACE_TEST_OATHTOOL === '1';
describe.skipIf(!hasOathtool)('oathtool (Debian package oathtool; .ci/run installs it)', () => {
  test('computes the same codes as the server, for random secrets and times', () => {
    for (let index = 0; index < 20; index += 1) {
      const secret = randomBytes(20);
      const seconds = 1_700_000_000 + Math.floor(Math.random() * 1_000_000_000);
      const args = ['--totp', '--base32', toBase32(secret), '--now', `@${seconds}`];
      const { stdout, status } = spawnSync('oathtool', args, { encoding: 'utf8' });
      expect(status).toBe(0);
      expect(acceptedStep(secret, stdout, seconds * 1000, undefined)).toBe(stepAt(seconds * 1000));
    }
  });
});
