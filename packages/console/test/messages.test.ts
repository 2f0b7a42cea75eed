import { expect, test } from 'vitest';

const { compileCatalogues } = await import(new URL('../scripts/compile-messages.mjs', import.meta.url).href);

const compile = (en: string, de: string) =>
  compileCatalogues({ name: 'inbox', runtime: '../../messages', en: { text: en }, de: { text: de } });

test('arguments, plurals and tags become a function with their types', () => {
  const en = '<b>{name}</b> has {count, plural, one {# task} other {# tasks}}';
  const { 'index.gen.ts': types, 'en.gen.ts': texts } = compile(en, en);
  expect(types).toContain(
    'readonly text: (a: { readonly b: (children: ReactNode) => ReactNode; readonly count: number;',
  );
  expect(texts).toContain('f.plural(a.count, 0, { one: () =>');
});

test('a key or an argument that one language lacks is refused', () => {
  expect(() => compile('Hello {name}', 'Hallo')).toThrow('inbox: text has name in one language only');
  expect(() => compileCatalogues({ name: 'inbox', runtime: '.', en: { a: 'A' }, de: {} })).toThrow(
    'only one of en.json and de.json has a',
  );
});

test('a message that is no ICU message is refused with its place', () => {
  expect(() => compile('{count, plural, one {x}}', 'y')).toThrow('inbox: text in en.json is no ICU message');
});
