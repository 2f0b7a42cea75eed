import { expect, test } from 'vitest';
import { newRecoveryCodes, RECOVERY_CODES, recoveryCodeHash } from './recovery-codes.js';

const ann = '01971f2e-6c00-7a11-8000-000000000111';

test('ten different codes of 80 bits in groups of four', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(RECOVERY_CODES);
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
});

test('a code has one hash however it is typed, and another one for another person', () => {
  const hash = recoveryCodeHash(ann, 'ab01-cdef-ghjk-mnpq');
  expect(hash).toBeDefined();
  for (const typed of ['AB01CDEFGHJKMNPQ', ' abO1 cdef ghjk mnpq', 'ab0l-cdef-ghjk-mnpq']) {
    expect(recoveryCodeHash(ann, typed), typed).toBe(hash);
  }
  expect(recoveryCodeHash(`${ann}0`, 'ab01-cdef-ghjk-mnpq')).not.toBe(hash);
});

test.each(['', 'ab01-cdef-ghjk-mnp', 'ab01-cdef-ghjk-mnpqr', 'ab01-cdef-ghjk-mnpu', 'ａｂ01-cdef-ghjk-mnpq'])(
  '"%s" is no code',
  (typed) => expect(recoveryCodeHash(ann, typed)).toBeUndefined(),
);
