import { expect, it } from 'vitest';
import { createMailer } from '../../mail/mailer/mailer.js';
import { builtInJobTypes } from '../../sub-projects/document/model/built-in-job-types.js';
import { createHandlers } from './create-handlers.js';
import { noSecrets } from './testing/job.js';

it('[workflow engine] the built-in job types that need the outside world are there, configured or not', () => {
  const types = (handlers: ReturnType<typeof createHandlers>) => handlers.map(({ type }) => type);
  const mailer = createMailer({ smtp: { url: 'smtp://127.0.0.1:1', from: 'a@example.org' }, mailDirectory: undefined });
  const configured = createHandlers(mailer, { events: { url: 'http://127.0.0.1:1/', secret: 'k' } }, noSecrets);
  expect(types(createHandlers(undefined, { events: undefined }, noSecrets))).toEqual([
    'http',
    'email',
    'event',
    'io.camunda:http-json:1',
  ]);
  expect(types(configured)).toEqual(['http', 'email', 'event', 'io.camunda:http-json:1']);
  expect(builtInJobTypes).toEqual([...types(configured), 'process.update']);
});
