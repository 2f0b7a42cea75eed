import { createHmac } from 'node:crypto';
import { type Config, ConfigError } from '../../kernel/config.js';
import { PermanentFailure, withFailures } from '../worker/job-failure.js';
import type { HandledJob, JobContext, JobHandler, JobResult } from '../worker/job-handler.js';
import { type OutboundRequest, send } from './outbound/send.js';
import { takeCredentials } from './outbound/take-credentials.js';
import { retryAfterMs } from './retry-after.js';
import { settingsOf } from './settings.js';

const CONNECT_MS = 10_000;
const READ_MS = 20_000;
const LARGEST_ANSWER = 64 * 1024;

/**
 * The job type `event`: posts a signed event to the operator's webhook. The address comes from the environment, so it may
 * be private. docs/guide/job-types.md describes the body and the signature. Without a webhook the event is published in the step
 * of its run (`publish-event.ts` of workflows) and is no job.
 *
 * @throws ConfigError when the webhook's address is none
 */
export function eventJob(events: Config['events']): JobHandler {
  const webhook = events === undefined ? undefined : readWebhook(events);
  return {
    type: 'event',
    timeoutMs: CONNECT_MS + READ_MS,
    run: withFailures((job, context) => {
      if (webhook === undefined) {
        // Stored while there was a webhook, or by a version without the event log.
        throw new PermanentFailure(
          'This job was stored for a webhook, and MILLRACE_EVENT_URL is not set any more. Retry the incident: the event is then published into the event log.',
        );
      }
      return post(webhook, job, context);
    }),
  };
}

interface Webhook {
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly secret: string | undefined;
}

async function post(webhook: Webhook, job: HandledJob, context: JobContext): Promise<JobResult> {
  const { status, headers } = await send(requestOf(webhook, job, Date.now()), {
    addresses: undefined,
    connectTimeoutMs: CONNECT_MS,
    readTimeoutMs: READ_MS,
    maximumBytes: LARGEST_ANSWER,
    signal: context.signal,
  });
  context.log.debug({ job: job.key, run: job.runId, status }, 'an event was answered');
  if (status >= 200 && status < 300) return { outcome: 'completed', variables: {} };
  const wait = retryAfterMs(headers['retry-after'], Date.now());
  return {
    outcome: 'failed',
    message: `The webhook at MILLRACE_EVENT_URL answered ${status}.`,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
}

function requestOf(webhook: Webhook, job: HandledJob, now: number): OutboundRequest {
  const settings = settingsOf(job);
  const body = JSON.stringify({
    id: job.idempotencyKey,
    type: settings.requiredText('name'),
    time: new Date(now).toISOString(),
    subProjectId: job.subProjectId,
    runId: job.runId,
    processId: job.processId,
    data: settings.value('data') ?? null,
  });
  return {
    method: 'POST',
    url: webhook.url,
    body: Buffer.from(body),
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Millrace',
      'idempotency-key': job.idempotencyKey,
      ...(webhook.authorization === undefined ? {} : { authorization: webhook.authorization }),
      ...(webhook.secret === undefined ? {} : { 'x-millrace-signature': sign(webhook.secret, body, now) }),
    },
  };
}

/** The time is part of what is signed, so that a receiver can refuse old requests that someone recorded. */
function sign(secret: string, body: string, now: number): string {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

function readWebhook({ url: text, secret }: NonNullable<Config['events']>): Webhook {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError('MILLRACE_EVENT_URL: must be an http or https address');
  }
  return { url, authorization: takeCredentials(url), secret };
}
