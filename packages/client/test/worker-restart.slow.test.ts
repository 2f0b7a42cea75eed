import { BpmnError, connect, JobFailure, type MillraceClient } from '@millrace/client';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../src/testing/fault-proxy.js';
import { adminEnvironment, type DemoServer, startDemoServer } from './demo-server.js';

const bpmn = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
    xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" id="Ship" targetNamespace="urn:example">
  <bpmn:error id="Error_1" name="none left" errorCode="NONE_LEFT" />
  <bpmn:process id="ship" isExecutable="true">
    <bpmn:startEvent id="Start" />
    <bpmn:serviceTask id="Task_Ship">
      <bpmn:extensionElements><zeebe:taskDefinition type="ship" retries="3" /></bpmn:extensionElements>
    </bpmn:serviceTask>
    <bpmn:boundaryEvent id="None_Left" attachedToRef="Task_Ship"><bpmn:errorEventDefinition errorRef="Error_1" /></bpmn:boundaryEvent>
    <bpmn:endEvent id="End" />
    <bpmn:endEvent id="Back_Ordered" />
    <bpmn:sequenceFlow id="To_Ship" sourceRef="Start" targetRef="Task_Ship" />
    <bpmn:sequenceFlow id="To_End" sourceRef="Task_Ship" targetRef="End" />
    <bpmn:sequenceFlow id="To_Back" sourceRef="None_Left" targetRef="Back_Ordered" />
  </bpmn:process>
</bpmn:definitions>`;

let server: DemoServer;
let proxy: FaultProxy;
let client: MillraceClient;
let subProjectId: string;
let workflowId: string;
beforeAll(async () => {
  server = await startDemoServer();
  proxy = await startFaultProxy(server.url);
  client = connect({
    url: proxy.url,
    clientId: adminEnvironment.MILLRACE_ADMIN_CLIENT_ID,
    clientSecret: adminEnvironment.MILLRACE_ADMIN_CLIENT_SECRET,
    timeoutMs: 5000,
  });
  const deployed = await client.deploySubProject({
    document: {
      name: 'Shipping',
      stages: [{ key: 'stage_init', name: 'Ordered', default: true }],
      states: { values: ['INIT'] },
      fields: { item: { type: 'string' } },
      roles: [{ name: 'CLERK', read: true, create: true, call: true, work: ['ship'] }],
      members: [],
      workflows: [{ key: 'ship', name: 'Ship', stages: ['stage_init'], file: 'ship.bpmn' }],
    },
    files: { 'ship.bpmn': bpmn },
  });
  subProjectId = deployed.subProjectId;
  workflowId = deployed.workflows[0]?.id ?? '';
});
afterEach(() => {
  proxy.fault = undefined;
});
afterAll(async () => {
  await server?.stop();
  await proxy?.close();
});

async function startRun(): Promise<string> {
  const { id: processId } = await client.createProcess({ subProjectId, fields: { item: 'book' } });
  const { runId } = await client.executeWorkflow({ subProjectId, processId, stageKey: 'stage_init', workflowId });
  return runId.id;
}
const startRuns = async (count: number) => {
  const runs: string[] = [];
  for (let run = 0; run < count; run += 1) runs.push(await startRun());
  return runs;
};
const endOf = async (runId: string, pollMs = 200) =>
  (await client.waitForRun({ subProjectId, runId }, { pollMs, signal: AbortSignal.timeout(50_000) })).state;

const silent = { info: () => undefined, warn: () => undefined };
function work(handler: Parameters<MillraceClient['worker']>[1], options: object = {}) {
  const worker = client.worker('ship', handler, { subProjectId, pollMs: 500, leaseMs: 3000, log: silent, ...options });
  onTestFinished(() => worker.stop({ graceMs: 0 }));
  return worker;
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a worker against the real service', () => {
  it('survives that the service is killed and started again: every run ends, and work under way counts once', async () => {
    const runs = await startRuns(30);
    const handled = new Map<string, number>();
    let crash: Promise<void> | undefined;
    const worker = work(
      async (job) => {
        handled.set(job.idempotencyKey, (handled.get(job.idempotencyKey) ?? 0) + 1);
        // The service dies while handlers run and answers are on their way.
        if (handled.size === 10) crash = server.crashAndRestart();
        await pause(100);
        return { shipped: job.idempotencyKey };
      },
      { concurrency: 5, leaseMs: 20_000 },
    );
    const ends = await Promise.all(runs.map((run) => endOf(run, 1000)));
    await crash;
    expect(new Set(ends)).toEqual(new Set(['COMPLETED']));
    expect(handled.size).toBe(30);
    // A lease whose answer was lost in the crash comes again; work whose result was in hand does not.
    const again = [...handled.values()].filter((times) => times > 1).length;
    expect(again).toBe(0);
    await worker.stop();
  });

  it('keeps the lease of a handler that takes longer than it', async () => {
    const [run = ''] = await startRuns(1);
    let calls = 0;
    work(
      async () => {
        calls += 1;
        await pause(3500);
      },
      { leaseMs: 1000 },
    );
    expect(await endOf(run)).toBe('COMPLETED');
    expect(calls).toBe(1);
  });

  it('reports a result after an outage that outlasted the lease', async () => {
    const [run = ''] = await startRuns(1);
    let calls = 0;
    const worker = work(
      async () => {
        calls += 1;
        await proxy.refuse();
        // No more jobs are asked for; what is left is to report this one.
        void worker.stop();
      },
      { leaseMs: 1000 },
    );
    await expect.poll(() => calls, { timeout: 10_000 }).toBe(1);
    await pause(2500);
    await proxy.listen();
    expect(await endOf(run)).toBe('COMPLETED');
    await worker.done;
    expect(calls).toBe(1);
  });

  it('fails a job with its attempts and pause, then throws a BPMN error that the diagram catches', async () => {
    const [run = ''] = await startRuns(1);
    const attempts: number[] = [];
    work(async (job) => {
      attempts.push(job.retries);
      if (attempts.length === 1) throw new Error('the printer is out of paper');
      if (attempts.length === 2) throw new JobFailure('still', { retries: 7, retryBackOffMs: 0 });
      throw new BpmnError('NONE_LEFT', 'sold out', { backOrdered: true });
    });
    expect(await endOf(run)).toBe('COMPLETED');
    expect(attempts).toEqual([3, 2, 7]);
    const { detail } = await client.getWorkflowRun({ subProjectId, runId: run });
    expect(detail.variables).toMatchObject({ backOrdered: true });
  });

  it('takes up work after a black hole, as its requests end by themselves', async () => {
    let holes = 0;
    proxy.fault = ({ path }) => {
      if (!path.includes('/activateJobs') || holes >= 2) return undefined;
      holes += 1;
      return { kind: 'silence-before' };
    };
    const quick = connect({
      url: proxy.url,
      clientId: adminEnvironment.MILLRACE_ADMIN_CLIENT_ID,
      clientSecret: adminEnvironment.MILLRACE_ADMIN_CLIENT_SECRET,
      timeoutMs: 300,
    });
    const [run = ''] = await startRuns(1);
    const worker = quick.worker('ship', async () => undefined, { subProjectId, pollMs: 200, log: silent });
    onTestFinished(() => worker.stop());
    expect(await endOf(run)).toBe('COMPLETED');
    expect(holes).toBe(2);
  });
});
