import { Gauge, Registry } from 'prom-client';
import { type StorageFigures, watchStorage } from './storage-metrics.js';

/** Figures of the whole installation, from its database. Counts stop at a limit. */
export interface InstallationFigures {
  /** Unfinished runs by state. */
  readonly runs: Readonly<Record<string, number>>;
  readonly openTasks: number;
  readonly openIncidents: readonly { readonly kind: string; readonly count: number }[];
  readonly timers: Readonly<Record<string, number>>;
  readonly waitingJobs: readonly {
    readonly lane: string;
    readonly type: string;
    readonly count: number;
    readonly oldestSeconds: number;
  }[];
  readonly totalsBacklog: number;
  readonly webhooks: {
    /** By state. */
    readonly subscriptions: Readonly<Record<string, number>>;
    readonly waiting: number;
    readonly dead: number;
    /** By how much the delivery that is due for longest is late. */
    readonly oldestSeconds: number;
  };
  readonly mails: {
    /** Not sent yet and not given up. */
    readonly waiting: number;
    /** Those of them that were tried already. */
    readonly delayed: number;
    readonly oldestSeconds: number;
  };
}

/** Figures are read once in this time, however many scrapers there are. */
const KEPT_MS = 10_000;
/** Job types are chosen by those who draw diagrams: types beyond these, the most urgent ones, are shown as one. */
const MAX_TYPES = 50;
const OTHER = 'other';

/**
 * The metrics of the installation. They are in a registry of their own, because every server process would show the same and
 * the values of processes are added up: only the process that answers the scrape reads them.
 *
 * @param read takes some ten milliseconds; where it rejects, `millrace_installation_up` is 0 and the others are absent
 */
export function createInstallationMetrics(read: {
  figures(): Promise<InstallationFigures>;
  storage(): Promise<StorageFigures>;
}): { text(): Promise<string> } {
  let kept: { readonly until: number; readonly text: Promise<string> } | undefined;
  return {
    text() {
      const now = performance.now();
      if (kept === undefined || kept.until < now) kept = { until: now + KEPT_MS, text: render(read) };
      return kept.text;
    },
  };
}

async function render(read: Parameters<typeof createInstallationMetrics>[0]): Promise<string> {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames, registers: [registry] });
  const up = gauge('millrace_installation_up', 'Whether the figures of the installation could be read: 1 or 0');
  watchStorage(registry, () => read.storage());
  const figures = await read.figures().catch(() => undefined);
  up.set(figures === undefined ? 0 : 1);
  if (figures === undefined) return registry.metrics();
  const runs = gauge('millrace_runs', 'Unfinished runs, by state; counted to 100000 each', ['state']);
  for (const [state, count] of Object.entries(figures.runs)) runs.set({ state }, count);
  gauge('millrace_open_tasks', 'Open tasks; counted to 100000').set(figures.openTasks);
  const incidents = gauge('millrace_open_incidents', 'Open incidents, by kind; counted to 100000', ['kind']);
  for (const { kind, count } of figures.openIncidents) incidents.set({ kind }, count);
  const timers = gauge(
    'millrace_timers',
    'Timers of runs: in the future (scheduled), due, due for over 60 s (overdue)',
    ['state'],
  );
  for (const [state, count] of Object.entries(figures.timers)) timers.set({ state }, count);
  gauge('millrace_totals_backlog', 'Changes of processes that the counters do not have yet; counted to 100000').set(
    figures.totalsBacklog,
  );
  const subscriptions = gauge('millrace_webhook_subscriptions', 'Event subscriptions, by state', ['state']);
  for (const [state, count] of Object.entries(figures.webhooks.subscriptions)) subscriptions.set({ state }, count);
  const deliveries = gauge(
    'millrace_webhook_deliveries',
    'Deliveries that wait for an attempt or an earlier event (waiting), and dead letters (dead); counted to 100000',
    ['state'],
  );
  deliveries.set({ state: 'waiting' }, figures.webhooks.waiting);
  deliveries.set({ state: 'dead' }, figures.webhooks.dead);
  gauge(
    'millrace_webhook_oldest_due_age_seconds',
    'How long the delivery that is due for longest has waited, of active subscriptions',
  ).set(figures.webhooks.oldestSeconds);
  const mails = gauge(
    'millrace_mails',
    'E-mails of the service that were not sent yet (waiting), and those of them that were tried already (delayed); counted to 100000',
    ['state'],
  );
  mails.set({ state: 'waiting' }, figures.mails.waiting);
  mails.set({ state: 'delayed' }, figures.mails.delayed);
  gauge('millrace_oldest_waiting_mail_age_seconds', 'How long the oldest e-mail that was not sent yet has waited').set(
    figures.mails.oldestSeconds,
  );
  setJobs(registry, figures.waitingJobs);
  return registry.metrics();
}

function setJobs(registry: Registry, jobs: InstallationFigures['waitingJobs']): void {
  const labelNames = ['lane', 'type'] as const;
  const waiting = new Gauge({
    name: 'millrace_waiting_jobs',
    help: 'Due jobs that no worker has taken; of the lane external 1 for each sub-project that has some',
    labelNames,
    registers: [registry],
  });
  const age = new Gauge({
    name: 'millrace_oldest_waiting_job_age_seconds',
    help: 'How long the oldest due job has waited for a worker, by lane and type',
    labelNames,
    registers: [registry],
  });
  const byAge = jobs.toSorted((a, b) => b.oldestSeconds - a.oldestSeconds);
  for (const [place, { lane, type: name, count, oldestSeconds }] of byAge.entries()) {
    const type = place < MAX_TYPES ? name : OTHER;
    waiting.inc({ lane, type }, count);
    // The first that is shown as "other" is the oldest of them.
    if (place <= MAX_TYPES) age.set({ lane, type }, oldestSeconds);
  }
}
