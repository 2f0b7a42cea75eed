import type { Event } from '@millrace/contract';
import { expect, test } from 'vitest';
import { messageOf, testMessage } from './payload.js';

const event = (type: string, data: object = {}): Event => ({
  id: 'e1',
  position: '1',
  type,
  createdTs: '2026-01-31T09:30:00.000Z',
  subProjectId: 's1',
  processId: 'p1',
  sequence: '1',
  subject: { type: type.split('.')[0] ?? '', id: 't1' },
  by: { id: 'u1', name: 'Olga <!channel> *Owner*' },
  traceId: 'x',
  data,
});
const source = (language: 'en' | 'de' = 'en') => ({
  subProject: { name: 'Invoices & claims' },
  cards: { publicUrl: 'https://bpm.example.com/millrace/', language },
});
const cardOf = (format: 'slack' | 'teams', one: Event, language?: 'en' | 'de') =>
  JSON.parse(messageOf({ format, payload: 'full' }, one, false, source(language)).body);
const opened = event('task.opened', { name: 'Approve\ninvoice', assignee: null, data: { amount: 4711 } });

test('[D168] a card for Slack: plain text that mentions nobody, and a button that opens the task', () => {
  expect(cardOf('slack', opened)).toEqual({
    text: 'Invoices &amp; claims: The task “Approve invoice” waits.',
    mrkdwn: false,
    blocks: [
      { type: 'section', text: { type: 'plain_text', text: 'The task “Approve invoice” waits.', emoji: false } },
      { type: 'context', elements: [{ type: 'plain_text', text: 'Invoices & claims', emoji: false }] },
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            text: { type: 'plain_text', text: 'Open the task', emoji: false },
            url: 'https://bpm.example.com/millrace/inbox?task=s1.t1',
          },
        ],
      },
    ],
  });
  const commented = cardOf('slack', event('comment.added'));
  expect(commented.text).not.toContain('<!channel>');
  expect(commented.blocks[2].elements[0].url).toBe('https://bpm.example.com/millrace/processes/s1/p1');
});

test('a card for Teams is an adaptive card without Markdown, in the language of the server', () => {
  const { type, attachments } = cardOf('teams', opened, 'de');
  expect([type, attachments.length, attachments[0].contentType]).toEqual([
    'message',
    1,
    'application/vnd.microsoft.card.adaptive',
  ]);
  const { content } = attachments[0];
  expect(content.body[0]).toEqual({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: 'Die Aufgabe „Approve invoice“ wartet.', weight: 'bolder' }],
  });
  expect(content.actions).toEqual([
    { type: 'Action.OpenUrl', title: 'Aufgabe öffnen', url: 'https://bpm.example.com/millrace/inbox?task=s1.t1' },
  ]);
});

test.each(['slack', 'teams'] as const)(
  'no card for %s has the value of a field, also where the event has it',
  (format) => {
    const updated = event('process.updated', {
      before: { fields: { amount: 4710, supplier: 'Acme' } },
      after: { fields: { amount: 4711, supplier: 'Globex' }, state: 'DONE' },
    });
    for (const one of [updated, opened, event('run.variablesSet', { after: { secret: '4711' } })]) {
      expect(JSON.stringify(cardOf(format, one))).not.toMatch(/471|Acme|Globex|DONE/);
    }
    expect(JSON.stringify(cardOf(format, updated))).toContain('changed amount, supplier, state.');
  },
);

test('a test tells the channel who writes there', () => {
  const subscription = { id: 'w1', subProjectId: 's1', name: 'Purchasing', format: 'slack' } as const;
  expect(JSON.parse(testMessage(subscription, 'm1', 0, source()).body).text).toBe(
    'Invoices &amp; claims: Millrace reaches this channel: “Purchasing”.',
  );
});
