import { PermanentFailure } from '../../worker/job-failure.js';
import type { HandledJob, JobContext, JobResult } from '../../worker/job-handler.js';
import type { OutboundRequest } from '../outbound/send.js';
import { isHostAllowed } from './host-rule.js';
import type { OpenSecret, OpenSecrets } from './open-secret.js';
import { Redaction } from './redaction.js';
import { findUsedSecrets, replaceUsedSecrets, type SecretPlaces, type SecretUse } from './used-secrets.js';

/** The secrets of one attempt, which only its request may hold. */
export interface AttemptSecrets extends Pick<Redaction, 'hide' | 'response' | 'value'> {
  /**
   * Makes sure that each secret may go where a request takes it, and that its credentials are hidden.
   *
   * @param takes whether the request takes the setting of this path
   * @throws PermanentFailure naming the secret and the host
   */
  check(request: OutboundRequest, takes?: (path: string) => boolean): void;
  /** Whether the body has one: it must not follow a redirect to another origin. */
  readonly areInBody: boolean;
}

type Run = (job: HandledJob, context: JobContext, secrets: AttemptSecrets) => Promise<JobResult>;

/**
 * Runs a job with its secrets in the place of their names. Nothing of them leaves `run` but by the request that it sends: results,
 * messages and lines of the log have the names instead.
 */
export const withSecrets =
  (open: OpenSecrets, places: SecretPlaces, run: Run) =>
  async (job: HandledJob, context: JobContext): Promise<JobResult> => {
    const uses = findUsedSecrets(job, places);
    const opened = await openUsed(open, job.subProjectId, uses);
    const redaction = new Redaction();
    for (const [name, { value }] of opened) redaction.hide(value, name);
    const resolved = uses.length === 0 ? job : replaceUsedSecrets(job, places, (name) => opened.get(name)?.value ?? '');
    const secrets: AttemptSecrets = {
      hide: (secret, label) => redaction.hide(secret, label),
      response: (response) => redaction.response(response),
      value: (value) => redaction.value(value),
      check(request, takes = () => true) {
        for (const { name } of uses.filter(({ path }) => takes(path))) requireHost(name, opened.get(name), request.url);
        const credentials = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
        if (uses.length > 0 && credentials !== undefined) redaction.hide(credentials, 'Authorization');
      },
      areInBody: uses.some(({ path }) => path === 'body' || path.startsWith('body.')),
    };
    try {
      return redaction.result(await run(resolved, { ...context, log: redaction.log(context.log) }, secrets));
    } catch (error) {
      throw uses.length === 0 ? error : redaction.error(error);
    }
  };

async function openUsed(open: OpenSecrets, subProjectId: string, uses: readonly SecretUse[]) {
  if (uses.length === 0) return new Map<string, OpenSecret>();
  const names = [...new Set(uses.map(({ name }) => name))];
  const opened = await open(subProjectId, names);
  const missing = names.find((name) => !opened.has(name));
  if (missing === undefined) return opened;
  throw new PermanentFailure(
    `The sub-project has no secret "${missing}". Set it with setSecret (millrace secret set), then retry the incident.`,
  );
}

function requireHost(name: string, secret: OpenSecret | undefined, url: URL): void {
  if (secret === undefined || isHostAllowed(secret.hosts, url)) return;
  throw new PermanentFailure(
    `The secret "${name}" must not be sent to "${url.host}": it may go to ${secret.hosts.join(', ')} only. Set it again with ` +
      'this host if that is right.',
  );
}
