import {
  type EmailChoice,
  type NotificationReason,
  notificationReasons,
  type operations,
  type ResponseOf,
  type WatchCause,
} from '@millrace/contract';

/** When the e-mail of the day is sent. */
export interface DigestTime {
  readonly timeZone: string;
  /** `HH:MM` in this zone. */
  readonly at: string;
}

/** What a person has chosen; what is not there is as it is for everybody. */
export interface StoredPreferences {
  readonly reasons?: Readonly<
    Partial<
      Record<NotificationReason, { readonly inbox?: boolean; readonly email?: EmailChoice; readonly push?: boolean }>
    >
  >;
  readonly watching?: Readonly<Partial<Record<WatchCause, boolean>>>;
  readonly digest?: Partial<DigestTime>;
}

/** What waits for the person alone, or asks for a decision, cannot wait for the next day. */
const atOnce: ReadonlySet<NotificationReason> = new Set(['assigned', 'mentioned', 'candidate']);

/** Whether notifications of a reason are in the list of a person. */
export const isInInbox = ({ reasons }: StoredPreferences, reason: NotificationReason): boolean =>
  reasons?.[reason]?.inbox ?? true;

/** When an e-mail tells a person of a reason. */
export const emailOf = ({ reasons }: StoredPreferences, reason: NotificationReason): EmailChoice =>
  reasons?.[reason]?.email ?? (atOnce.has(reason) ? 'now' : 'digest');

/** Whether the browsers of a person show notifications of a reason. */
export const isPushed = ({ reasons }: StoredPreferences, reason: NotificationReason): boolean =>
  reasons?.[reason]?.push ?? atOnce.has(reason);

/** The reasons of which an e-mail tells a person at one of these times. */
export const emailedReasons = (
  preferences: StoredPreferences,
  ...choices: readonly EmailChoice[]
): readonly NotificationReason[] =>
  notificationReasons.filter((reason) => choices.includes(emailOf(preferences, reason)));

/** When the digest of a person is sent. */
export const digestTimeOf = ({ digest }: StoredPreferences): DigestTime => ({
  timeZone: digest?.timeZone ?? 'UTC',
  at: digest?.at ?? '08:00',
});

/** Whether a person watches a process because of this, without asking. */
export const watchesBecause = ({ watching }: StoredPreferences, cause: WatchCause): boolean =>
  watching?.[cause] ?? true;

/** Preferences on the wire. */
export const presentPreferences = (
  stored: StoredPreferences,
): ResponseOf<typeof operations.getNotificationPreferences> => ({
  reasons: notificationReasons.map((reason) => ({
    reason,
    inbox: isInInbox(stored, reason),
    email: emailOf(stored, reason),
    push: isPushed(stored, reason),
  })),
  watching: {
    created: watchesBecause(stored, 'created'),
    assigned: watchesBecause(stored, 'assigned'),
    commented: watchesBecause(stored, 'commented'),
    mentioned: watchesBecause(stored, 'mentioned'),
  },
  digest: digestTimeOf(stored),
});
