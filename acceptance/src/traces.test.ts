import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bpmn, end, line, start } from './support/bpmn.js';
import { eventually } from './support/eventually.js';
import { type Client, createClient } from './support/http.js';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './support/otlp-receiver.js';
import { createHome, type Home, type ServerProcess, startServerProcess } from './support/server-process.js';
import { configuration, deploy, type SubProject } from './support/sub-project.js';
import { execute, waitForState } from './support/workflows.js';

const calls: IncomingHttpHeaders[] = [];
const service = createServer((request, response) => {
  calls.push(request.headers);
  response.writeHead(200).end('{}');
});

let receiver: OtlpReceiver;
let home: Home;
let server: ServerProcess;
let client: Client;
let subProject: SubProject;

beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  receiver = await startOtlpReceiver();
  home = await createHome({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=of-the-collector',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  });
  server = await startServerProcess(home, ['start']);
  const { access_token } = await createClient(server.url).ok('userLogin', {
    client_id: 'acceptance-admin',
    client_secret: 'acceptance-admin-secret',
  });
  client = createClient(server.url, access_token);
  const { port } = service.address() as AddressInfo;
  const call = `<bpmn:serviceTask id="call"><bpmn:extensionElements><zeebe:taskDefinition type="http" />
    <zeebe:taskHeaders><zeebe:header key="url" value="http://127.0.0.1:${port}/secret-path" /></zeebe:taskHeaders>
    </bpmn:extensionElements></bpmn:serviceTask>`;
  const diagram = bpmn('calling', `${start()}${call}${end()}${line('start', 'call', 'end')}`);
  const document = configuration({
    http: { allowPrivateAddresses: ['127.0.0.1'] },
    workflows: [{ key: 'calling', name: 'Calling', stages: ['stage_init'], file: 'c.bpmn' }],
    members: [],
  });
  subProject = await deploy(client, document, { 'c.bpmn': diagram });
});
afterAll(async () => {
  await server?.stop();
  receiver?.close();
  service.close();
  await home?.remove();
});

const spansOf = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);
const named = (spans: readonly ReceivedSpan[], name: string) => spans.find((span) => span.name === name);

test('a request, its transaction, the job of its run and the call of that job are one trace with the id of the service', async () => {
  const run = await execute(client, subProject, 'calling');
  await waitForState(client, subProject.id, run.id, 'COMPLETED');
  const { logs } = await client.ok('getAuditLogs', {
    subProjectId: subProject.id,
    filters: { action: 'run.start', subjectId: run.id },
  });
  const traceId = logs[0]?.traceId.replaceAll('-', '') ?? '';
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  const spans = await eventually(
    async () => spansOf(traceId),
    (found) => named(found, 'GET') !== undefined && named(found, 'job http') !== undefined,
  );
  const request = named(spans, 'executeWorkflow');
  expect(request).toMatchObject({
    kind: 2,
    parentSpanId: '',
    attributes: {
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'millrace.trace_id': logs[0]?.traceId,
    },
    resource: { 'service.name': 'millrace', 'deployment.environment.name': 'test' },
  });
  const inRequest = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(inRequest.map(({ name }) => name)).toContain('transaction');
  const job = named(spans, 'job http');
  expect(job).toMatchObject({
    kind: 5,
    attributes: { 'millrace.job.type': 'http', 'millrace.job.outcome': 'done', 'millrace.run.id': run.id },
  });
  const call = named(spans, 'GET');
  expect(call).toMatchObject({
    kind: 3,
    parentSpanId: job?.spanId,
    attributes: { 'server.address': '127.0.0.1', 'http.response.status_code': 200 },
  });
  expect(calls.at(-1)?.traceparent).toBe(`00-${traceId}-${call?.spanId}-01`);
  expect(receiver.headers[0]).toMatchObject({ 'x-api-key': 'of-the-collector' });
  expect(JSON.stringify(receiver.spans), 'paths of calls may be secrets').not.toContain('secret-path');
});

test('[D6] a traceparent of the caller is continued, and its trace id is the one of the service', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const answer = await client.call(
    'getSubProjects',
    {},
    { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } },
  );
  expect(answer.headers.get('x-service-traceid')).toBe(traceId);
  const [span] = await eventually(
    async () => spansOf(traceId),
    (found) => found.length > 0,
  );
  expect(named(spansOf(traceId), 'getSubProjects') ?? span).toMatchObject({
    parentSpanId: '00f067aa0ba902b7',
    kind: 2,
  });
});

test('[D6] a trace id that a client chose is the trace id of the trace if it is a UUID, otherwise an attribute', async () => {
  const uuid = '01971f2e-6c00-7a11-8000-0000000000aa';
  await client.call('getSubProjects', {}, { headers: { 'x-service-traceid': uuid } });
  await client.call('getSubProjects', {}, { headers: { 'x-service-traceid': 'order-4711' } });
  await eventually(
    async () => receiver.spans.filter(({ attributes }) => attributes['millrace.trace_id'] === 'order-4711'),
    (found) => found.length > 0,
  );
  expect(spansOf(uuid.replaceAll('-', ''))).toContainEqual(expect.objectContaining({ name: 'getSubProjects' }));
});

test('what is recorded last is sent when the server stops; a collector that is away stops nothing', async () => {
  const before = receiver.spans.length;
  await client.ok('getSubProjects', {});
  expect(await server.stop()).toBe(0);
  expect(receiver.spans.length).toBeGreaterThan(before);
  receiver.close();
  server = await startServerProcess(home, ['start']);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});
