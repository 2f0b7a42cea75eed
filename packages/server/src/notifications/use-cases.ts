import type { UseCases } from '../use-case/caller.js';
import { createPushSubscription } from './operations/create-push-subscription.js';
import { deletePushSubscription } from './operations/delete-push-subscription.js';
import { getNotificationPreferences } from './operations/get-notification-preferences.js';
import { getNotifications } from './operations/get-notifications.js';
import { getPushSubscriptions } from './operations/get-push-subscriptions.js';
import { getWatchers } from './operations/get-watchers.js';
import { markNotificationsRead } from './operations/mark-notifications-read.js';
import { setNotificationPreferences } from './operations/set-notification-preferences.js';
import { unwatchProcess } from './operations/unwatch-process.js';
import { watchProcess } from './operations/watch-process.js';
import type { NotificationDeps, PushDeps } from './reading/notification-deps.js';

/** The operations on notifications and on watching processes. */
export const notificationUseCases = (deps: NotificationDeps & PushDeps) =>
  ({
    getNotifications: getNotifications(deps),
    markNotificationsRead: markNotificationsRead(deps),
    getNotificationPreferences: getNotificationPreferences(deps),
    setNotificationPreferences: setNotificationPreferences(),
    getPushSubscriptions: getPushSubscriptions(deps),
    createPushSubscription: createPushSubscription(deps),
    deletePushSubscription: deletePushSubscription(),
    watchProcess: watchProcess(deps),
    unwatchProcess: unwatchProcess(deps),
    getWatchers: getWatchers(deps),
  }) satisfies Partial<UseCases>;
