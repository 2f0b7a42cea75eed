import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { restConnectorJob } from '../jobs/handlers/rest-connector-job.js';
import { noSecrets } from '../jobs/handlers/testing/job.js';
import { startWebServer } from '../jobs/handlers/testing/web-server.js';
import type { Worker } from '../jobs/worker/worker.js';
import { createWorkflowFixture, type WorkflowFixture } from './testing/workflow-fixture.js';

/** As Camunda Modeler writes a task with the element template of the REST connector. */
const lookup = await readFile(new URL('./testing/rest-connector.bpmn', import.meta.url), 'utf8');

let fixture: WorkflowFixture;
let worker: Worker;

beforeAll(async () => {
  fixture = await createWorkflowFixture({ workflows: { lookup }, handlers: [restConnectorJob(noSecrets)] });
  worker = fixture.worker();
  worker.start();
});

afterAll(async () => {
  await worker.stop();
  await fixture.expectNothingStuck();
  await fixture.drop();
});

async function start(origin: string): Promise<{ runId: string; processId: string }> {
  const processId = await fixture.createProcess({ notes: origin, amount: 3 });
  const { id } = await fixture.execute('lookup', processId);
  return { processId, runId: id };
}

it('[REST connector] a task of the element template calls the service and maps its answer', async () => {
  const server = await startWebServer((_, response) => {
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"order":{"id":"A7"}}');
  });
  const { runId, processId } = await start(server.origin);
  await fixture.untilState(runId, 'COMPLETED');
  expect((await fixture.process(processId)).fields.notes).toBe('A7 201 Created');
  expect(server.received).toMatchObject([
    {
      method: 'POST',
      url: '/orders?expand=true',
      body: '{"amount":3}',
      headers: { authorization: `Basic ${Buffer.from('shop:pw').toString('base64')}`, 'x-tenant': 'eu' },
    },
  ]);
});

it('[REST connector] a BPMN error of its error expression takes the boundary event', async () => {
  const server = await startWebServer((_, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"reason":"sold"}');
  });
  const { runId, processId } = await start(server.origin);
  await fixture.untilState(runId, 'COMPLETED');
  expect((await fixture.process(processId)).fields.notes).toBe('sold');
});

it('[REST connector] a job error of its error expression says how often and when it is tried again', async () => {
  let left = 4;
  const server = await startWebServer((_, response) => {
    left -= 1;
    response.writeHead(left > 0 ? 503 : 200, { 'content-type': 'application/json' }).end('{"order":{"id":"B8"}}');
  });
  const { runId, processId } = await start(server.origin);
  await fixture.untilState(runId, 'COMPLETED');
  // The diagram has 3 retries, and the expression uses none.
  expect(server.received).toHaveLength(4);
  expect((await fixture.process(processId)).fields.notes).toBe('B8 200 OK');
});

it('[REST connector] a refused address is an incident without what was sent', async () => {
  const { runId } = await start('http://169.254.169.254/s3cret');
  await fixture.untilState(runId, 'FAILED');
  const [incident] = await fixture.db<{ message: string }>`select message from incidents where run_id = ${runId}`;
  expect(incident?.message).toContain('http.allowPrivateAddresses');
  expect(incident?.message).not.toContain('s3cret');
});
