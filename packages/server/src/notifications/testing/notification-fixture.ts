import { commentUseCases } from '../../comments/use-cases.js';
import { createSequencer } from '../../events/sequencer/sequencer.js';
import { userNames } from '../../identity/records/user-names.js';
import { newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import { INSTALLATION_ID } from '../../kernel/identifiers.js';
import { type MailQueue, noMails } from '../../mail/mail-queue.js';
import type { Database } from '../../postgres/database.js';
import { sql } from '../../postgres/database.js';
import { createPushQueue } from '../../push/push-queue.js';
import { quietLog } from '../../testing/quiet-log.js';
import { call, diagram, end, flow, start, user } from '../../workflows/testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from '../../workflows/testing/workflow-fixture.js';
import { createProjection } from '../projection/project-events.js';
import { notificationUseCases } from '../use-cases.js';

/** A task for the role MANAGER and for those of OWN_RUNS. */
const review = diagram(
  'review',
  start(),
  user('check', { candidateGroups: '=["MANAGER", "OWN_RUNS"]' }),
  end(),
  flow('s check e'),
);

/** A task for a client. */
const robot = diagram('robot', start(), user('t', { assignee: 'manager-robot' }), end(), flow('s t e'));

/** Stops at an incident: there is no workflow of that name. */
const lost = diagram('lost', start(), call('c', '=otherDetails.which'), end(), flow('s c e'));

/** A sub-project with the operations on comments, tasks and notifications. */
export interface NotificationFixture extends WorkflowFixture {
  readonly notifications: ReturnType<typeof notificationUseCases>;
  readonly comments: ReturnType<typeof commentUseCases>;
  /** Addresses of push services that are refused, with the reasons. */
  readonly refusals: Map<string, string>;
  /** Gives events their positions, and turns them into notifications. */
  keep(): Promise<void>;
  /** Gives events their positions. */
  sequence(): Promise<void>;
  /** Turns events with positions into notifications, over connections of its own. */
  project(db: Database): Promise<void>;
  comment(who: Who, processId: string, body?: string, more?: { readonly parentId?: string }): Promise<string>;
  /** What somebody is told of a process, with the reasons and how often; undefined: nothing. */
  told(
    who: Who,
    processId: string,
  ): Promise<{ readonly unread: boolean; readonly [reason: string]: unknown } | undefined>;
}

/** @param mails where e-mails are left; absent: the server sends none */
export async function createNotificationFixture(mails: MailQueue = noMails): Promise<NotificationFixture> {
  const fixture = await createWorkflowFixture({ workflows: { review, lost, robot } });
  const { db, deps, subProjectId } = fixture;
  const refusals = new Map<string, string>();
  const pushes = createPushQueue((tx, ids, now) =>
    storeJobs(
      tx,
      ids.map((id) =>
        newJob({ id, subProjectId: INSTALLATION_ID, kind: 'push', lane: 'background', dueTs: new Date(now) }),
      ),
      now,
    ),
  );
  const sequencer = createSequencer({ db, channel: 'millrace_jobs', retentionDays: 30, log: quietLog });
  const notifications = notificationUseCases({
    db,
    subProjects: deps.subProjects,
    userNames,
    push: { publicKey: 'not used', refusalOf: async (endpoint) => refusals.get(endpoint) },
  });
  const comments = commentUseCases({
    db,
    subProjects: deps.subProjects,
    auditedFile: () => sql`true`,
    describeParts: async () => ({ tasks: new Map(), workflows: new Map() }),
    findFiles: async () => [],
    belongTo: async () => ({ task: true, run: true }),
    attachFiles: async () => [],
  });
  const project = (own: Database) =>
    createProjection({ db: own, subProjects: deps.subProjects, mails, pushes, log: quietLog }).keep();
  return {
    ...fixture,
    refusals,
    notifications,
    comments,
    async keep() {
      await sequencer.keep();
      await project(db);
    },
    sequence: () => sequencer.keep(),
    project,
    async comment(who, processId, body = 'Known.', more = {}) {
      const { id } = await comments.addComment(fixture.caller(who), { subProjectId, processId, body, ...more });
      return id;
    },
    async told(who, processId) {
      const answer = await notifications.getNotifications(fixture.caller(who), { limit: '100' });
      const found = answer.notifications.find(({ process }) => process.id === processId);
      if (found === undefined) return undefined;
      const counts = Object.fromEntries(found.reasons.map(({ reason, count }) => [reason, count]));
      return { unread: found.unread, ...counts };
    },
  };
}
