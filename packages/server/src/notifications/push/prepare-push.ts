import { notificationReasons } from '@millrace/contract';
import { beforeNewest } from '../../filters/paging.js';
import { principalOf } from '../../identity/records/principal-of.js';
import { localeOf } from '../../identity/records/user-locale-queries.js';
import { findUser } from '../../identity/records/user-queries.js';
import { languageOf } from '../../mail/letters/languages.js';
import type { Language } from '../../mail/letters/letter.js';
import { onOneLine } from '../../mail/letters/render-letter.js';
import type { PreparePush } from '../../push/prepared-push.js';
import { noticeWords } from '../mail/words.js';
import { linesOf, pathOf } from '../mail/write-notice.js';
import { isPushed } from '../preferences/preferences.js';
import type { NotificationDeps } from '../reading/notification-deps.js';
import { notificationScopes } from '../reading/notification-scopes.js';
import { presentNotification } from '../reading/present-notification.js';
import { listNotifications, unreadOf } from '../records/list-notifications.js';
import { findPreferences } from '../records/preferences.js';

const MOST_TITLE = 100;
const MOST_BODY = 400;

export interface PreparePushDeps extends NotificationDeps {
  /** Of people who have chosen none of the languages that there are. */
  readonly language: Language;
}

/**
 * Writes what a browser shows when it is sent: of what the person has not read, wants to be shown, and may know at that moment. It
 * names the sub-project, people and tasks, and has no values of fields.
 */
export const preparePush =
  (deps: PreparePushDeps): PreparePush =>
  async ({ userId, subProjectId, processId, reasons }) => {
    const user = await findUser(deps.db, userId);
    const principal = user?.disabled === false ? await principalOf(deps.db, { userId, scopes: [] }) : undefined;
    if (principal === undefined) return undefined;
    const preferences = (await findPreferences(deps.db, [userId])).get(userId) ?? {};
    const wanted = notificationReasons.filter((reason) => reasons.includes(reason) && isPushed(preferences, reason));
    if (wanted.length === 0) return undefined;
    const [scope] = await notificationScopes(deps, { principal }, wanted, [subProjectId]);
    if (scope === undefined) return undefined;
    const search = { userId, which: unreadOf(processId), before: beforeNewest, limit: 1 };
    const [row] = await listNotifications(deps.db, [scope], search);
    const notification = row && presentNotification(scope, row);
    if (notification === undefined || notification.reasons.length === 0) return undefined;
    const language = languageOf(await localeOf(deps.db, userId), deps.language);
    const names = await deps.userNames(
      deps.db,
      notification.reasons.flatMap(({ by }) => by ?? []),
    );
    const lines = onOneLine(linesOf(notification, names, noticeWords[language]));
    return {
      title: short(onOneLine([notification.subProject.name])[0] ?? '', MOST_TITLE),
      body: short(lines.join('\n'), MOST_BODY),
      path: pathOf(notification).path,
      tag: `process-${processId}`,
      language,
    };
  };

const short = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);
