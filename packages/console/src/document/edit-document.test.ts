import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type DocumentEditor, editDocument, readDocument } from './edit-document.js';

const examples = new URL('../../../../examples/', import.meta.url);
const documents = readdirSync(examples)
  .map((name) => new URL(`${name}/sub-project.yaml`, examples))
  .filter((file) => existsSync(file))
  .map((file) => readFileSync(file, 'utf8'));

const commentsOf = (text: string) => text.split('\n').flatMap((line) => line.match(/(?<=^|\s)#.*/)?.[0] ?? []);

/** Lines that are in one text alone. */
const changed = (before: string, after: string) => {
  const [a, b] = [before.split('\n'), after.split('\n')];
  return [a.filter((line) => !b.includes(line)), b.filter((line) => !a.includes(line))];
};

test('a document that is read and written without a change is the same text, byte by byte', () => {
  expect(documents.length).toBeGreaterThan(5);
  for (const text of documents) expect(editDocument(text, () => undefined)).toBe(text);
});

test('every change keeps every comment of every example', () => {
  const [first, second] = ['/first', '/second'];
  const changes: Readonly<Record<string, (editor: DocumentEditor, value: Plain) => void>> = {
    set: (editor, { field }) => editor.set(['fields', field, 'description'], first),
    hint: (editor, { field }) => editor.set(['fields', field, 'x-ui', 'group'], first),
    add: (editor) => editor.set(['fields', 'added'], { type: 'string', enum: ['A', 'B'] }),
    rename: (editor, { field }) => editor.rename(['fields', field], 'renamed'),
    move: (editor, { field }) => editor.move(['fields', field], 1),
    role: (editor) => editor.set(['roles', 0, 'update'], ['notes']),
    moveRole: (editor) => editor.move(['roles', 0], 1),
    append: (editor) => editor.append(['stages'], { key: 'added', name: second }),
    state: (editor) => editor.append(['states', 'values'], 'ADDED'),
    tone: (editor) => editor.set(['states', 'tones', 'INIT'], 'waiting'),
  };
  for (const text of documents) {
    const { fields } = parse(text) as { fields: Record<string, unknown> };
    const [field = ''] = Object.keys(fields);
    for (const [name, change] of Object.entries(changes)) {
      const after = editDocument(text, (editor) => change(editor, { field }));
      // An example has one role, which cannot be moved.
      if (name !== 'moveRole') expect(after, name).not.toBe(text);
      expect(commentsOf(after).sort(), name).toEqual(commentsOf(text).sort());
      expect(readDocument(after).error, name).toBeUndefined();
    }
  }
});

interface Plain {
  readonly field: string;
}

const text = `# top
fields:
  # of amount
  amount: { type: number } # in euros

  # of notes
  notes:
    type: string
    x-ui: { group: Work }
states:
  values: [INIT, DONE]
`;

test('a change changes its own line alone', () => {
  expect(
    changed(
      text,
      editDocument(text, (editor) => editor.set(['fields', 'amount', 'minimum'], 0)),
    ),
  ).toEqual([['  amount: { type: number } # in euros'], ['  amount: { type: number, minimum: 0 } # in euros']]);
  expect(
    changed(
      text,
      editDocument(text, (editor) => editor.rename(['fields', 'notes'], 'remarks')),
    ),
  ).toEqual([['  notes:'], ['  remarks:']]);
  expect(
    changed(
      text,
      editDocument(text, (editor) => editor.append(['states', 'values'], 'PAID')),
    ),
  ).toEqual([['  values: [INIT, DONE]'], ['  values: [INIT, DONE, PAID]']]);
});

test('what becomes empty goes, and what is missing is made', () => {
  const without = editDocument(text, (editor) => editor.set(['fields', 'notes', 'x-ui', 'group'], undefined));
  expect(without).not.toContain('x-ui');
  expect(parse(editDocument(text, (editor) => editor.set(['priorities', 'values'], ['LOW'])))).toMatchObject({
    priorities: { values: ['LOW'] },
  });
  expect(parse(editDocument('fields:\n', (editor) => editor.set(['fields', 'a'], { type: 'string' })))).toEqual({
    fields: { a: { type: 'string' } },
  });
});

test('a comment moves with what it stands above', () => {
  const moved = editDocument(text, (editor) => editor.move(['fields', 'amount'], 1));
  expect(moved).toBe(`# top
fields:
  # of notes
  notes:
    type: string
    x-ui: { group: Work }

  # of amount
  amount: { type: number } # in euros
states:
  values: [INIT, DONE]
`);
  expect(editDocument(moved, (editor) => editor.move(['fields', 'amount'], -1))).toBe(text);
});

test('JSON stays JSON', () => {
  const json = '{"name":"A","fields":{}}';
  expect(JSON.parse(editDocument(json, (editor) => editor.set(['name'], 'B')))).toEqual({ name: 'B', fields: {} });
});

test('a text that cannot be read says why', () => {
  expect(readDocument('a: [1').error).toMatch(/line 1/);
  expect(readDocument('just text').error).toBe('');
});
