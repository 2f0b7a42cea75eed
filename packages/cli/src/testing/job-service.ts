import type { ServerResponse } from 'node:http';
import { type Loopback, startLoopback } from './loopback.js';

/** A request that the service received: the name of the operation and its body. */
export interface Report {
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A service that gives out jobs and keeps what is reported about them. */
export interface JobService extends Loopback {
  /** Jobs to give out, by their keys. */
  readonly open: string[];
  readonly reports: readonly Report[];
  /** Errors to answer instead, by operation. */
  readonly refusals: Map<string, { readonly status: number; readonly id: number; readonly code: string }>;
  sent(operation: string): readonly Report[];
}

const job = (key: string) => ({
  key,
  type: 'book-trip',
  runId: 'r',
  workflowId: 'w',
  processId: 'p',
  elementId: 'Task_Book',
  customHeaders: {},
  variables: { travellers: 2 },
  retries: 3,
  deadline: '2026-11-21T00:00:00.000Z',
  token: `fence-${key}`,
  idempotencyKey: `r-${key}`,
});

/** Holds a request for jobs for a moment if there are none. */
const POLL_MS = 20;

export async function startJobService(...keys: readonly string[]): Promise<JobService> {
  const open = [...keys];
  const reports: Report[] = [];
  const refusals: JobService['refusals'] = new Map();
  const loopback = await startLoopback((request, response, body) => {
    const operation = request.url?.split('/').pop() ?? '';
    const parsed: Record<string, unknown> = body === '' ? {} : JSON.parse(body);
    const refusal = refusals.get(operation);
    if (operation !== 'activateJobs') reports.push({ operation, body: parsed });
    if (refusal !== undefined) {
      response.statusCode = refusal.status;
      return send(response, { ...refusal, title: refusal.code, detail: 'No.' });
    }
    if (operation === 'extendJobLease') return send(response, { deadline: '2026-11-21T00:01:00.000Z' });
    if (operation !== 'activateJobs') return send(response, { runId: { id: 'r', state: 'RACING' } });
    const jobs = open.splice(0, Number(parsed.maxJobsToActivate)).map(job);
    setTimeout(() => send(response, { jobs }), jobs.length > 0 ? 0 : POLL_MS);
  });
  return {
    ...loopback,
    open,
    reports,
    refusals,
    sent: (operation) => reports.filter((report) => report.operation === operation),
  };
}

function send(response: ServerResponse, answer: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answer));
}
