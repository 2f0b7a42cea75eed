import { expect, test } from 'vitest';
import { redactText } from './redact-text.js';

test.each([
  ['https://erp.example.com/a answered 503.', 'https://erp.example.com/a answered 503.'],
  ['https://user:hunter2@erp.example.com/a answered 401.', 'https://[secret]@erp.example.com/a answered 401.'],
  ['GET https://x.example/a?key=hunter2&b=hunter2 failed', 'GET https://x.example/a?key=[secret]&b=[secret] failed'],
  ['refused: Authorization: Bearer hunter2.x', 'refused: Authorization: [secret] [secret]'],
  ['sent "password": "hunter2" there', 'sent "password": "[secret]" there'],
  ['client_secret=hunter2, apiKey: hunter2', 'client_secret=[secret], apiKey: [secret]'],
  ['token eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.hunter2 ended', 'token [secret] ended'],
  ['two\nlines\tof text', 'two lines of text'],
])('%s', (text, expected) => {
  expect(redactText(text)).toBe(expected);
});

test('long texts are cut, in linear time', () => {
  const begun = performance.now();
  for (const part of ['a', '?a=', 'token', 'x://', 'eyJ-.']) {
    expect(redactText(part.repeat(1_000_000)).length).toBeLessThanOrEqual(1000);
  }
  expect(performance.now() - begun).toBeLessThan(500);
});
