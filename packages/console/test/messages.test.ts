import { readFileSync } from 'node:fs';
import { errorCatalogue } from '@millrace/contract';
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

test('tags inside a choice or a plural stay tags', () => {
  const select = '{state, select, OPEN {still <b>open</b>} other {closed}}';
  const { 'index.gen.ts': types, 'en.gen.ts': texts } = compile(select, select);
  expect(types).toContain('{ readonly b: (children: ReactNode) => ReactNode; readonly state: string }) => ReactNode');
  expect(texts).toContain("f.select(a.state, { OPEN: () => f.rich(['still ', a.b('open')]), other: () => 'closed' })");
  const plural = '{count, plural, one {<b>#</b> task} other {<b>#</b> tasks}}';
  expect(compile(plural, plural)['en.gen.ts']).toContain(
    "one: () => f.rich([a.b(f.rich([f.number(a.count)])), ' task'])",
  );
});

test('every error that the service can answer with has its German sentence', () => {
  const { reason } = JSON.parse(
    readFileSync(new URL('../src/ui/reason/messages/de.json', import.meta.url), 'utf8'),
  ) as { reason: string };
  const codes = Object.values(errorCatalogue).map(({ code }) => code);
  expect(codes.filter((code) => !reason.includes(` ${code} {`))).toEqual([]);
});
