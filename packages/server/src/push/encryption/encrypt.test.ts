import { expect, test } from 'vitest';
import { areUsable, encrypt, MOST_BYTES } from './encrypt.js';

/** RFC 8291, appendix A. */
const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

test('[D185] a message is encrypted as RFC 8291 has it', () => {
  const encrypted = encrypt(Buffer.from('When I grow up, I want to be a watermelon'), keys, {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  });
  expect(encrypted.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('each message has its own key, fits into one record, and keys that are no point of the curve are refused', () => {
  const text = Buffer.alloc(MOST_BYTES, 'x');
  const [first, second] = [encrypt(text, keys), encrypt(text, keys)];
  expect(first.equals(second)).toBe(false);
  expect(first).toHaveLength(4096);
  expect(() => encrypt(Buffer.alloc(MOST_BYTES + 1), keys)).toThrow('at most');
  expect(areUsable(keys)).toBe(true);
  expect(areUsable({ ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBe(false);
});
