import {
  type NotificationReason,
  notificationReasons,
  type operations,
  type ResponseOf,
  type WatchCause,
} from '@millrace/contract';

/** What a person has chosen; what is not there is as it is for everybody: everything. */
export interface StoredPreferences {
  readonly reasons?: Readonly<Partial<Record<NotificationReason, { readonly inbox: boolean }>>>;
  readonly watching?: Readonly<Partial<Record<WatchCause, boolean>>>;
}

/** Whether notifications of a reason are in the list of a person. */
export const isInInbox = ({ reasons }: StoredPreferences, reason: NotificationReason): boolean =>
  reasons?.[reason]?.inbox ?? true;

/** Whether a person watches a process because of this, without asking. */
export const watchesBecause = ({ watching }: StoredPreferences, cause: WatchCause): boolean =>
  watching?.[cause] ?? true;

/** Preferences on the wire. */
export const presentPreferences = (
  stored: StoredPreferences,
): ResponseOf<typeof operations.getNotificationPreferences> => ({
  reasons: notificationReasons.map((reason) => ({ reason, inbox: isInInbox(stored, reason) })),
  watching: {
    created: watchesBecause(stored, 'created'),
    assigned: watchesBecause(stored, 'assigned'),
    commented: watchesBecause(stored, 'commented'),
    mentioned: watchesBecause(stored, 'mentioned'),
  },
});
