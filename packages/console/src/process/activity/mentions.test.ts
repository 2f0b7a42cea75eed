import { expect, test } from 'vitest';
import { nameBeingWritten, partsOf, suggestions, withIds, withName } from './mentions.js';

const ada = { id: '01971f2e-6c00-7a11-8000-0000000000a1', name: 'Ada' };
const byron = { id: '01971f2e-6c00-7a11-8000-0000000000b1', name: 'Ada Byron' };

test('a comment is texts and people', () => {
  expect(partsOf(`Hello @[${ada.id.toUpperCase()}]!`)).toEqual([
    { text: 'Hello ' },
    { text: `@[${ada.id.toUpperCase()}]`, userId: ada.id },
    { text: '!' },
  ]);
  expect(partsOf('none @[x]')).toEqual([{ text: 'none @[x]' }]);
});

test('names of chosen people are sent as ids, the longest first', () => {
  expect(withIds('@Ada Byron and @Ada, @Max', [ada, byron])).toBe(`@[${byron.id}] and @[${ada.id}], @Max`);
});

test('a name after @ is completed', () => {
  expect(nameBeingWritten('Ask @Ad', 7)).toBe('Ad');
  expect(nameBeingWritten('a@b', 3)).toBeUndefined();
  expect(suggestions([ada, byron], 'by')).toEqual([byron]);
  expect(suggestions([ada], 'Ada')).toEqual([]);
  expect(withName('Ask @Ad now', 7, 'Ada Byron')).toEqual({ text: 'Ask @Ada Byron  now', cursor: 15 });
});
