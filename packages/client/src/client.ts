import { type OperationId, operationList } from '@millrace/contract';
import { type Download, type DownloadInput, type DownloadOptions, downloadFile } from './files/download-file.js';
import { type UploadedFile, type UploadInput, type UploadOptions, uploadFile } from './files/upload-file.js';
import type { JobHandler } from './jobs/job-handler.js';
import { startWorker, type Worker, type WorkerOptions } from './jobs/worker.js';
import { type ItemOf, items, type PagedId, type PagedInput, pages } from './lists/pages.js';
import { type RowOf, type RowsInput, rows, type StreamedId } from './lists/rows.js';
import { type Command, commands, type InputArguments } from './requests/commands.js';
import { type AnswerOf, type InputOf, type RequestData, requestData } from './requests/request-data.js';
import { type Connection, call, callForStream, type Send } from './transport/call.js';
import type { CallOptions, ClientOptions } from './transport/options.js';
import { givenTokens, signInTokens, type TokenSource } from './transport/token-source.js';
import {
  type BulkOperation,
  type WaitForBulkOptions,
  type WaitForRunOptions,
  type WorkflowRun,
  waitForBulkOperation,
  waitForRun,
} from './waiting/wait-for.js';

/** One method per operation of the contract, named like it. The input may be left out where no member is required. */
export type OperationMethods = {
  readonly [Id in OperationId]: (
    ...call: [...input: InputArguments<Id>, options?: CallOptions]
  ) => Promise<AnswerOf<Id>>;
};

/** What a client can do beyond single operations. */
export interface ClientMethods {
  /** Sends what a command made: `client.request(getProcess({…}))`. */
  request<Id extends OperationId>(request: RequestData<Id>, options?: CallOptions): Promise<AnswerOf<Id>>;
  /** The pages of a list, in turn: `for await (const { meta, processes } of client.pages(getProcess, {…}))`. */
  pages<Id extends PagedId>(
    command: Command<Id>,
    input: PagedInput<Id>,
    options?: CallOptions,
  ): AsyncIterable<AnswerOf<Id>>;
  /** The items of all pages of a list: `for await (const process of client.all(getProcess, {…}))`. */
  all<Id extends PagedId>(
    command: Command<Id>,
    input: PagedInput<Id>,
    options?: CallOptions,
  ): AsyncIterable<ItemOf<Id>>;
  /**
   * The rows of a streamed answer, in turn and never more of them in memory than are read:
   * `for await (const process of client.rows(exportProcesses, {…}))`.
   */
  rows<Id extends StreamedId>(
    command: Command<Id>,
    input: RowsInput<Id>,
    options?: CallOptions,
  ): AsyncIterable<RowOf<Id>>;
  /** The bytes of a streamed answer as they come, e.g. to save it: `client.stream(exportProcesses({…, format: 'csv' }))`. */
  stream<Id extends StreamedId>(
    request: RequestData<Id>,
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Looks at a run until it is in one of `states`: by default, until it does not move by itself any more. */
  waitForRun(input: InputOf<'getWorkflowRun'>, options?: WaitForRunOptions): Promise<WorkflowRun>;
  /** Looks at a bulk update until it has ended; its state says how. */
  waitForBulkOperation(
    input: Pick<InputOf<'getBulkOperation'>, 'subProjectId' | 'bulkId'>,
    options?: WaitForBulkOptions,
  ): Promise<BulkOperation>;
  /** Uploads a file: by a signed form (interface: Upload flow), or in parts that can be resumed where it is large. */
  uploadFile(input: UploadInput, options?: UploadOptions): Promise<UploadedFile>;
  /** Downloads a file from the storage; a broken connection is resumed where it broke. */
  downloadFile(input: DownloadInput, options?: DownloadOptions): Promise<Download>;
  /** Works on external jobs of one type until it is stopped. */
  worker(type: string, handler: JobHandler, options: WorkerOptions): Worker;
}

/** A client of one service as one principal. It keeps its token; share it. */
export type Client = ClientMethods & OperationMethods;

/**
 * Makes a client. Nothing is sent before its first call.
 *
 * @throws TypeError when `url` is not an absolute URL, or of clientId and clientSecret only one is given
 */
export function createClient(options: ClientOptions): Client {
  const connection = connect(options);
  // The service answers an operation in the shape that the contract gives it: the one place that says so.
  const send: Send = async <Id extends OperationId>(request: RequestData<Id>, callOptions?: CallOptions) =>
    (await call(connection, request, callOptions)) as AnswerOf<Id>;
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
    waitForRun: (input: InputOf<'getWorkflowRun'>, waitOptions?: WaitForRunOptions) =>
      waitForRun(send, input, waitOptions),
    waitForBulkOperation: (input: InputOf<'getBulkOperation'>, waitOptions?: WaitForBulkOptions) =>
      waitForBulkOperation(send, input, waitOptions),
    uploadFile: (input: UploadInput, uploadOptions?: UploadOptions) =>
      uploadFile(connection, send, input, uploadOptions),
    downloadFile: (input: DownloadInput, downloadOptions?: DownloadOptions) =>
      downloadFile(connection, send, input, downloadOptions),
    worker: (type: string, handler: JobHandler, workerOptions: WorkerOptions) =>
      startWorker(connection, send, type, handler, workerOptions),
  }) as Client;
}

function connect(options: ClientOptions): Connection {
  if (!URL.canParse(options?.url)) {
    throw new TypeError('createClient needs the address of the service as url, such as https://millrace.example.com');
  }
  const url = new URL(options.url);
  url.search = '';
  url.hash = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  const unsigned: Connection = {
    url,
    // Browsers refuse a fetch that is called as a method of something else.
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
  if (clientId === undefined || clientSecret === undefined) throw new TypeError('clientId needs a clientSecret');
  const credentials = { client_id: clientId, client_secret: clientSecret, scope };
  return signInTokens(async () => (await call(connection, commands.userLogin(credentials))) as AnswerOf<'userLogin'>);
}
