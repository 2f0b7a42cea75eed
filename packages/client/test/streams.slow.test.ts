import {
  ConnectionError,
  connect,
  exportAuditLogs,
  exportProcesses,
  getAuditLogs,
  type MillraceClient,
} from '@millrace/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../src/testing/fault-proxy.js';
import { type DemoServer, startDemoServer } from './demo-server.js';

const subProjectId = '01900000-0000-7000-8000-000000000001';
const rowCount = 20_000;

let server: DemoServer;
let proxy: FaultProxy;
let client: MillraceClient;
beforeAll(async () => {
  server = await startDemoServer();
  proxy = await startFaultProxy(server.url);
  client = connect({
    url: proxy.url,
    clientId: 'demo-owner',
    clientSecret: 'demo-owner-secret',
    retryBaseMs: 5,
    timeoutMs: 10_000,
  });
  // As long as a busy machine takes.
  const importing = connect({ url: server.url, clientId: 'demo-owner', clientSecret: 'demo-owner-secret' });
  const notes = 'x'.repeat(300);
  const parts = 10;
  for (let part = 0; part < parts; part += 1) {
    const rows = Array.from({ length: rowCount / parts }, (_, row) =>
      JSON.stringify({ fields: { supplier: 'Streams ü Ltd', invoiceNumber: `${part}-${row}`, notes } }),
    );
    await importing.importProcesses({ subProjectId, format: 'ndjson', content: rows.join('\n') });
  }
});
afterEach(() => {
  proxy.fault = undefined;
});
afterAll(async () => {
  await server?.stop();
  await proxy?.close();
});

const filters = { subProjectId_id: subProjectId, 'fields.supplier': 'Streams ü Ltd' };
const numbers = async (rows: AsyncIterable<{ readonly fields: Readonly<Record<string, unknown>> }>) => {
  const found = new Set<unknown>();
  for await (const { fields } of rows) found.add(fields.invoiceNumber);
  return found;
};

describe('[D49] streamed answers', () => {
  it('give every row once, with its members', async () => {
    expect((await numbers(client.rows(exportProcesses, { filters }))).size).toBe(rowCount);
    for await (const row of client.rows(exportProcesses, { filters })) {
      expect(row).toMatchObject({ version: '1', stageKey: 'stage_init', fields: { supplier: 'Streams ü Ltd' } });
      expect(Date.parse(row.updatedTs)).not.toBeNaN();
      break;
    }
  });

  it('[D20] of the audit log give what getAuditLogs lists', async () => {
    const { processes } = await client.getProcess({ page: 1, perPageCount: 1, filters });
    const processId = processes[0]?.id ?? '';
    await client.updateProcessField({ subProjectId, processId, updates: { notes: 'seen' } });
    const input = { subProjectId, processId };
    const exported = [];
    for await (const row of client.rows(exportAuditLogs, input)) exported.push(row);
    const listed = [];
    for await (const row of client.all(getAuditLogs, input)) listed.push(row);
    expect(exported.length).toBeGreaterThanOrEqual(2);
    expect(exported).toEqual(listed);
  });

  it('are given as bytes, to be saved as they are', async () => {
    const csv = await new Response(await client.stream(exportProcesses({ filters, format: 'csv' }))).text();
    expect(csv.split('\r\n').filter((line) => line !== '')).toHaveLength(rowCount + 1);
  });

  it('wait for a reader who is slow, instead of filling memory', async () => {
    let passed = 0;
    proxy.onAnswered = (bytes) => {
      passed += bytes;
    };
    const rows = client.rows(exportProcesses, { filters })[Symbol.asyncIterator]();
    await rows.next();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const whileWaiting = passed;
    let rest = 1;
    while (!(await rows.next()).done) rest += 1;
    proxy.onAnswered = undefined;
    expect(rest).toBe(rowCount);
    expect(whileWaiting).toBeLessThan(passed * 0.75);
  });

  it('end when their reader stops, and when the signal aborts', async () => {
    const controller = new AbortController();
    let count = 0;
    const reading = (async () => {
      for await (const _ of client.rows(exportProcesses, { filters }, { signal: controller.signal })) {
        count += 1;
        if (count === 10) controller.abort(new Error('enough'));
      }
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(count).toBeLessThan(rowCount);
  });

  it.each(['reset-in-response', 'end-in-response'] as const)('that break off are told: %s', async (kind) => {
    proxy.fault = ({ path }) =>
      path.includes('/exportProcesses') ? { kind, part: 'body', bytes: 500_000 } : undefined;
    let count = 0;
    const reading = (async () => {
      for await (const _ of client.rows(exportProcesses, { filters }, { traceId: 'export-1' })) count += 1;
    })();
    const error = await reading.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ operation: 'exportProcesses', traceId: 'export-1' });
    expect(count).toBeGreaterThan(100);
    expect(count).toBeLessThan(rowCount);
  });

  it('that fall silent are a TimeoutError', async () => {
    proxy.fault = ({ path }) => (path.includes('/exportProcesses') ? { kind: 'silence-after' } : undefined);
    const reading = numbers(client.rows(exportProcesses, { filters }, { timeoutMs: 300, retries: 1 }));
    await expect(reading).rejects.toMatchObject({ name: 'TimeoutError', operation: 'exportProcesses' });
  });

  it('are asked for again as long as none has begun', async () => {
    let failures = 2;
    proxy.fault = ({ path }) => {
      if (!path.includes('/exportProcesses') || failures === 0) return undefined;
      failures -= 1;
      return failures === 1 ? { kind: 'answer', status: 503 } : { kind: 'reset-before' };
    };
    expect((await numbers(client.rows(exportProcesses, { filters }))).size).toBe(rowCount);
    expect(failures).toBe(0);
  });

  it('that are refused are told before the first row', async () => {
    const rows = client.rows(exportProcesses, { filters: { ...filters, color: 'red' } });
    await expect(numbers(rows)).rejects.toMatchObject({ name: 'InvalidRequestError', id: 1230 });
  });
});

describe('waiting', () => {
  const run = async (name: string) => {
    const { workflows } = await client.getWorkflows({ subProjectId, stageKeys: 'stage_init' });
    const workflowId = workflows.find((workflow) => workflow.name === name)?.id ?? '';
    const { id: processId } = await client.createProcess({ subProjectId, fields: { supplier: 'Waiting Ltd' } });
    const { runId } = await client.executeWorkflow({ subProjectId, processId, stageKey: 'stage_init', workflowId });
    return { subProjectId, runId: runId.id };
  };

  it('[D21] for a run ends when it moves no more by itself, or is in the state that is asked for', async () => {
    expect(await client.waitForRun(await run('Payment reminder'))).toMatchObject({ state: 'COMPLETED' });
    const approval = await run('Manager approval');
    expect(await client.waitForRun(approval)).toMatchObject({ id: approval.runId, state: 'PAUSED' });
    const ended = client.waitForRun(approval, { states: ['COMPLETED', 'REJECTED'], pollMs: 50 });
    await client.resumeWorkflowRunsApi({ ...approval, approved: false });
    expect(await ended).toMatchObject({ state: 'COMPLETED' });
  });

  it('for a run goes on through an outage once the service has answered', async () => {
    const input = await run('Payment reminder');
    let looks = 0;
    proxy.fault = ({ path }) => {
      if (!path.includes('/getWorkflowRuns')) return undefined;
      looks += 1;
      return looks > 1 && looks < 10 ? { kind: 'reset-before' } : undefined;
    };
    expect(await client.waitForRun(input, { retries: 0, pollMs: 100 })).toMatchObject({ state: 'COMPLETED' });
    expect(looks).toBeGreaterThanOrEqual(10);
  });

  it('for a run that does not exist fails as the service says, and ends with the signal', async () => {
    await expect(client.waitForRun({ subProjectId, runId: 'unknown' })).rejects.toMatchObject({
      id: 1200,
      status: 404,
    });
    const signal = AbortSignal.timeout(300);
    const waiting = client.waitForRun(await run('Manager approval'), { states: ['COMPLETED'], signal });
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('[D48] for a bulk update tells how far it is', async () => {
    const told: string[] = [];
    const { bulkId, total } = await client.bulkUpdateProcesses({
      subProjectId,
      filters: { 'fields.supplier': 'Streams ü Ltd', 'fields.invoiceNumber': { startsWith: '0-1' } },
      updates: { notes: 'changed in bulk' },
    });
    const ended = await client.waitForBulkOperation(
      { subProjectId, bulkId },
      { pollMs: 100, onProgress: ({ done }) => void told.push(done) },
    );
    expect(ended).toMatchObject({ state: 'COMPLETED', done: total, failed: '0' });
    expect(Number(total)).toBe(1111);
    expect(told.at(-1)).toBe(total);
    const { meta } = await client.getProcess({
      page: 1,
      perPageCount: 1,
      filters: { subProjectId_id: subProjectId, 'fields.notes': 'changed in bulk' },
    });
    expect(meta.totalCount).toBe(total);
  });
});
