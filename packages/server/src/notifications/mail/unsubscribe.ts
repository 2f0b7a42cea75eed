import { notificationReasons } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { principalOf } from '../../identity/records/principal-of.js';
import { localeOf } from '../../identity/records/user-locale-queries.js';
import { type Database, type Queryable, type Transaction, transaction } from '../../postgres/database.js';
import { systemPrincipal } from '../../use-case/caller.js';
import { emailedReasons, type StoredPreferences } from '../preferences/preferences.js';
import { unsubscribeKeyOf } from '../records/mailings.js';
import { lockPreferences, storePreferences } from '../records/preferences.js';
import { readUnsubscribeToken, type UnsubscribeLink } from './unsubscribe-token.js';

/** What a link of an e-mail stops, and the language of whom it was sent to. */
export interface StoppedMail {
  readonly stops: 'digest' | 'atOnce';
  readonly locale: string | null;
}

/** Stops e-mails by the link in one of them, without a sign-in. */
export interface Unsubscribe {
  /** Changes nothing. @returns undefined for what is no link of ours */
  look(token: string): Promise<StoppedMail | undefined>;
  /** As often as it is asked for. @returns undefined for what is no link of ours */
  stop(token: string, traceId: string): Promise<StoppedMail | undefined>;
}

export const createUnsubscribe = (db: Database): Unsubscribe => ({
  look: async (token) => {
    const link = await provedLink(db, token);
    return link && stopped(db, link);
  },
  stop: (token, traceId) =>
    transaction(db, async (tx) => {
      const link = await provedLink(tx, token);
      if (link === undefined) return undefined;
      await stop(tx, link, traceId);
      return stopped(tx, link);
    }),
});

async function provedLink(db: Queryable, token: string): Promise<UnsubscribeLink | undefined> {
  const link = readUnsubscribeToken(token);
  const key = link && (await unsubscribeKeyOf(db, link.userId));
  return key !== undefined && link?.isProvedBy(key) === true ? link : undefined;
}

const stopped = async (db: Queryable, { userId, what }: UnsubscribeLink): Promise<StoppedMail> => ({
  stops: what === 'digest' ? 'digest' : 'atOnce',
  locale: await localeOf(db, userId),
});

async function stop(tx: Transaction, { userId, what }: UnsubscribeLink, traceId: string): Promise<void> {
  const before = await lockPreferences(tx, userId);
  const wanted = emailedReasons(before, 'now', 'digest');
  const reasons = what === 'digest' ? emailedReasons(before, 'digest') : wanted.filter((one) => what.includes(one));
  if (reasons.length === 0) return;
  const chosen = notificationReasons.flatMap((reason) =>
    reasons.includes(reason) ? [[reason, { ...before.reasons?.[reason], email: 'never' }] as const] : [],
  );
  const after: StoredPreferences = { ...before, reasons: { ...before.reasons, ...Object.fromEntries(chosen) } };
  await storePreferences(tx, userId, after);
  const principal = (await principalOf(tx, { userId, scopes: [] })) ?? systemPrincipal;
  await appendAudit(tx, { principal, traceId }, [
    {
      action: 'user.setNotificationPreferences',
      subProjectId: null,
      subjectType: 'user',
      subjectId: userId,
      processId: null,
      before: { ...before },
      after: { ...after },
    },
  ]);
}
