import { type Notification, type NotificationReason, notificationReasons } from '@millrace/contract';
import { beforeNewest } from '../../filters/paging.js';
import { principalOf } from '../../identity/records/principal-of.js';
import { localeOf } from '../../identity/records/user-locale-queries.js';
import { findUser } from '../../identity/records/user-queries.js';
import { languageOf } from '../../mail/letters/languages.js';
import type { Language } from '../../mail/letters/letter.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import type { PreparedNotice, PrepareNotice } from '../../mail/prepared-mail.js';
import type { NoticeRow } from '../../mail/records/mails.js';
import type { Transaction } from '../../postgres/database.js';
import { digestTimeOf, emailedReasons, type StoredPreferences } from '../preferences/preferences.js';
import type { NotificationDeps } from '../reading/notification-deps.js';
import { type NotificationScope, notificationScopes } from '../reading/notification-scopes.js';
import { presentNotification } from '../reading/present-notification.js';
import { type ListedNotification, listNotifications, unmailed } from '../records/list-notifications.js';
import { lockMailings, storeMailings, unsubscribeKeyOf } from '../records/mailings.js';
import { noteMailed, setMail } from '../records/notifications.js';
import { findPreferences } from '../records/preferences.js';
import { nextDigest } from './next-digest.js';
import { scheduleMails } from './schedule-mails.js';
import { type Unsubscribed, unsubscribeToken } from './unsubscribe-token.js';
import { type NoticeContent, waitingTaskOf, writeDigest, writeNotification } from './write-notice.js';

/** Processes that a digest names, and those that it looks at in each sub-project. */
const MOST_NAMED = 50;
const MOST_LOOKED_AT = 200;

export interface PrepareNoticeDeps extends NotificationDeps {
  /** For what is added while an e-mail is sent. */
  readonly mails: MailQueue;
  /** Of people who have chosen none of the languages that there are. */
  readonly language: Language;
  /** Makes links to the task that an e-mail is about; absent: it leads to the inbox. */
  readonly taskLinks?: {
    issue(target: {
      readonly subProjectId: string;
      readonly taskId: string;
      readonly userId: string;
    }): Promise<string | undefined>;
  };
  readonly now?: () => Date;
}

/** Somebody who gets e-mail, as this person is now. */
interface Recipient {
  readonly userId: string;
  readonly to: PreparedNotice['to'];
  readonly preferences: StoredPreferences;
  readonly language: Language;
  readonly unsubscribeKey: Buffer;
}

/** Something to tell: the notification with the reasons that no e-mail has told, and the version of its row. */
interface News {
  readonly row: ListedNotification;
  readonly notification: Notification;
}

/**
 * Writes e-mails about notifications when they are sent: of what the person has not read, no e-mail has told, the person wants by
 * e-mail, and may know at that moment.
 */
export const prepareNotice =
  (deps: PrepareNoticeDeps): PrepareNotice =>
  async (mail) => {
    const recipient = await findRecipient(deps, mail.data.userId);
    if (recipient === undefined) return undefined;
    return mail.template === 'digest' ? digest(deps, mail, recipient) : notification(deps, mail, recipient);
  };

async function findRecipient(
  { db, language: otherwise }: PrepareNoticeDeps,
  userId: string,
): Promise<Recipient | undefined> {
  const user = await findUser(db, userId);
  const unsubscribeKey = await unsubscribeKeyOf(db, userId);
  if (user === undefined || user.disabled || user.kind !== 'person' || unsubscribeKey === undefined) return undefined;
  const preferences = (await findPreferences(db, [userId])).get(userId) ?? {};
  const language = languageOf(await localeOf(db, userId), otherwise);
  return { userId, to: { name: user.name, address: user.email }, preferences, language, unsubscribeKey };
}

async function notification(
  deps: PrepareNoticeDeps,
  { id, data, baseUrl }: Extract<NoticeRow, { readonly template: 'notification' }>,
  recipient: Recipient,
): Promise<PreparedNotice | undefined> {
  const { subProjectId, processId } = data;
  const wanted = emailedReasons(recipient.preferences, 'now', 'digest');
  const [news] = await newsOf(deps, recipient, wanted, { subProjectId, processId });
  const atOnce = new Set(emailedReasons(recipient.preferences, 'now'));
  const urgent = (news?.notification.reasons ?? []).map(({ reason }) => reason).filter((reason) => atOnce.has(reason));
  // What is not urgent any more waits for the digest, which is due: it was scheduled when it was added, or by the choice.
  if (news === undefined || urgent.length === 0) return undefined;
  const content = await contentOf(deps, baseUrl, recipient, [news], urgent);
  return {
    to: recipient.to,
    language: recipient.language,
    letter: writeNotification(
      content,
      news.notification,
      await decideUrlOf(deps, baseUrl, recipient, news.notification),
    ),
    thread: `process-${processId}`,
    unsubscribeUrl: content.unsubscribeUrl,
    sent: (tx) => keep(tx, deps, recipient, [news], id),
  };
}

/** The address where the person decides the task that waits; undefined: no task waits, or there were enough links to it. */
async function decideUrlOf(
  { taskLinks }: PrepareNoticeDeps,
  baseUrl: string,
  { userId }: Recipient,
  notification: Notification,
): Promise<string | undefined> {
  const taskId = waitingTaskOf(notification);
  if (taskId === undefined) return undefined;
  const token = await taskLinks?.issue({ subProjectId: notification.subProject.id, taskId, userId });
  return token === undefined ? undefined : `${baseUrl}/decide/${token}`;
}

async function digest(
  deps: PrepareNoticeDeps,
  { id, baseUrl }: NoticeRow,
  recipient: Recipient,
): Promise<PreparedNotice | undefined> {
  const news = await newsOf(deps, recipient, emailedReasons(recipient.preferences, 'now', 'digest'), undefined);
  if (news.length === 0) return undefined;
  const named = news.slice(0, MOST_NAMED);
  const content = await contentOf(deps, baseUrl, recipient, named, 'digest');
  return {
    to: recipient.to,
    language: recipient.language,
    letter: writeDigest(content, news.length - named.length),
    unsubscribeUrl: content.unsubscribeUrl,
    async sent(tx) {
      await keep(tx, deps, recipient, news, id);
      await keepDigest(tx, deps, recipient);
    },
  };
}

/** What is to be told now, the newest first: in the sub-projects of the person, or on one process. */
async function newsOf(
  deps: PrepareNoticeDeps,
  { userId }: Recipient,
  wanted: readonly NotificationReason[],
  only: { readonly subProjectId: string; readonly processId: string } | undefined,
): Promise<readonly News[]> {
  const principal = await principalOf(deps.db, { userId, scopes: [] });
  if (principal === undefined || wanted.length === 0) return [];
  const scopes = await notificationScopes(deps, { principal }, wanted, only && [only.subProjectId]);
  const rows = await listNotifications(deps.db, scopes, {
    userId,
    which: unmailed(only?.processId),
    before: beforeNewest,
    limit: MOST_LOOKED_AT,
  });
  const byId = new Map(scopes.map((scope) => [scope.subProjectId, scope]));
  return rows
    .flatMap((row) => newsIn(byId.get(row.subProjectId), row))
    .toSorted((a, b) => b.row.lastTs.getTime() - a.row.lastTs.getTime());
}

function newsIn(scope: NotificationScope | undefined, row: ListedNotification): readonly News[] {
  if (scope === undefined) return [];
  const notification = presentNotification(scope, { ...row, reasons: newCauses(row) });
  return notification.reasons.length === 0 ? [] : [{ row, notification }];
}

/** The causes that no e-mail has told. Those of before there were e-mails are old. */
const newCauses = ({ reasons, mailedVersion }: ListedNotification): ListedNotification['reasons'] =>
  Object.fromEntries(Object.entries(reasons).filter(([, { version = 0 }]) => version > mailedVersion));

async function contentOf(
  { db, userNames }: PrepareNoticeDeps,
  baseUrl: string,
  { userId, unsubscribeKey, language }: Recipient,
  news: readonly News[],
  stops: Unsubscribed,
): Promise<NoticeContent> {
  const notifications = news.map((one) => one.notification);
  const people = notifications.flatMap(({ reasons }) => reasons.flatMap(({ by }) => by ?? []));
  return {
    notifications,
    names: await userNames(db, [...new Set(people)]),
    baseUrl,
    language,
    unsubscribeUrl: `${baseUrl}/unsubscribe/${unsubscribeToken(unsubscribeKey, userId, stops)}`,
  };
}

/** Notes what was told. What was added while this e-mail was sent gets one of its own, unless it has one. */
async function keep(
  tx: Transaction,
  { mails }: PrepareNoticeDeps,
  { userId }: Recipient,
  news: readonly News[],
  mailId: string,
): Promise<void> {
  const told = news.map(({ row: { subProjectId, processId, version } }) => ({ subProjectId, processId, version }));
  const rows = await noteMailed(tx, userId, told);
  for (const row of rows) {
    const reasons = notificationReasons.filter((reason) => (row.reasons[reason]?.version ?? 0) > row.mailedVersion);
    if (row.readTs !== null || reasons.length === 0) continue;
    const other = row.mailId === mailId ? null : row.mailId;
    const [after] = await scheduleMails(tx, mails, row.subProjectId, [{ row: { ...row, mailId: other }, reasons }]);
    if (after !== undefined && after.mailId !== null) {
      await setMail(tx, row.subProjectId, { ...after, mailId: after.mailId });
    }
  }
}

/** There is no other digest on this day. */
async function keepDigest(
  tx: Transaction,
  { now }: PrepareNoticeDeps,
  { userId, preferences }: Recipient,
): Promise<void> {
  const mailing = (await lockMailings(tx, [userId])).get(userId);
  if (mailing === undefined) return;
  const digestedTs = now?.() ?? new Date();
  const digestTs = mailing.digestTs === null ? null : nextDigest(digestTimeOf(preferences), digestedTs, digestedTs);
  await storeMailings(tx, [{ ...mailing, digestedTs, digestTs }]);
}
