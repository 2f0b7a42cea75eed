import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../postgres/pool.js';

/** What `/metrics` shows; one registry per server, so that several servers can live in one process. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts one answered request. */
  requestAnswered(operation: string, status: number, seconds: number): void;
  /** Counts one job that a worker of this process finished. */
  jobFinished(type: string, outcome: string, seconds: number): void;
}

export function createMetrics(db: Database): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'millrace_http_request_duration_seconds',
    help: 'Time to answer a request, by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const jobs = new Histogram({
    name: 'millrace_job_duration_seconds',
    help: 'Time a worker spent on a job, by type and outcome',
    labelNames: ['type', 'outcome'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 30, 60],
    registers: [registry],
  });
  new Gauge({
    name: 'millrace_database_connections',
    help: 'Connections of the pool, by use',
    labelNames: ['use'],
    registers: [registry],
    collect() {
      const { total, idle, waiting } = db.stats();
      this.set({ use: 'busy' }, total - idle);
      this.set({ use: 'idle' }, idle);
      this.set({ use: 'waiting' }, waiting);
    },
  });
  return {
    registry,
    requestAnswered: (operation, status, seconds) => requests.observe({ operation, status }, seconds),
    jobFinished: (type, outcome, seconds) => jobs.observe({ type, outcome }, seconds),
  };
}
