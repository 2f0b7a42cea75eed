import { expect, test } from 'vitest';
import { matches } from './options.js';

test.each([
  ['Go to Inbox', 'inb', true],
  ['Go to Inbox', 'go in', true],
  ['Gehe zu Vorgänge', 'vorgange', true],
  ['Approve', 'prove', false],
  ['Approve', '', true],
])('%s for "%s": %s', (label, query, expected) => expect(matches(label, query)).toBe(expected));
