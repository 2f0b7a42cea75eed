import { expect, it } from 'vitest';
import { newJob } from '../../jobs/records/job.js';
import { attempt } from './mocked-attempt.js';
import type { WaitingJob } from './simulated-run.js';

const connector = (headers: Readonly<Record<string, string>>, payload: WaitingJob['payload']): WaitingJob => ({
  ...newJob({
    subProjectId: '01900000-0000-7000-8000-00000000000d',
    kind: 'job',
    lane: 'handler',
    type: 'io.camunda:http-json:1',
    dueTs: new Date(0),
    retries: 3,
    headers,
    payload,
  }),
  attempts: 0,
  attemptAt: 0,
});

it('a mocked answer of a REST connector job is concluded as the server does', () => {
  const headers = {
    resultExpression: '={id: response.body.id, reason: reason}',
    errorExpression: '=if error.code = "404" then bpmnError("GONE", error.message) else null',
  };
  const job = connector(headers, { url: 'https://api.example.com' });
  expect(attempt(job, { respond: { status: 200, body: { id: 7 } } })).toEqual({
    outcome: 'completed',
    variables: { id: 7, reason: 'OK' },
  });
  expect(attempt(job, { respond: { status: 404 } })).toMatchObject({
    outcome: 'error',
    code: 'GONE',
    message: 'Not Found',
  });
  expect(attempt(job, { respond: { status: 503, headers: { 'Retry-After': '7' } } })).toEqual({
    outcome: 'failed',
    message: 'GET https://api.example.com answered 503.',
    retryAfterMs: 7000,
  });
});

it('a REST connector job that the server would refuse is refused', () => {
  const job = connector({}, { url: 'ftp://api.example.com' });
  expect(attempt(job, { respond: { status: 200 } })).toMatchObject({ outcome: 'failed', permanent: true });
});
