import { expect, test } from 'vitest';
import { languageOf, languages } from './languages.js';
import { renderLetter } from './render-letter.js';
import type { LetterData, LetterTemplate } from './templates.js';

const link = { url: 'https://bpm.example.com/link/abc?x=1&y=2', expiresTs: new Date('2026-11-22T15:04:00Z') };
const letters: { readonly [Template in LetterTemplate]: LetterData[Template] } = {
  invitation: { invitedBy: 'Ann', places: ['Invoices', 'Claims'] },
  passwordReset: {},
  noPassword: {},
  emailChange: {},
  emailChangeNotice: { newEmail: 'new@example.com' },
  passwordChanged: { changedTs: '2026-11-22T15:04:00Z' },
  factorChanged: { change: 'passkeyAdded', name: 'Laptop', changedTs: '2026-11-22T15:04:00Z' },
};
const withoutTags = (html: string) => html.replace(/<style>.*<\/style>/s, '').replace(/<[^>]*>/g, ' ');

const templates = Object.keys(letters) as LetterTemplate[];
const linesOf = (text: string) => text.split('\n').filter((one) => one !== '' && one !== '-- ' && one !== link.url);

test.each(languages.flatMap((language) => templates.map((template) => [language, template] as const)))(
  '%s, %s: both parts say the same',
  (language, template) => {
    const { subject, text, html } = renderLetter(language, template, letters[template], link);
    expect(subject).toMatch(/^\S.{5,}/);
    expect(html).toContain(`<html lang="${language}">`);
    const shown = withoutTags(html).replaceAll('&amp;', '&').replace(/\s+/g, ' ');
    for (const line of linesOf(text)) expect(shown).toContain(line.replace(/:$/, ''));
  },
);

test.each(templates)('%s: no line is the same in two languages', (template) => {
  const [english, german] = (['en', 'de'] as const).map((language) => {
    const { subject, text } = renderLetter(language, template, letters[template], link);
    return [subject, ...linesOf(text)];
  });
  expect(german?.filter((line) => english?.includes(line))).toEqual([]);
  expect(german).toHaveLength(english?.length ?? 0);
});

test.each<[string | null, string]>([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE', 'de'],
  ['en-GB', 'en'],
  // Not German, though it begins so.
  ['del', 'en'],
  ['pt-BR', 'en'],
  [null, 'en'],
])('the locale %s has e-mails in %s', (locale, language) => {
  expect(languageOf(locale, 'en')).toBe(language);
});

test('the invitation has its link once in the text and on the button and below it in HTML', () => {
  const { text, html } = renderLetter('en', 'invitation', letters.invitation, link);
  expect(text.split(link.url)).toHaveLength(2);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
    'https://bpm.example.com/link/abc?x=1&amp;y=2',
    'https://bpm.example.com/link/abc?x=1&amp;y=2',
  ]);
  expect(text).toContain('until 22 November 2026 at 15:04 UTC');
  const inGerman = renderLetter('de', 'invitation', letters.invitation, link);
  expect(inGerman.text).toContain('bis zum 22. November 2026 um 15:04 Uhr UTC');
});

test('HTML loads nothing from anywhere', () => {
  const { html } = renderLetter('en', 'invitation', letters.invitation, link);
  expect(html).not.toMatch(/<img|<script|<link|url\(|@import|src=/i);
});

test('a name is text: no markup, no further header line, no line of its own', () => {
  const invitedBy = 'Eve</p><a href="https://evil.example">x</a>\r\nBcc: all@example.com\u2028- ';
  const { subject, text, html } = renderLetter('en', 'invitation', { invitedBy, places: [] }, link);
  expect(subject).not.toMatch(/[\r\n\u2028]/);
  expect(html).not.toContain('<a href="https://evil.example">');
  expect(html).toContain('&lt;a href=&quot;https://evil.example&quot;&gt;');
  expect(text).not.toMatch(/^Bcc:/m);
});
