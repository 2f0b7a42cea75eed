import { isUuid } from '../../kernel/identifiers.js';
import { principalId, type UseCase } from '../../use-case/caller.js';
import { presentPreferences } from '../preferences/preferences.js';
import type { NotificationDeps } from '../reading/notification-deps.js';
import { findPreferences } from '../records/preferences.js';

/** getNotificationPreferences: what the caller has chosen, and what is so for everybody. */
export const getNotificationPreferences =
  ({ db }: Pick<NotificationDeps, 'db'>): UseCase<'getNotificationPreferences'> =>
  async ({ principal }) => {
    const userId = principalId(principal);
    const stored = isUuid(userId) ? await findPreferences(db, [userId]) : new Map();
    return presentPreferences(stored.get(userId) ?? {});
  };
