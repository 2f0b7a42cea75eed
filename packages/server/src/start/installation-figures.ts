import type { InstallationFigures } from '../http/monitoring/installation-metrics.js';
import { countTimers, listWaitingJobs } from '../jobs/records/job-figures.js';
import { mailFigures } from '../mail/records/mail-figures.js';
import type { Database } from '../postgres/database.js';
import { countTotalsBacklog } from '../processes/records/totals/backlog.js';
import { webhookFigures } from '../webhooks/records/webhook-figures.js';
import { countOpenIncidents, countRunFigures } from '../workflows/records/run-figures.js';

/** Counts stop here: 100,000 index entries are read in some ten milliseconds. */
const LIMIT = 100_000;
/** Jobs are read from the table, which takes longer. */
const JOB_LIMIT = 10_000;
/** A timer that is later than this has no worker that keeps up. */
const OVERDUE_SECONDS = 60;

/** Reads the figures for `/metrics`: eight statements, each with a bound, one after the other on one connection at a time. */
export async function readInstallationFigures(db: Database): Promise<InstallationFigures> {
  const { racing, paused, failed, openTasks } = await countRunFigures(db, LIMIT);
  return {
    runs: { RACING: racing, PAUSED: paused, FAILED: failed },
    openTasks,
    openIncidents: await countOpenIncidents(db, LIMIT),
    timers: { ...(await countTimers(db, OVERDUE_SECONDS, JOB_LIMIT)) },
    waitingJobs: await listWaitingJobs(db, JOB_LIMIT),
    totalsBacklog: await countTotalsBacklog(db, LIMIT),
    webhooks: await webhookFigures(db, LIMIT),
    mails: await mailFigures(db, LIMIT),
  };
}
