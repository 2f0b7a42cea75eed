import type { Static } from 'typebox';
import { flag, integer, list, model, orNull, text, timestamp } from '../common.js';
import { processSummarySchema, taskContext } from '../tasks/inbox.js';
import { formedText } from '../text-form.js';
import { Type } from '../type.js';

/** Why somebody is told of something, the strongest first: a row of the inbox shows the first that it has. */
export const notificationReasons = [
  'assigned',
  'mentioned',
  'candidate',
  'due',
  'breached',
  'incident',
  'decided',
  'commented',
] as const;
export type NotificationReason = (typeof notificationReasons)[number];

export const notificationReason = Type.Enum(notificationReasons, {
  type: 'string',
  description:
    'assigned: a task was assigned to the caller; mentioned: a comment names the caller; candidate: the caller may claim a task; due: the due date of a task of the caller has passed; incident: a run has failed that the caller may repair; decided: a task was decided on a process that the caller watches; commented: somebody commented there, or replied to the caller',
});

const notificationCauseSchema = model('NotificationCause', 'One reason of a notification, and what was last', {
  reason: notificationReason,
  count: integer('How often since it was last read'),
  at: timestamp('When it last happened'),
  by: orNull(Type.String(), 'Id of the user who did it; null: the service'),
  taskId: orNull(Type.String(), 'Id of the task; null: it is about none'),
  task: orNull(Type.String(), 'Name of the task; null: it is about none'),
  runId: orNull(Type.String(), 'Id of the run; null: it is about none'),
  commentId: orNull(Type.String(), 'Id of the comment; null: it is about none'),
  approved: orNull(Type.Boolean(), 'The decision; null: it is about none'),
});

export const notificationSchema = model('Notification', 'What happened on a process since the caller last read it', {
  subProject: taskContext.subProject,
  process: processSummarySchema,
  reasons: Type.Array(notificationCauseSchema, {
    minItems: 1,
    description: 'Why the caller is told, the strongest first',
  }),
  unread: flag('Whether the caller has not read it'),
  firstTs: timestamp('When the first of it happened'),
  lastTs: timestamp('When the last of it happened'),
  position: text('Changes when something is added: send it to markNotificationsRead'),
});
export type Notification = Static<typeof notificationSchema>;

export const unreadSchema = model('UnreadNotifications', 'Unread notifications in all sub-projects of the caller', {
  count: integer('How many there are'),
  atLeast: flag('Whether counting stopped at 1000: there may be more'),
});

/** What makes a person watch a process without asking for it. */
export const watchCauses = ['created', 'assigned', 'commented', 'mentioned'] as const;
export type WatchCause = (typeof watchCauses)[number];

const autoWatchMembers = {
  created: flag('Whether the caller watches processes that the caller creates'),
  assigned: flag('Whether the caller watches processes with a task of the caller'),
  commented: flag('Whether the caller watches processes that the caller comments on'),
  mentioned: flag('Whether the caller watches processes where the caller is mentioned'),
};

/** When an e-mail tells of something. */
export const emailChoices = ['now', 'digest', 'never'] as const;
export type EmailChoice = (typeof emailChoices)[number];

const channelsMembers = {
  reason: notificationReason,
  inbox: flag('Whether notifications of this reason are in getNotifications'),
  email: Type.Enum(emailChoices, {
    type: 'string',
    description:
      'now: an e-mail at once; digest: in the e-mail of the day; never. What was read meanwhile is in neither. Without a choice now for assigned, mentioned and candidate, and digest for the others',
  }),
  push: flag(
    'Whether browsers show notifications of this reason (createPushSubscription). Without a choice those of assigned, mentioned and candidate',
  ),
};

const digestMembers = {
  timeZone: formedText(
    '^[A-Za-z][A-Za-z0-9_+/-]*$',
    'the name of a time zone, such as Europe/Berlin',
    'Time zone, as IANA names it. Default UTC',
    { minLength: 1, maxLength: 64 },
  ),
  at: formedText(
    '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    'a time of day from 00:00 to 23:59',
    'Time of day in this zone. Default 08:00',
  ),
};

export const notificationPreferencesSchema = model('NotificationPreferences', 'What the caller wants to be told of', {
  reasons: list(model('NotificationChannels', 'The channels of a reason', channelsMembers), 'Each reason once'),
  watching: model('AutomaticWatching', 'Which processes the caller watches without asking', autoWatchMembers),
  digest: model('DigestTime', 'When the e-mail of the day is sent, if there is anything to tell', digestMembers),
});

/** What setNotificationPreferences takes: only what is to change. */
export const preferenceChanges = {
  reasons: Type.Optional(
    Type.Array(
      Type.Object(
        {
          reason: channelsMembers.reason,
          inbox: Type.Optional(channelsMembers.inbox),
          email: Type.Optional(channelsMembers.email),
          push: Type.Optional(channelsMembers.push),
        },
        { title: 'NotificationChannelsChange', description: 'Channels of a reason to change; others stay as they are' },
      ),
      { maxItems: notificationReasons.length, description: 'Reasons to change; others stay as they are' },
    ),
  ),
  watching: Type.Optional(
    Type.Object(
      {
        created: Type.Optional(autoWatchMembers.created),
        assigned: Type.Optional(autoWatchMembers.assigned),
        commented: Type.Optional(autoWatchMembers.commented),
        mentioned: Type.Optional(autoWatchMembers.mentioned),
      },
      { title: 'AutomaticWatchingChange', description: 'Members to change; others stay as they are' },
    ),
  ),
  digest: Type.Optional(
    Type.Object(
      { timeZone: Type.Optional(digestMembers.timeZone), at: Type.Optional(digestMembers.at) },
      { title: 'DigestTimeChange', description: 'Members to change; others stay as they are' },
    ),
  ),
};
