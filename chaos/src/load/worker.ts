import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../support/api.js';
import { type Json, recordAt, recordsAt } from '../support/json.js';
import { createRandom } from '../support/random.js';
import { errorCode, jobType } from './diagrams.js';

/** An external worker in a process of its own, which faults kill. It works slowly, fails at times, and notes every answer. */
const {
  CHAOS_URLS = '',
  CHAOS_TOKEN = '',
  CHAOS_RECORDER = '',
  CHAOS_SUB_PROJECT = '',
  CHAOS_SEED = '1',
} = process.env;
const random = createRandom(Number(CHAOS_SEED));
const api = new Api({ urls: CHAOS_URLS.split(','), random, unexpected: (what) => note('unexpected', { mark: what }) });
api.useToken(CHAOS_TOKEN);

/** Shorter than some jobs take, so that leases end during the work. */
const LEASE_MS = 2000;

function note(event: string, members: Json): Promise<unknown> {
  return fetch(`${CHAOS_RECORDER}/note`, { method: 'POST', body: JSON.stringify({ event, ...members }) }).then(
    (response) => response.text(),
  );
}

async function work(job: Json): Promise<void> {
  const { key, token, idempotencyKey } = job;
  const { mark, mode } = recordAt(job, 'variables');
  const about = { key, token, idempotencyKey, mark };
  await note('activated', about);
  const fate = random.next();
  if (fate < 0.06) await sleep(LEASE_MS + random.between(500, 1500));
  else await sleep(random.between(0, 40));
  if (fate > 0.92) await report('failed', 'failJob', { retries: Number(job.retries), retryBackOff: 200 }, about);
  else if (mode === 'error') await report('threw', 'throwJobError', { errorCode }, about);
  else await report('completed', 'completeJob', { variables: { doneBy: token } }, about);
}

/** Reports until there is an answer. Error 1009 says that another worker has the job, or that an earlier attempt succeeded. */
async function report(event: string, operation: string, members: Json, about: Json): Promise<void> {
  const { key, token } = about;
  const body = { subProjectId: CHAOS_SUB_PROJECT, jobKey: key, token, ...members };
  for (;;) {
    const outcome = await api.once('POST', `/v1/process/workflows/${operation}`, body);
    if (outcome.kind === 'ok') return void (await note(event, about));
    if (outcome.kind === 'refused') {
      const expected = outcome.id === 1009;
      return void (await note(
        expected ? 'stale' : 'unexpected',
        expected ? about : { ...about, mark: outcome.detail },
      ));
    }
    await sleep(random.between(50, 250));
  }
}

for (;;) {
  const wanted = { subProjectId: CHAOS_SUB_PROJECT, type: jobType, worker: `chaos-${process.pid}` };
  const outcome = await api.once('POST', '/v1/process/workflows/activateJobs', {
    ...wanted,
    timeout: LEASE_MS,
    maxJobsToActivate: 4,
    requestTimeout: 1500,
  });
  if (outcome.kind === 'ok') await Promise.all(recordsAt(outcome.body, 'jobs').map(work));
  else await sleep(random.between(50, 250));
}
