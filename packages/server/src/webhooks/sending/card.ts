import type { Event } from '@millrace/contract';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { CardSettings } from '../settings/webhook-deps.js';
import { type CardWords, cardWords } from './card-words.js';

/** A card for people in a channel. */
interface Card {
  readonly sentence: string;
  /** Where it happened. */
  readonly place: string;
  readonly button?: { readonly label: string; readonly url: string };
}

/** Slack cuts and Teams refuses what is longer. */
const MOST_SENTENCE = 500;

const oneLine = (text: string): string => {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.length > MOST_SENTENCE ? `${line.slice(0, MOST_SENTENCE)}…` : line;
};

/** Types of events after which a task is open. */
const openTasks: ReadonlySet<string> = new Set(['task.opened', 'task.assigned', 'task.claimed', 'task.updated']);

/** The body of a card of an event. It has no values of fields: a channel has other readers than the process. */
export function cardOf(
  format: 'slack' | 'teams',
  event: Event,
  changed: readonly string[],
  { name: place }: Pick<SubProject, 'name'>,
  settings: CardSettings,
): string {
  const words = cardWords[settings.language];
  const { name, approved } = event.data as { readonly name?: unknown; readonly approved?: unknown };
  const isAboutTask = event.type.startsWith('task.');
  const sentence = words.sentence({
    type: event.type,
    by: event.by.name,
    task: isAboutTask && typeof name === 'string' ? name : undefined,
    approved: typeof approved === 'boolean' ? approved : undefined,
    changed: changed.map((one) => one.replace(/^fields\./, '')),
  });
  const button = buttonOf(event, settings.publicUrl.replace(/\/+$/, ''), words);
  return write(format, { sentence: oneLine(sentence), place, ...(button === undefined ? {} : { button }) });
}

/** The body of the card of testEventSubscription. */
export const testCard = (
  format: 'slack' | 'teams',
  subscription: string,
  { name: place }: Pick<SubProject, 'name'>,
  { language }: CardSettings,
): string => write(format, { sentence: oneLine(cardWords[language].test(subscription)), place });

function buttonOf(
  { type, subject, subProjectId, processId }: Event,
  address: string,
  words: CardWords,
): Card['button'] {
  if (openTasks.has(type)) {
    return { label: words.openTask, url: `${address}/inbox?task=${subProjectId}.${subject.id}` };
  }
  if (processId === null) return undefined;
  return { label: words.openProcess, url: `${address}/processes/${subProjectId}/${processId}` };
}

const write = (format: 'slack' | 'teams', card: Card): string =>
  JSON.stringify(format === 'slack' ? slackMessage(card) : teamsMessage(card));

/** Block Kit. Everything is plain text: names cannot mention the channel, nor be links. */
const slackMessage = ({ sentence, place, button }: Card) => ({
  // What a notification of the operating system shows.
  text: `${place}: ${sentence}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  mrkdwn: false,
  blocks: [
    { type: 'section', text: plain(sentence) },
    { type: 'context', elements: [plain(place)] },
    ...(button === undefined
      ? []
      : [{ type: 'actions', elements: [{ type: 'button', text: plain(button.label), url: button.url }] }]),
  ],
});

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });

/** An adaptive card as the workflow "post to a channel when a webhook request is received" takes it. Its runs know no Markdown. */
const teamsMessage = ({ sentence, place, button }: Card) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: sentence, weight: 'bolder' }] },
          { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: place, isSubtle: true, size: 'small' }] },
        ],
        ...(button === undefined
          ? {}
          : { actions: [{ type: 'Action.OpenUrl', title: button.label, url: button.url }] }),
      },
    },
  ],
});
