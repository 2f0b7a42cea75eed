import { expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { isPersonalSecret, looksPersonal, newPersonalToken, parsePersonalToken } from './personal-token.js';

test('a token names its row, has 40 random characters and a checksum', () => {
  const id = newId();
  const { token, hash } = newPersonalToken(id);
  expect(token).toMatch(/^mrp_[0-9a-f]{32}_[0-9A-Za-z]{46}$/);
  expect(looksPersonal(token)).toBe(true);
  const parsed = parsePersonalToken(token);
  expect(parsed?.id).toBe(id);
  expect(isPersonalSecret(parsed?.secret ?? '', hash)).toBe(true);
  expect(isPersonalSecret('x'.repeat(40), hash)).toBe(false);
  expect(token).not.toContain(hash);
});

test('a token with any other character is none: no look-up is needed to refuse it', () => {
  const { token } = newPersonalToken(newId());
  for (let place = 4; place < token.length; place += 1) {
    if (token[place] === '_') continue;
    const other = `${token.slice(0, place)}${token[place] === '0' ? '1' : '0'}${token.slice(place + 1)}`;
    expect(parsePersonalToken(other), other).toBeUndefined();
  }
  expect(parsePersonalToken(`${token}0`)).toBeUndefined();
});
