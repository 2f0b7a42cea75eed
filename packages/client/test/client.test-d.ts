/** Compiled by `npm run check`, never run: every `@ts-expect-error` is a mistake that must not compile. */
import type { FileHandle } from 'node:fs/promises';
import {
  BpmnError,
  connect,
  executeWorkflow,
  exportAuditLogs,
  exportProcesses,
  getProcess,
  getSubProjects,
  getWorkflowRuns,
  getWorkflows,
  listStorage,
  type MillraceClient,
  MillraceError,
  type OperationId,
  type RequestOf,
  type ResponseOf,
  type UploadState,
} from '@millrace/client';
import type * as contract from '@millrace/contract';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(proof?: T): T | undefined => proof;

/** A type with every object read-only, and free-form ones as records of unknown values. */
type Shown<T> = T extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : T extends object
    ? [keyof T] extends [never]
      ? Readonly<Record<string, unknown>>
      : string extends keyof T
        ? Readonly<Record<string, unknown>>
        : { readonly [K in keyof T]: Shown<T[K]> }
    : T;
type ContractAnswer<Id extends OperationId> = Shown<contract.ResponseOf<contract.Operations[Id]>>;
type ContractRequest<Id extends OperationId> = Shown<contract.RequestOf<contract.Operations[Id]>>;

/** Operations whose generated answer type is not that of the contract's schema. */
type OtherAnswers = {
  [Id in OperationId]: [Shown<ResponseOf<Id>>, ContractAnswer<Id>] extends [ContractAnswer<Id>, Shown<ResponseOf<Id>>]
    ? never
    : Id;
}[OperationId];

/** Operations whose generated request type lacks what the contract's schema allows, or has other members. */
type OtherRequests = {
  [Id in OperationId]: ContractRequest<Id> extends Shown<RequestOf<Id>>
    ? Equal<keyof ContractRequest<Id>, keyof Shown<RequestOf<Id>>> extends true
      ? never
      : Id
    : Id;
}[OperationId];

export function generated(): void {
  holds<Equal<OperationId, contract.OperationId>>();
  holds<Equal<OtherAnswers, never>>();
  holds<Equal<OtherRequests, never>>();
}

declare const client: MillraceClient;
const subProjectId = 'sub-project';

export async function inputs(): Promise<void> {
  await client.getProcess({ page: 1, perPageCount: 10, filters: { subProjectId_id: subProjectId, state: ['INIT'] } });
  await client.getProcess({ page: '1', perPageCount: '10', filters: '{"subProjectId_id":"x"}', include: ['version'] });
  await client.getSubProjects();
  await client.getSubProjects({ page: 2 }, { signal: AbortSignal.timeout(1000) });
  await client.getTasks({ subProjectId, view: 'mine', runId: undefined });
  await client.resumeWorkflowRunsApi({ subProjectId, runId: 'r', approved: true, payload: { amount: 1 } });
  await client.request(getWorkflows({ subProjectId, stageKeys: ['stage_init', 'stage_done'] }));
  await client.createClient({ userId: 'u' });

  // @ts-expect-error a required member is missing
  await client.getProcess({ page: 1, perPageCount: 10 });
  // @ts-expect-error the input is required
  await client.getProcess();
  // @ts-expect-error a member name is wrong
  await client.getTasks({ subProjectId, processID: 'p' });
  // @ts-expect-error a value is not one of the contract's
  await client.getTasks({ subProjectId, view: 'theirs' });
  // @ts-expect-error a type is wrong
  await client.resumeWorkflowRunsApi({ subProjectId, runId: 'r', approved: 'yes' });
  // @ts-expect-error a required member may not be undefined
  await client.getTasks({ subProjectId: undefined });
  // @ts-expect-error the same holds for commands
  await client.request(executeWorkflow({ subProjectId, processId: 'p', stageKey: 's' }));
  // @ts-expect-error there is no such operation
  await client.getProcesses({ subProjectId });
  // @ts-expect-error an option name is wrong
  await client.getSubProjects({}, { timeout: 1000 });
  // @ts-expect-error a file has to be given
  await client.uploadFile({ subProjectId, fileName: 'a.pdf' });
}

export async function answers(): Promise<void> {
  const { meta, processes } = await client.getProcess({ page: 1, perPageCount: 1, filters: {} });
  holds<Equal<typeof meta.totalCount, string>>();
  holds<Equal<(typeof processes)[number]['fields'], Readonly<Record<string, unknown>>>>();
  const [process] = processes;
  // @ts-expect-error the list may be empty
  process.id;
  // @ts-expect-error an answer has no such member
  process?.status;
  // @ts-expect-error answers are read only
  if (process) process.state = 'PAID';

  const { runId } = await client.request(
    executeWorkflow({ subProjectId, processId: 'p', stageKey: 's', workflowId: 'w' }),
  );
  holds<Equal<typeof runId.state, 'RACING' | 'PAUSED' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'CANCELLED'>>();
  holds<Equal<RequestOf<'getSubProjects'>['page'], string | number | undefined>>();
  holds<Equal<ResponseOf<'getWorkflows'>['workflows'][number]['name'], string>>();
}

export async function lists(): Promise<void> {
  for await (const process of client.all(getProcess, { filters: { subProjectId_id: subProjectId } })) {
    holds<Equal<typeof process.state, string>>();
  }
  for await (const { files } of client.pages(listStorage, { subProjectId, perPageCount: 50 }))
    files.map((file) => file.size);
  for await (const { name } of client.all(getSubProjects, {})) name.trim();
  // @ts-expect-error the page is the iterator's business
  client.all(getProcess, { filters: {}, page: 2 });
  // @ts-expect-error getWorkflows has no pages
  client.all(getWorkflows, { subProjectId });
}

export async function streams(): Promise<void> {
  for await (const row of client.rows(exportProcesses, { filters: { subProjectId_id: subProjectId } })) {
    holds<Equal<typeof row.stageKey, string>>();
    holds<Equal<typeof row.fields, Readonly<Record<string, unknown>>>>();
  }
  for await (const row of client.rows(exportAuditLogs, { subProjectId })) holds<Equal<typeof row.action, string>>();
  for await (const run of client.all(getWorkflowRuns, { subProjectId })) holds<Equal<typeof run.id, string>>();
  // @ts-expect-error the format is the iterator's business
  client.rows(exportProcesses, { filters: {}, format: 'csv' });
  // @ts-expect-error getProcess is not streamed
  client.rows(getProcess, { filters: {} });
  // @ts-expect-error nor is it as bytes
  await client.stream(getProcess({ page: 1, perPageCount: 1, filters: {} }));
}

export async function waiting(): Promise<void> {
  const { state } = await client.waitForRun({ subProjectId, runId: 'r' }, { states: ['COMPLETED', 'PAUSED'] });
  holds<Equal<typeof state, 'RACING' | 'PAUSED' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'CANCELLED'>>();
  await client.waitForBulkOperation({ subProjectId, bulkId: 'b' }, { onProgress: ({ done }) => done.length });
  // @ts-expect-error there is no such state
  await client.waitForRun({ subProjectId, runId: 'r' }, { states: ['DONE'] });
}

export async function uploads(file: FileHandle, state: UploadState): Promise<void> {
  await client.uploadFile({ subProjectId, fileName: 'a.tif', file }, { partsFrom: 1, concurrency: 8, resume: state });
  await client.uploadFile({ subProjectId, file: new File([], 'a') }, { onState: (told) => void JSON.stringify(told) });
  // @ts-expect-error a path is no file: open it
  await client.uploadFile({ subProjectId, fileName: 'a.tif', file: '/tmp/a.tif' });
}

export function workers(): void {
  client.worker(
    'charge-card',
    async (job) => {
      if (job.variables.amount === 0) throw new BpmnError('NOTHING_TO_PAY');
      return { paid: true };
    },
    { subProjectId },
  );
  // @ts-expect-error a worker has to know its sub-project
  client.worker('charge-card', async () => undefined, {});
  // @ts-expect-error variables are an object
  client.worker('charge-card', async () => 'paid', { subProjectId });
}

export function clients(): void {
  connect({ url: 'http://127.0.0.1:8080', clientId: 'a', clientSecret: 'b' });
  connect({ url: 'http://127.0.0.1:8080', token: async () => 'token' });
  // @ts-expect-error a secret without the credentials' other half
  connect({ url: 'http://127.0.0.1:8080', clientId: 'a' });
  // @ts-expect-error two ways to sign in at once
  connect({ url: 'http://127.0.0.1:8080', clientId: 'a', clientSecret: 'b', token: 'c' });
  // @ts-expect-error there is no service without an address
  connect({ clientId: 'a', clientSecret: 'b' });
}

export const errors = (error: unknown): number | undefined => (error instanceof MillraceError ? error.id : undefined);
