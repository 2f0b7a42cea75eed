import type { CallOptions } from '../arguments/options.js';
import { ConnectionError } from '../errors/errors.js';
import type { AuditLog, Process } from '../operations/models.js';
import type { RequestOf, StreamedId } from '../operations/operations.js';
import { requestData } from '../requests/request-data.js';
import { type Connection, callForStream } from '../transport/call.js';
import { decoded } from '../transport/decoded.js';
import { randomId } from '../transport/random-id.js';

/** The request of a streamed operation, without its format. */
export type RowsRequest<Id extends StreamedId> = Omit<RequestOf<Id>, 'format'>;

interface Rows {
  readonly exportProcesses: Process & Required<Pick<Process, 'updatedTs' | 'version' | 'stageKey'>>;
  readonly exportAuditLogs: AuditLog;
}

/** The rows that a streamed answer contains. */
export type RowOf<Id extends StreamedId> = Rows[Id];

/**
 * The rows of a streamed answer, each when the reader asks for it. After the first row the call is not repeated: an answer
 * that breaks off throws a ConnectionError, so that it is not taken for a complete one.
 */
export async function* rows(
  connection: Connection,
  operation: StreamedId,
  input: object,
  options: CallOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  const traceId = options.traceId ?? randomId();
  const format = operation === 'exportProcesses' ? { format: 'ndjson' } : {};
  const stream = await callForStream(connection, requestData(operation, { ...input, ...format }), {
    ...options,
    traceId,
  });
  for await (const line of lines(stream)) {
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch (cause) {
      throw new ConnectionError(operation, traceId, 'a row of the answer is not whole JSON', { cause });
    }
    yield row;
  }
}

/** Also returns the text after the last line end: it is an incomplete row, and parsing it throws. */
async function* lines(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const text of decoded(stream)) {
    const [first = '', ...more] = text.split('\n');
    rest += first;
    for (const next of more) {
      yield rest;
      rest = next;
    }
  }
  if (rest !== '') yield rest;
}
