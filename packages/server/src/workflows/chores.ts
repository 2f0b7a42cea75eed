import type { Chore } from '../jobs/chores.js';
import { forgetClosedJobs } from '../jobs/reports.js';
import type { Database } from '../postgres/pool.js';
import { forgetExpiredMessages } from './messages/message-queries.js';
import { forgetSignals } from './signals/fan-out.js';

const MINUTE = 60_000;

/** What the worker forgets for workflows, a bounded number of rows at a time. */
export const workflowChores = (db: Database): readonly Chore[] => [
  { name: 'expired messages', everyMs: MINUTE, run: () => forgetExpiredMessages(db) },
  { name: 'closed jobs', everyMs: MINUTE, run: () => forgetClosedJobs(db) },
  { name: 'delivered signals', everyMs: 10 * MINUTE, run: () => forgetSignals(db) },
];
