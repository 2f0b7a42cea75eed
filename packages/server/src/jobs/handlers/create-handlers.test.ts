import { expect, it } from 'vitest';
import { builtInJobTypes } from '../../sub-projects/document/model/built-in-job-types.js';
import { createHandlers } from './create-handlers.js';

it('[workflow engine] the built-in job types that need the outside world are there, configured or not', () => {
  const types = (handlers: ReturnType<typeof createHandlers>) => handlers.map(({ type }) => type);
  const configured = {
    smtp: { url: 'smtp://127.0.0.1:1', from: 'a@example.org' },
    events: { url: 'http://127.0.0.1:1/', secret: 'k' },
  };
  expect(types(createHandlers({ smtp: undefined, events: undefined }))).toEqual([
    'http',
    'email',
    'event',
    'io.camunda:http-json:1',
  ]);
  expect(types(createHandlers(configured))).toEqual(['http', 'email', 'event', 'io.camunda:http-json:1']);
  expect(builtInJobTypes).toEqual([...types(createHandlers(configured)), 'process.update']);
});
