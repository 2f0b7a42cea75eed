import { expect, it } from 'vitest';
import { isHostAllowed } from './host-rule.js';

it.each([
  ['https://api.example.com/x', ['api.example.com'], true],
  ['https://API.example.com.:443', ['api.example.com'], true],
  ['https://api.example.com:8443', ['api.example.com:8443'], true],
  ['https://api.example.com', ['api.example.com:443'], true],
  ['http://api.example.com', ['api.example.com:443'], false],
  ['https://evil.com/api.example.com', ['api.example.com'], false],
  ['https://api.example.com.evil.com', ['api.example.com'], false],
  ['https://a.b.example.com', ['*.example.com'], true],
  ['https://example.com', ['*.example.com'], false],
  ['https://badexample.com', ['*.example.com'], false],
  ['https://[::1]:9/', ['[::1]'], true],
  ['https://anything.example', [], true],
])('%s against %j: %s', (url, rules, allowed) => {
  expect(isHostAllowed(rules, new URL(url))).toBe(allowed);
});
