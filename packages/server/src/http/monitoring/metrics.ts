import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../postgres/database.js';
import { createInstallationMetrics, type InstallationFigures } from './installation-metrics.js';
import type { StorageFigures } from './storage-metrics.js';

/** The metric values of one server process, as it sends them to the process that answers `/metrics`. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Returns the metric values of every server process behind the same port, this one included. */
export type CollectMetrics = () => Promise<readonly MetricValues[]>;

/** What `/metrics` shows; one registry per server, so that several servers can live in one process. */
export interface Metrics {
  readonly contentType: string;
  /** In Prometheus' text format: of all processes behind the port where there are several, added up. */
  text(): Promise<string>;
  /** Of this process alone. */
  metricValues(): Promise<MetricValues>;
  /** Counts one answered request. */
  requestAnswered(operation: string, status: number, seconds: number): void;
  /** Shows what the worker of this process does. */
  watchWorker(stats: () => WorkerFigures): void;
  /** Counts an attempt at a job; one under a lease that was lost is stale. */
  jobAttempted(attempt: JobAttempt): void;
  /** Counts an attempt to send an event to a webhook. */
  webhookAttempted(outcome: 'delivered' | 'failed' | 'dead' | 'skipped'): void;
  /** Counts a time stamp that was asked for. */
  timeStampAttempted(outcome: 'stamped' | 'failed'): void;
  /** Counts an attempt to send an e-mail of the service. */
  mailAttempted(outcome: 'sent' | 'failed' | 'givenUp' | 'skipped'): void;
  /** Counts an attempt to show a notification in a browser. */
  pushAttempted(outcome: 'sent' | 'failed' | 'givenUp' | 'skipped' | 'gone'): void;
  /** Shows the figures of the installation, and what files take and what their disk has left. */
  watchInstallation(read: InstallationReads): void;
}

/** What reads the figures of the installation from its database. */
export interface InstallationReads {
  figures(): Promise<InstallationFigures>;
  storage(): Promise<StorageFigures>;
}

/** An attempt at a job that has ended. */
export interface JobAttempt {
  readonly lane: string;
  /** The job type; of jobs without one, their kind. */
  readonly type: string;
  readonly outcome: 'done' | 'retried' | 'failed' | 'stale';
}

/** What the worker of a process does now. */
export interface WorkerFigures {
  readonly busy: { readonly engine: number; readonly handler: number; readonly background: number };
}

/** @param collect asks every process behind the port; absent: there is only this one */
export function createMetrics(db: Database, collect?: CollectMetrics): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'millrace_http_request_duration_seconds',
    help: 'Time to answer a request, by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  new Gauge({
    name: 'millrace_database_connections',
    help: 'Connections of the pool, by use',
    labelNames: ['use'],
    registers: [registry],
    collect() {
      const { total, idle, waiting, shares } = db.stats();
      this.set({ use: 'busy' }, total - idle);
      this.set({ use: 'idle' }, idle);
      this.set({ use: 'waiting' }, waiting + (shares?.waiting ?? 0));
    },
  });
  countShares(registry, db);
  new Gauge({
    name: 'millrace_server_processes',
    help: 'Server processes whose metrics are included',
    registers: [registry],
    collect() {
      this.set(1);
    },
  });
  const attempts = new Counter({
    name: 'millrace_job_attempts_total',
    help: 'Attempts at jobs by the worker, by outcome: done, retried (it is tried again), failed (an incident), stale',
    labelNames: ['lane', 'type', 'outcome'],
    registers: [registry],
  });
  const webhooks = new Counter({
    name: 'millrace_webhook_attempts_total',
    help: 'Events for webhooks, by outcome: delivered, failed (it is tried again), dead (it is not), skipped (the owner does not see it any more)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const mails = new Counter({
    name: 'millrace_mail_attempts_total',
    help: 'E-mails of the service, by outcome: sent, failed (it is tried again), givenUp (it is not), skipped (nobody wants it any more)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const stamps = new Counter({
    name: 'millrace_time_stamps_total',
    help: 'Time stamps of evidence that were asked for, by outcome: stamped, failed (it is tried again)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const pushes = new Counter({
    name: 'millrace_push_attempts_total',
    help: 'Notifications for browsers, by outcome: sent, failed (it is tried again), givenUp (it is not), skipped (there is nothing to tell any more), gone (the browser does not take any)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  let installation: { text(): Promise<string> } | undefined;
  const ofProcesses = async () => {
    if (collect === undefined) return registry.metrics();
    return AggregatorRegistry.aggregate([...(await collect())]).metrics();
  };
  return {
    contentType: registry.contentType,
    metricValues: () => registry.getMetricsAsJSON(),
    async text() {
      return [await ofProcesses(), await installation?.text()].filter((part) => part !== undefined).join('\n');
    },
    jobAttempted: ({ lane, type, outcome }) => attempts.inc({ lane, type, outcome }),
    webhookAttempted: (outcome) => webhooks.inc({ outcome }),
    timeStampAttempted: (outcome) => stamps.inc({ outcome }),
    mailAttempted: (outcome) => mails.inc({ outcome }),
    pushAttempted: (outcome) => pushes.inc({ outcome }),
    watchInstallation(read) {
      installation = createInstallationMetrics(read);
    },
    requestAnswered: (operation, status, seconds) => requests.observe({ operation, status }, seconds),
    watchWorker: (stats) => watchWorker(registry, stats),
  };
}

/** What became of requests that need a connection; the pool counts. */
function countShares(registry: Registry, db: Database): void {
  const counter = (name: string, help: string, value: () => number) => {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  };
  const shares = () => db.stats().shares;
  counter(
    'millrace_database_waits_total',
    'Times that a request waited for its share of the connections',
    () => shares()?.waits ?? 0,
  );
  counter(
    'millrace_database_wait_seconds_total',
    'Time that requests waited for their share of the connections',
    () => (shares()?.waitedMs ?? 0) / 1000,
  );
  counter(
    'millrace_database_cancelled_statements_total',
    'Statements cancelled because the client of their request went away',
    () => db.stats().cancelled,
  );
  new Counter({
    name: 'millrace_requests_refused_total',
    help: 'Requests refused with status 429, by reason: too many of the user waited, or this one waited too long',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset();
      const refused = shares()?.refused;
      this.inc({ reason: 'queue_full' }, refused?.queueFull ?? 0);
      this.inc({ reason: 'waited_too_long' }, refused?.waitedTooLong ?? 0);
    },
  });
}

function watchWorker(registry: Registry, stats: () => WorkerFigures): void {
  new Gauge({
    name: 'millrace_worker_busy',
    help: 'Work in progress, by lane: runs being advanced, job handlers, background work',
    labelNames: ['lane'],
    registers: [registry],
    collect() {
      const { busy } = stats();
      for (const [lane, count] of Object.entries(busy)) this.set({ lane }, count);
    },
  });
}
