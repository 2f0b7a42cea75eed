import { operationList } from '@millrace/contract';
import type { CallOptions, ClientOptions } from './arguments/options.js';
import { type EventGate, type EventGateOptions, eventGate } from './events/event-gate.js';
import { type EventSubscription, type SubscribeInput, type SubscribeOptions, subscribe } from './events/subscribe.js';
import { type Download, type DownloadInput, type DownloadOptions, downloadFile } from './files/download-file.js';
import { type UploadedFile, type UploadInput, type UploadOptions, uploadFile } from './files/upload-file.js';
import type { JobHandler } from './jobs/job-handler.js';
import { startWorker, type Worker, type WorkerOptions } from './jobs/worker.js';
import { type ItemOf, items, type PagedId, type PagedRequest, pages } from './lists/pages.js';
import { type RowOf, type RowsRequest, rows } from './lists/rows.js';
import type { BulkOperation, WorkflowRun } from './operations/models.js';
import type { OperationId, OperationMethods, RequestOf, ResponseOf, StreamedId } from './operations/operations.js';
import type { Command } from './requests/command.js';
import { commands } from './requests/commands.js';
import { type RequestData, requestData } from './requests/request-data.js';
import { type Connection, call, callForStream, type Send } from './transport/call.js';
import { givenTokens, signInTokens, type TokenSource } from './transport/token-source.js';
import {
  type WaitForBulkOptions,
  type WaitForRunOptions,
  waitForBulkOperation,
  waitForRun,
} from './waiting/wait-for.js';

/** Methods of a client besides the operations. */
export interface ClientMethods {
  /** Sends the request that a command made: `client.request(getProcess({…}))`. */
  request<Id extends OperationId>(request: RequestData<Id>, options?: CallOptions): Promise<ResponseOf<Id>>;
  /** The pages of a list, one after another: `for await (const { meta, processes } of client.pages(getProcess, {…}))`. */
  pages<Id extends PagedId>(
    command: Command<Id>,
    input: PagedRequest<Id>,
    options?: CallOptions,
  ): AsyncIterable<ResponseOf<Id>>;
  /** The items of all pages of a list: `for await (const process of client.all(getProcess, {…}))`. */
  all<Id extends PagedId>(
    command: Command<Id>,
    input: PagedRequest<Id>,
    options?: CallOptions,
  ): AsyncIterable<ItemOf<Id>>;
  /**
   * The rows of a streamed answer, one after another. Rows are read from the network as the loop asks for them:
   * `for await (const process of client.rows(exportProcesses, {…}))`.
   */
  rows<Id extends StreamedId>(
    command: Command<Id>,
    input: RowsRequest<Id>,
    options?: CallOptions,
  ): AsyncIterable<RowOf<Id>>;
  /** The bytes of a streamed answer, e.g. to save them: `client.stream(exportProcesses({…, format: 'csv' }))`. */
  stream<Id extends StreamedId>(
    request: RequestData<Id>,
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /**
   * Polls a run until it is in one of `states`, by default until it is no longer RACING (running).
   *
   * @throws MillraceError when the run does not exist; the reason of `options.signal` when it aborts
   */
  waitForRun(input: RequestOf<'getWorkflowRun'>, options?: WaitForRunOptions): Promise<WorkflowRun>;
  /**
   * Polls a bulk update until it has ended. Its state tells how it ended.
   *
   * @throws MillraceError when it does not exist; the reason of `options.signal` when it aborts
   */
  waitForBulkOperation(
    input: Pick<RequestOf<'getBulkOperation'>, 'subProjectId' | 'bulkId'>,
    options?: WaitForBulkOptions,
  ): Promise<BulkOperation>;
  /**
   * Uploads a file: by a signed form, or, when it is large, in parts that can be resumed.
   *
   * @throws MillraceError from the service; ObjectStoreError from the storage; UploadSourceError when the file cannot be read
   */
  uploadFile(input: UploadInput, options?: UploadOptions): Promise<UploadedFile>;
  /**
   * Downloads a file from the storage. When the connection breaks, the download continues where it stopped.
   *
   * @throws MillraceError from the service; ObjectStoreError from the storage
   */
  downloadFile(input: DownloadInput, options?: DownloadOptions): Promise<Download>;
  /** The event log. */
  readonly events: EventMethods;
  /** Starts a worker that activates jobs of one type and calls `handler` for each, until it is stopped. */
  worker(type: string, handler: JobHandler, options: WorkerOptions): Worker;
}

/** What a client does with events besides the operations. */
export interface EventMethods {
  /**
   * Events as they happen: `for await (const event of client.events.subscribe({ subProjectId }))`. By default the first one is
   * the next event; with `afterPosition` those after a position come first. It reconnects with backoff and goes on where it was.
   *
   * @throws MillraceError when the service refuses the caller; EventsLostError; the reason of `options.signal` when it aborts
   */
  subscribe(input: SubscribeInput, options?: SubscribeOptions): EventSubscription;
  /** A gate that hands on the events of each process in their order, and fetches those that are missing. */
  gate(options: EventGateOptions): EventGate;
}

/** A client of one service with one set of credentials. It caches its token, so create it once and share it. */
export interface MillraceClient extends ClientMethods, OperationMethods {}

/**
 * Creates a client. Nothing is sent before its first call.
 *
 * @throws TypeError when `url` is not an absolute URL, or when only one of clientId and clientSecret is given
 */
export function connect(options: ClientOptions): MillraceClient {
  const connection = connectionOf(options);
  // The only place that gives an answer the type of its operation; the service answers as the contract declares.
  const send: Send = async <Id extends OperationId>(request: RequestData<Id>, callOptions?: CallOptions) =>
    (await call(connection, request, callOptions)) as ResponseOf<Id>;
  const byOperation = operationList.map(({ id }) => [
    id,
    async (input: object = {}, callOptions?: CallOptions) => send(requestData(id, input), callOptions),
  ]);
  return Object.freeze({
    ...Object.fromEntries(byOperation),
    request: send,
    pages: (command: Command<PagedId>, input: object, callOptions?: CallOptions) =>
      pages(send, command.operation, input, callOptions),
    all: (command: Command<PagedId>, input: object, callOptions?: CallOptions) =>
      items(send, command.operation, input, callOptions),
    rows: (command: Command<StreamedId>, input: object, callOptions?: CallOptions) =>
      rows(connection, command.operation, input, callOptions),
    stream: (request: RequestData<StreamedId>, callOptions?: CallOptions) =>
      callForStream(connection, request, callOptions),
    waitForRun: (input: RequestOf<'getWorkflowRun'>, waitOptions?: WaitForRunOptions) =>
      waitForRun(send, input, waitOptions),
    waitForBulkOperation: (input: RequestOf<'getBulkOperation'>, waitOptions?: WaitForBulkOptions) =>
      waitForBulkOperation(send, input, waitOptions),
    uploadFile: (input: UploadInput, uploadOptions?: UploadOptions) =>
      uploadFile(connection, send, input, uploadOptions),
    downloadFile: (input: DownloadInput, downloadOptions?: DownloadOptions) =>
      downloadFile(connection, send, input, downloadOptions),
    events: Object.freeze({
      subscribe: (input: SubscribeInput, subscribeOptions?: SubscribeOptions) =>
        subscribe(connection, input, subscribeOptions),
      gate: (gateOptions: EventGateOptions) => eventGate(send, gateOptions),
    }),
    worker: (type: string, handler: JobHandler, workerOptions: WorkerOptions) =>
      startWorker(connection, send, type, handler, workerOptions),
  }) as MillraceClient;
}

function connectionOf(options: ClientOptions): Connection {
  if (!URL.canParse(options?.url)) {
    throw new TypeError('connect() needs the address of the service. Set url, such as https://millrace.example.com');
  }
  const url = new URL(options.url);
  url.search = '';
  url.hash = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  const unsigned: Connection = {
    url,
    // In browsers fetch must not be called as a method of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    tokens: undefined,
    limits: {
      timeoutMs: options.timeoutMs ?? 30_000,
      totalTimeoutMs: options.totalTimeoutMs ?? 120_000,
      retries: options.retries ?? 4,
    },
    backoff: { baseMs: options.retryBaseMs ?? 200, maxMs: options.retryMaxMs ?? 10_000 },
  };
  return { ...unsigned, tokens: tokensOf(unsigned, options) };
}

function tokensOf(connection: Connection, options: ClientOptions): TokenSource | undefined {
  if (options.token !== undefined) return givenTokens(options.token);
  const { clientId, clientSecret, scope } = options;
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined)
    throw new TypeError('connect() needs both clientId and clientSecret, or neither of them');
  const credentials = { client_id: clientId, client_secret: clientSecret, scope };
  return signInTokens(async () => (await call(connection, commands.userLogin(credentials))) as ResponseOf<'userLogin'>);
}
