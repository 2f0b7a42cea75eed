import type { Notification } from '@millrace/contract';
import { wordsIn } from '../../mail/letters/languages.js';
import type { Language, Letter } from '../../mail/letters/letter.js';
import { layOut, onOneLine } from '../../mail/letters/render-letter.js';
import { type NoticeWords, noticeWords } from './words.js';

/** What e-mails about notifications are written of. */
export interface NoticeContent {
  /** Each with the reasons that are to be told, the strongest first. */
  readonly notifications: readonly Notification[];
  /** Names of people by their ids. */
  readonly names: ReadonlyMap<string, string>;
  /** Public address of the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly unsubscribeUrl: string;
  readonly language: Language;
}

/** The reasons for which a task waits. */
const asksForWork: ReadonlySet<string> = new Set(['assigned', 'candidate', 'due']);

/** What happened, a line for each reason. */
export const linesOf = (
  { reasons }: Pick<Notification, 'reasons'>,
  names: NoticeContent['names'],
  words: NoticeWords,
): readonly string[] =>
  reasons.map(({ reason, count, by, task, approved }) =>
    words.happened({
      reason,
      count,
      by: names.get(by ?? ''),
      task: task ?? undefined,
      approved: approved ?? undefined,
    }),
  );

/** The task that waits for the person. */
export const waitingTaskOf = ({ reasons }: Notification): string | undefined =>
  reasons.find(({ reason, taskId }) => taskId !== null && asksForWork.has(reason))?.taskId ?? undefined;

/** Where to go: to the task that waits, else to the process. */
export function pathOf(notification: Notification) {
  const { subProject, process } = notification;
  const task = waitingTaskOf(notification);
  if (task !== undefined) return { path: `inbox?task=${subProject.id}.${task}`, isTask: true };
  return { path: `processes/${subProject.id}/${process.id}`, isTask: false };
}

function placeOf(notification: Notification, baseUrl: string) {
  const { path, isTask } = pathOf(notification);
  return { url: `${baseUrl}/${path}`, isTask };
}

const linksOf = ({ baseUrl, unsubscribeUrl }: NoticeContent, stop: string, { settings }: NoticeWords) => [
  { label: settings, url: `${baseUrl}/account` },
  { label: stop, url: unsubscribeUrl },
];

/**
 * An e-mail about one process. Its subject is the same whenever there is one, so that mail programs show them together.
 *
 * @param decideUrl where the person, and nobody else, decides the task that waits
 */
export function writeNotification(content: NoticeContent, notification: Notification, decideUrl: string | undefined) {
  const words = noticeWords[content.language];
  const { title, subProject } = named(notification);
  const place = placeOf(notification, content.baseUrl);
  const letter: Letter = {
    subject: `[${subProject}] ${title}`,
    heading: title,
    paragraphs: onOneLine(linesOf(notification, content.names, words)),
    button:
      decideUrl === undefined
        ? { label: place.isTask ? words.openTask : words.open, url: place.url }
        : { label: words.decide, url: decideUrl },
    notes: decideUrl === undefined ? [] : [words.onlyForYou],
    links: [
      ...(decideUrl === undefined ? [] : [{ label: words.openTask, url: place.url }]),
      ...linksOf(content, words.stop, words),
    ],
  };
  return layOut(letter, wordsIn(content.language));
}

/** An e-mail about everything since the last one. @param others processes that it does not name */
export function writeDigest(content: NoticeContent, others: number) {
  const words = noticeWords[content.language];
  const { notifications, names, baseUrl } = content;
  const count = notifications.length + others;
  const letter: Letter = {
    subject: words.digestSubject(count),
    heading: words.digestHeading,
    paragraphs: [words.digestIntroduction(count)],
    items: notifications.map((notification) => {
      const { title, subProject } = named(notification);
      const lines = onOneLine(linesOf(notification, names, words));
      return { title, place: subProject, lines, url: placeOf(notification, baseUrl).url };
    }),
    button: { label: words.openAll, url: `${baseUrl}/notifications` },
    notes: others > 0 ? [words.more(others)] : [],
    links: linksOf(content, words.stopDigest, words),
  };
  return layOut(letter, wordsIn(content.language));
}

const MOST_TITLE = 150;

/** Names that people chose, on one line. */
function named({ subProject, process }: Notification) {
  const { title, name } = onOneLine({ title: process.title, name: subProject.name });
  return { title: title.length > MOST_TITLE ? `${title.slice(0, MOST_TITLE)}…` : title, subProject: name };
}
