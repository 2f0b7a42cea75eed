import type { Config } from '../../kernel/config.js';
import type { Mailer } from '../../mail/mailer/mailer.js';
import type { JobHandler } from '../worker/job-handler.js';
import { emailJob } from './email-job.js';
import { eventJob } from './event-job.js';
import { httpJob } from './http-job.js';
import { restConnectorJob } from './rest-connector-job.js';
import type { OpenSecrets } from './secrets/open-secret.js';

/**
 * The handlers of the built-in job types `http`, `email` and `event` and of Camunda's REST connector, for the worker loop. Without
 * a server to send to, `email` and `event` jobs become incidents that name the missing setting.
 *
 * @param openSecrets reads the secrets that diagrams name
 * @throws ConfigError for addresses in the configuration that are none
 */
export const createHandlers = (
  mailer: Mailer | undefined,
  config: Pick<Config, 'events'>,
  openSecrets: OpenSecrets,
): readonly JobHandler[] => [
  httpJob(openSecrets),
  emailJob(mailer),
  eventJob(config.events),
  restConnectorJob(openSecrets),
];
