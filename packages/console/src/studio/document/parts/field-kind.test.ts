import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { editDocument } from '../../../document/edit-document.js';
import { fieldKinds, kindOf, setKind } from './field-kind.js';
import { mapOf, type Plain } from './part.js';

const schemaOf = (text: string): Plain => mapOf((parse(text) as { fields: Plain }).fields.a);

const text = `fields:
  # what it is for
  a: { type: string, title: A, required: true, maxLength: 20, x-ui: { group: G, widget: multiline } } # and more
`;

test('each kind can be chosen from each other, and is recognised; title, hints and comments stay', () => {
  for (const first of fieldKinds) {
    const before = editDocument(text, (editor) => setKind(editor, ['fields', 'a'], schemaOf(text), first));
    for (const second of fieldKinds) {
      const after = editDocument(before, (editor) => setKind(editor, ['fields', 'a'], schemaOf(before), second));
      const schema = schemaOf(after);
      expect([first, second, kindOf(schema)]).toEqual([first, second, second]);
      expect(schema).toMatchObject({ title: 'A', required: true, 'x-ui': { group: 'G' } });
      expect(after).toMatch(/^ {2}# what it is for\n[^#]*# and more\n$/m);
    }
  }
});

test('what the old type knows and the new one does not goes; within a type it stays', () => {
  const long = editDocument(text, (editor) => setKind(editor, ['fields', 'a'], schemaOf(text), 'text'));
  expect(schemaOf(long).maxLength).toBe(20);
  const number = editDocument(text, (editor) => setKind(editor, ['fields', 'a'], schemaOf(text), 'number'));
  expect(schemaOf(number)).toEqual({ type: 'number', title: 'A', required: true, 'x-ui': { group: 'G' } });
});

test('a schema without a form is none of the kinds', () => {
  expect(kindOf({ type: 'array', items: { type: 'string' } })).toBeUndefined();
  expect(kindOf({ type: ['string', 'null'] })).toBeUndefined();
  expect(kindOf({ type: 'string', format: 'uri' })).toBeUndefined();
});
