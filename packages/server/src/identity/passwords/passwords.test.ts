import { describe, expect, test } from 'vitest';
import { createHashSlots } from '../secrets/secrets.js';
import { lowPasswordCost } from '../testing/low-cost.js';
import { checkNewPassword } from './password-rules.js';
import { createPasswords } from './passwords.js';

const ann = { name: 'Ann Lee', email: 'ann.lee@example.com' };

describe('a new password', () => {
  test.each([
    ['correct horse battery staple'],
    ['xkqzvbtrwpmf'],
    ['Straßenbahn fährt 7 mal'],
    ['日本語のパスワードは長いです'],
  ])('%s is taken', async (password) => {
    await expect(checkNewPassword(password, ann)).resolves.toBeUndefined();
  });

  test.each([
    ['elevenchars', /11 characters/],
    ['password1234', /easy to guess/],
    ['Password123!', /easy to guess/],
    ['aaaaaaaaaaaaaaaaaaaa', /easy to guess/],
    ['123456789012', /easy to guess/],
    ['qwertyuiopasdf', /easy to guess/],
    ['ann.lee@example.com', /easy to guess/],
    ['millracemillrace', /easy to guess/],
  ])('%s is refused with the reason, without repeating it', async (password, reason) => {
    const refused = checkNewPassword(password, ann);
    await expect(refused).rejects.toMatchObject({
      id: 1200,
      detail: expect.stringMatching(reason),
      errors: [{ pointer: '/password' }],
    });
    await expect(refused).rejects.not.toMatchObject({ detail: expect.stringContaining(password) });
  });
});

describe('hashes', () => {
  const passwords = createPasswords(createHashSlots(), lowPasswordCost);

  test('are argon2id with a salt, and match one text however it is composed', async () => {
    const [one, other] = await Promise.all([passwords.hash('fährt über Land'), passwords.hash('fährt über Land')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    expect(one).not.toBe(other);
    expect(await passwords.check('fährt über Land'.normalize('NFD'), one)).toBe(true);
    expect(await passwords.check('fährt über land', one)).toBe(false);
  });

  test('are never matched where there is none, not even by the password of nobody', async () => {
    expect(await passwords.check('the password of nobody', undefined)).toBe(false);
  });

  test('are made again when the cost has changed', async () => {
    const hash = await passwords.hash('fährt über Land');
    expect(await passwords.upgrade('fährt über Land', hash)).toBeUndefined();
    const costlier = createPasswords(createHashSlots(), { ...lowPasswordCost, timeCost: 2 });
    expect(await costlier.upgrade('fährt über Land', hash)).toMatch(/^\$argon2id\$v=19\$m=8,t=2,p=1\$/);
  });
});
