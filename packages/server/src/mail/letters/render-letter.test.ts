import { expect, test } from 'vitest';
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

test.each(Object.keys(letters) as LetterTemplate[])('%s: both parts say the same', (template) => {
  const { subject, text, html } = renderLetter(template, letters[template], link);
  expect(subject).toMatch(/^\S.{5,}/);
  const shown = withoutTags(html).replaceAll('&amp;', '&').replace(/\s+/g, ' ');
  for (const line of text.split('\n').filter((one) => one !== '' && one !== '-- ')) {
    expect(shown).toContain(line.replace(/:$/, ''));
  }
});

test('the invitation has its link once in the text and on the button and below it in HTML', () => {
  const { text, html } = renderLetter('invitation', letters.invitation, link);
  expect(text.split(link.url)).toHaveLength(2);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
    'https://bpm.example.com/link/abc?x=1&amp;y=2',
    'https://bpm.example.com/link/abc?x=1&amp;y=2',
  ]);
  expect(text).toContain('until 22 November 2026 at 15:04 UTC');
});

test('HTML loads nothing from anywhere', () => {
  const { html } = renderLetter('invitation', letters.invitation, link);
  expect(html).not.toMatch(/<img|<script|<link|url\(|@import|src=/i);
});

test('a name is text: no markup, no further header line, no line of its own', () => {
  const invitedBy = 'Eve</p><a href="https://evil.example">x</a>\r\nBcc: all@example.com\u2028- ';
  const { subject, text, html } = renderLetter('invitation', { invitedBy, places: [] }, link);
  expect(subject).not.toMatch(/[\r\n\u2028]/);
  expect(html).not.toContain('<a href="https://evil.example">');
  expect(html).toContain('&lt;a href=&quot;https://evil.example&quot;&gt;');
  expect(text).not.toMatch(/^Bcc:/m);
});
