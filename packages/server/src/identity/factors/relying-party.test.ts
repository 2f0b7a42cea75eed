import { expect, test } from 'vitest';
import { relyingParty } from './relying-party.js';

test.each([
  ['https://millrace.example', { id: 'millrace.example', origin: 'https://millrace.example' }],
  ['https://millrace.example:8443/', { id: 'millrace.example', origin: 'https://millrace.example:8443' }],
  ['http://localhost:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
  ['http://127.0.0.1:8080', undefined],
  ['https://[::1]:8080', undefined],
  ['https://192.0.2.1', undefined],
  ['http://millrace.example', undefined],
])('%s', (publicUrl, party) => {
  expect(relyingParty(publicUrl)).toEqual(party);
});
