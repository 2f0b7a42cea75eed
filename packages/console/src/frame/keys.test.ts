import { expect, test } from 'vitest';
import { nameOf } from './keys.js';

const pressed = (key: string, modifiers: Partial<KeyboardEvent> = {}) =>
  nameOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers } as KeyboardEvent);

test.each([
  ['j', {}, 'j'],
  ['?', { shiftKey: true }, '?'],
  ['K', { ctrlKey: true }, 'mod+k'],
  ['k', { metaKey: true }, 'mod+k'],
  ['J', { shiftKey: true }, 'shift+j'],
  ['Enter', { shiftKey: true }, 'shift+Enter'],
  ['Shift', { shiftKey: true }, ''],
  ['ł', { altKey: true }, ''],
])('%s with %o is %s', (key, modifiers, name) => {
  expect(pressed(key, modifiers)).toBe(name);
});
