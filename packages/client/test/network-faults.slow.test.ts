import { randomUUID } from 'node:crypto';
import { connect, type MillraceClient, MillraceError, TransportError } from '@millrace/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fault, type FaultProxy, startFaultProxy } from '../src/testing/fault-proxy.js';
import { adminEnvironment, type DemoServer, startDemoServer } from './demo-server.js';

const subProjectId = '01900000-0000-7000-8000-000000000001';

let server: DemoServer;
let proxy: FaultProxy;
/** Talks past the proxy, to look at what took effect. */
let witness: MillraceClient;
let approvalId: string;
beforeAll(async () => {
  server = await startDemoServer({ MILLRACE_SIGN_IN_ATTEMPTS: '10000' });
  proxy = await startFaultProxy(server.url);
  witness = connect({
    url: server.url,
    clientId: adminEnvironment.MILLRACE_ADMIN_CLIENT_ID,
    clientSecret: adminEnvironment.MILLRACE_ADMIN_CLIENT_SECRET,
  });
  const { workflows } = await witness.getWorkflows({ subProjectId, stageKeys: 'stage_init' });
  approvalId = workflows.find(({ name }) => name === 'Manager approval')?.id ?? '';
});
afterEach(() => {
  proxy.fault = undefined;
});
afterAll(async () => {
  await server?.stop();
  await proxy?.close();
});

const traceId = 'trace-of-the-test';
const limits = { timeoutMs: 700, totalTimeoutMs: 20_000, retries: 3, retryBaseMs: 5, retryMaxMs: 50 };
const newClient = (more: object = {}) =>
  connect({ url: proxy.url, clientId: 'demo-owner', clientSecret: 'demo-owner-secret', ...limits, ...more });

interface Trial {
  /** Makes the call through the faults. */
  call(client: MillraceClient): Promise<unknown>;
  /** How often it took effect. */
  effects(): Promise<number>;
}

const newProcess = async () =>
  (await witness.createProcess({ subProjectId, fields: { supplier: `Faults ${randomUUID()}` } })).id;
const runsOf = async (processId: string) => (await witness.getWorkflowRuns({ subProjectId, processId })).runs;
const auditOf = async (processId: string, action: string) =>
  Number((await witness.getAuditLogs({ subProjectId, processId, filters: { action } })).meta.totalCount);

/** A trial of each kind of operation: what only reads, what creates, changes, starts and moves on, and signing in. */
const operations: Readonly<Record<string, () => Promise<Trial>>> = {
  getProcess: async () => {
    const filters = { subProjectId_id: subProjectId };
    return {
      call: (client) => client.getProcess({ page: 1, perPageCount: 10, filters }, { traceId }),
      effects: async () => 1,
    };
  },
  createProcess: async () => {
    const supplier = `Faults ${randomUUID()}`;
    return {
      call: (client) => client.createProcess({ subProjectId, fields: { supplier } }, { traceId }),
      effects: async () => {
        const filters = { subProjectId_id: subProjectId, 'fields.supplier': supplier };
        return Number((await witness.getProcess({ page: 1, perPageCount: 10, filters })).meta.totalCount);
      },
    };
  },
  updateProcessField: async () => {
    const processId = await newProcess();
    return {
      call: (client) => client.updateProcessField({ subProjectId, processId, updates: { notes: 'once' } }, { traceId }),
      effects: () => auditOf(processId, 'process.update'),
    };
  },
  executeWorkflow: async () => {
    const processId = await newProcess();
    const run = { subProjectId, processId, stageKey: 'stage_init', workflowId: approvalId };
    return {
      call: (client) => client.executeWorkflow(run, { traceId }),
      effects: async () => (await runsOf(processId)).length,
    };
  },
  resumeWorkflowRunsApi: async () => {
    const processId = await newProcess();
    const run = { subProjectId, processId, stageKey: 'stage_init', workflowId: approvalId };
    const { runId } = await witness.executeWorkflow(run);
    return {
      call: (client) => client.resumeWorkflowRunsApi({ subProjectId, runId: runId.id, approved: true }, { traceId }),
      effects: async () => {
        const states = (await runsOf(processId)).map(({ state }) => state);
        expect(states).toHaveLength(1);
        return states[0] === 'COMPLETED' ? 1 : 0;
      },
    };
  },
  userLogin: async () => {
    const credentials = { client_id: 'demo-owner', client_secret: 'demo-owner-secret' };
    return { call: (client) => client.userLogin(credentials, { traceId }), effects: async () => 1 };
  },
};

interface Row {
  readonly fault: Fault;
  /** What the caller is told when it never ends. */
  readonly error: string;
  /** Whether the service has done its work when the client learns of the fault. */
  readonly reaches: boolean;
}

const faults: Readonly<Record<string, Row>> = {
  'reset before the request': { fault: { kind: 'reset-before' }, error: 'ConnectionError', reaches: false },
  'reset in the middle of the request': {
    fault: { kind: 'reset-in-request', bytes: 7 },
    error: 'ConnectionError',
    reaches: false,
  },
  'reset after the request took effect': { fault: { kind: 'reset-after' }, error: 'ConnectionError', reaches: true },
  'reset in the head of the answer': {
    fault: { kind: 'reset-in-response', part: 'head', bytes: 40 },
    error: 'ConnectionError',
    reaches: true,
  },
  'reset in the body of the answer': {
    fault: { kind: 'reset-in-response', part: 'body', bytes: 10 },
    error: 'ConnectionError',
    reaches: true,
  },
  'an answer that ends early': {
    fault: { kind: 'end-in-response', part: 'body', bytes: 10 },
    error: 'ConnectionError',
    reaches: true,
  },
  'an answer that drips for too long': {
    fault: { kind: 'drip', bytes: 20, everyMs: 100 },
    error: 'TimeoutError',
    reaches: true,
  },
  'a black hole before the service': { fault: { kind: 'silence-before' }, error: 'TimeoutError', reaches: false },
  'a black hole behind the service': { fault: { kind: 'silence-after' }, error: 'TimeoutError', reaches: true },
  '429 of a proxy': {
    fault: { kind: 'answer', status: 429, headers: { 'retry-after': '0' } },
    error: 'RateLimitedError',
    reaches: false,
  },
  '502 of a proxy': { fault: { kind: 'answer', status: 502 }, error: 'UnavailableError', reaches: false },
  '503 of a proxy': { fault: { kind: 'answer', status: 503 }, error: 'UnavailableError', reaches: false },
  '504 of a proxy': { fault: { kind: 'answer', status: 504 }, error: 'UnavailableError', reaches: false },
};

/** The fault for the operation's own requests, so many times. */
function meet(operation: string, fault: Fault, times: number): () => number {
  let met = 0;
  proxy.fault = ({ path, method }) => {
    if (!path.includes(`/${operation}`) || met >= times) return undefined;
    met += 1;
    // What has no body cannot break in it.
    return fault.kind === 'reset-in-request' && method === 'GET' ? { kind: 'reset-before' } : fault;
  };
  return () => met;
}

describe.each(Object.keys(operations))('[D27] %s', (operation) => {
  const trialOf = async (): Promise<Trial> => {
    const make = operations[operation];
    if (!make) throw new Error(operation);
    return make();
  };

  it.each(Object.entries(faults))('%s: is repeated and takes effect once', async (_, { fault, error }) => {
    const trial = await trialOf();
    const times = error === 'TimeoutError' ? 1 : 2;
    const met = meet(operation, fault, times);
    await trial.call(newClient());
    expect(met()).toBe(times);
    expect(await trial.effects()).toBe(1);
  });

  it.each(Object.entries(faults))('%s, for ever: is told, and took effect once at most', async (_, row) => {
    const trial = await trialOf();
    meet(operation, row.fault, Number.POSITIVE_INFINITY);
    const error = await trial
      .call(newClient({ retries: 1, timeoutMs: row.error === 'TimeoutError' ? 300 : 5000 }))
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: row.error, operation, traceId });
    expect(error instanceof TransportError || error instanceof MillraceError).toBe(true);
    if (row.error === 'ConnectionError') expect(error).toHaveProperty('cause');
    const readsOnly = operation === 'getProcess' || operation === 'userLogin';
    await expect.poll(() => trial.effects(), { timeout: 5000 }).toBe(readsOnly || row.reaches ? 1 : 0);
  });
});

describe('a service that is away', () => {
  it('is waited for while it starts again', async () => {
    const client = newClient({ retries: 8, retryBaseMs: 100, retryMaxMs: 400 });
    await client.getSubProjects();
    await proxy.refuse();
    const trial = await operations.createProcess?.();
    const pending = trial?.call(client);
    setTimeout(() => void proxy.listen(), 150);
    await pending;
    expect(await trial?.effects()).toBe(1);
  });

  it('is a ConnectionError that names the address and the reason', async () => {
    const client = newClient({ retries: 1, token: 'any', clientId: undefined, clientSecret: undefined });
    await proxy.refuse();
    const error = await client.getSubProjects({}, { traceId }).catch((caught: unknown) => caught);
    await proxy.listen();
    expect(error).toMatchObject({ name: 'ConnectionError', operation: 'getSubProjects', traceId });
    expect(String(error)).toContain(proxy.url);
    expect(String(error)).toContain('ECONNREFUSED');
  });

  it('that answers 429 with Retry-After is not asked sooner', async () => {
    const at: number[] = [];
    proxy.fault = ({ path }) => {
      if (!path.includes('/getSubProjects')) return undefined;
      at.push(performance.now());
      return at.length === 1 ? { kind: 'answer', status: 429, headers: { 'retry-after': '1' } } : undefined;
    };
    await newClient().getSubProjects();
    expect(at).toHaveLength(2);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(995);
  });

  it('that asks for a longer wait than the call may take is told at once, with the wait', async () => {
    proxy.fault = () => ({ kind: 'answer', status: 503, headers: { 'retry-after': '3600' } });
    const error = await newClient()
      .getSubProjects()
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'UnavailableError', status: 503, retryAfterMs: 3_600_000 });
  });

  it('behind an answer that drips, but in time, is no failure', async () => {
    proxy.fault = ({ path }) =>
      path.includes('/getSubProjects') ? { kind: 'drip', bytes: 60, everyMs: 10 } : undefined;
    const { subProjects } = await newClient({ timeoutMs: 5000 }).getSubProjects();
    expect(subProjects.length).toBeGreaterThan(0);
    expect(proxy.seen.filter(({ path }) => path.includes('/getSubProjects')).length).toBeGreaterThan(0);
  });
});
