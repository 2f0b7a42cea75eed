import { randomBytes } from 'node:crypto';
import { connect, getProcess } from '@millrace/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoServer, startDemoServer } from './demo-server.js';

const subProjectId = '01900000-0000-7000-8000-000000000001';
type Fetch = typeof fetch;

/** Carries requests out and then loses their answers, while `lose` says so. */
const losing =
  (lose: (url: string) => boolean): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (!lose(String(input))) return response;
    await response.arrayBuffer();
    throw new TypeError('fetch failed', { cause: new Error('the answer was lost') });
  };

/** Breaks every answer of the storage after some bytes, until there were enough breaks. */
function breaking(afterBytes: number, breaks: number): { fetch: Fetch; ranges: (string | null)[] } {
  const ranges: (string | null)[] = [];
  return {
    ranges,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (new URL(String(input)).pathname.startsWith('/v1/')) return response;
      ranges.push(new Headers(init?.headers).get('range'));
      const whole = new Uint8Array(await response.arrayBuffer());
      const pieces = [whole.subarray(0, afterBytes), whole.subarray(afterBytes)];
      const body = new ReadableStream({
        pull(controller) {
          if (pieces.length === 1 && ranges.length <= breaks) throw new TypeError('terminated');
          const piece = pieces.shift();
          if (piece) controller.enqueue(piece);
          else controller.close();
        },
      });
      return new Response(body, response);
    },
  };
}

describe('against the real service', () => {
  let server: DemoServer;
  beforeAll(async () => {
    server = await startDemoServer();
  });
  afterAll(() => server?.stop());

  const clientWith = (fetcher: Fetch) =>
    connect({
      url: server.url,
      clientId: 'demo-owner',
      clientSecret: 'demo-owner-secret',
      fetch: fetcher,
      retryBaseMs: 5,
    });

  it('[D27] a POST whose answers were lost takes effect once, and gives the answer that was lost', async () => {
    let losses = 2;
    const client = clientWith(
      losing((url) => {
        if (!url.endsWith('/createProcess') || losses === 0) return false;
        losses -= 1;
        return true;
      }),
    );
    const supplier = 'Lost answers Ltd';
    const { id } = await client.createProcess({ subProjectId, fields: { supplier } });
    const { processes } = await client.getProcess({
      page: 1,
      perPageCount: 10,
      filters: { subProjectId_id: subProjectId, 'fields.supplier': supplier },
    });
    expect([losses, processes.map((process) => process.id)]).toEqual([0, [id]]);
  });

  it('[D4] all gives exactly what the list counts, across pages', async () => {
    const client = clientWith(fetch);
    const filters = { subProjectId_id: subProjectId };
    const { meta } = await client.getProcess({ page: 1, perPageCount: 1, filters });
    const ids = new Set<string>();
    for await (const { id } of client.all(getProcess, { filters, perPageCount: 4 })) ids.add(id);
    expect(ids.size).toBe(Number(meta.totalCount));
    expect(ids.size).toBeGreaterThan(20);
  });

  it('[D29, D31] a file survives lost answers on its way up and broken connections on its way down', async () => {
    const content = randomBytes(2_000_000);
    let losses = 1;
    const up = clientWith(
      losing((url) => {
        if (new URL(url).pathname.startsWith('/v1/') || losses === 0) return false;
        losses -= 1;
        return true;
      }),
    );
    const { id: processId } = await up.createProcess({ subProjectId, fields: { supplier: 'Files Ltd' } });
    const file = await up.uploadFile({ subProjectId, processId, file: content, fileName: 'scan ü.bin' });
    expect({ losses, ...file }).toEqual({
      losses: 0,
      id: file.id,
      fileName: 'scan ü.bin',
      size: '2000000',
      locked: false,
    });

    const broken = breaking(300_000, 3);
    const input = { subProjectId, processId, fileId: file.id };
    const { body, size } = await clientWith(broken.fetch).downloadFile(input);
    const received = Buffer.from(await new Response(body).arrayBuffer());
    expect([size, content.equals(received)]).toEqual([2_000_000, true]);
    expect(broken.ranges).toEqual([null, 'bytes=300000-', 'bytes=600000-', 'bytes=900000-']);
  });

  it('[D23] of concurrent decisions one wins and the others are told so', async () => {
    const client = clientWith(fetch);
    const { id: processId } = await client.createProcess({ subProjectId, fields: { supplier: 'Race Ltd' } });
    const { workflows } = await client.getWorkflows({ subProjectId, stageKeys: 'stage_init' });
    const workflowId = workflows.find(({ name }) => name === 'Manager approval')?.id ?? '';
    const { runId } = await client.executeWorkflow({ subProjectId, processId, stageKey: 'stage_init', workflowId });
    const decisions = await Promise.allSettled(
      Array.from({ length: 5 }, () => client.resumeWorkflowRunsApi({ subProjectId, runId: runId.id, approved: true })),
    );
    const lost = decisions.flatMap((decision) => (decision.status === 'rejected' ? [decision.reason] : []));
    expect(lost).toHaveLength(4);
    for (const error of lost) expect(error).toMatchObject({ name: 'ConflictError', id: 1209, status: 409 });
  });
});
