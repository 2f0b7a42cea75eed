import { CUSTOM_PREFIX } from '@millrace/contract';
import { settingsOf } from '../../jobs/handlers/settings.js';
import { PermanentFailure } from '../../jobs/worker/job-failure.js';
import type { PublishedEvent } from './run-changes.js';

/** The job type that publishes an event. */
export const EVENT = 'event';

const MAXIMUM_BYTES = 64 * 1024;
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;

/** A job of a run that may publish an event. */
export interface PublishingJob {
  readonly jobType: string;
  readonly elementId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * What a job of the type `event` publishes into the log: its settings are those that the job has with a webhook
 * (docs/guide/job-types.md).
 *
 * @returns the event, or why it cannot be published, for the incident
 */
export function publishedEvent(job: PublishingJob): { readonly event: PublishedEvent } | { readonly problem: string } {
  try {
    const settings = settingsOf({ ...job, type: job.jobType });
    const name = settings.requiredText('name');
    if (!NAME.test(name)) {
      return { problem: `"name" of this event job must be letters, digits, "_", "." and "-", 100 at most.` };
    }
    const data = settings.value('data') ?? null;
    if (Buffer.byteLength(JSON.stringify(data)) > MAXIMUM_BYTES) {
      return { problem: `"data" of this event job is larger than ${MAXIMUM_BYTES / 1024} KiB.` };
    }
    return { event: { name: `${CUSTOM_PREFIX}${name}`, elementId: job.elementId, data } };
  } catch (error) {
    if (error instanceof PermanentFailure) return { problem: error.message };
    throw error;
  }
}
