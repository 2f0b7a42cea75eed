import { expect, test } from 'vitest';
import { drawingWords } from './drawing-words.js';

test.each([
  ['User task', 'Benutzeraufgabe'],
  ['Start event', 'Startereignis'],
  ['Timer boundary event (non-interrupting)', 'Zeit-Randereignis (nicht unterbrechend)'],
  ['Append message intermediate catch event', 'Nachrichten-Zwischenereignis, wartend anhängen'],
  ['Append end event', 'Endereignis anhängen'],
  ['Something new', 'Something new'],
])('%j is %j in German', (text, german) => {
  expect(drawingWords.de(text)).toBe(german);
  expect(drawingWords.en(text)).toBe(text);
});
