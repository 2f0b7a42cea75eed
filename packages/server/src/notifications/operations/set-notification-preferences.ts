import { appendAudit } from '../../audit/records/append.js';
import { unauthenticated } from '../../kernel/errors/access-errors.js';
import { invalidMember } from '../../kernel/errors/request-errors.js';
import type { UseCase } from '../../use-case/caller.js';
import { isTimeZone } from '../mail/next-digest.js';
import { moveDigest } from '../mail/schedule-digest.js';
import { presentPreferences, type StoredPreferences } from '../preferences/preferences.js';
import { lockPreferences, storePreferences } from '../records/preferences.js';

/** setNotificationPreferences: changes what the request names, and keeps the rest. */
export const setNotificationPreferences =
  (): UseCase<'setNotificationPreferences'> =>
  async (caller, { reasons = [], watching = {}, digest = {} }) => {
    if (digest.timeZone !== undefined && !isTimeZone(digest.timeZone)) {
      throw invalidMember(
        '/digest/timeZone',
        `There is no time zone "${digest.timeZone}". Use a name such as Europe/Berlin.`,
      );
    }
    const { principal } = caller;
    if (principal.kind !== 'user') throw unauthenticated('Only a signed-in user has preferences.');
    const { userId } = principal;
    return caller.write(async (tx) => {
      const before = await lockPreferences(tx, userId);
      const after: StoredPreferences = {
        reasons: {
          ...before.reasons,
          ...Object.fromEntries(
            reasons.map(({ reason, ...channels }) => [reason, { ...before.reasons?.[reason], ...channels }]),
          ),
        },
        watching: { ...before.watching, ...watching },
        digest: { ...before.digest, ...digest },
      };
      await storePreferences(tx, userId, after);
      await moveDigest(tx, userId, after);
      await appendAudit(tx, caller, [
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
      return presentPreferences(after);
    });
  };
