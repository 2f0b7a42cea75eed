import { once } from 'node:events';

/**
 * `COPY ... FROM STDIN` as a query of the driver: makes chunks no faster than PostgreSQL takes them, so that both work at
 * the same time, and resolves when all rows are in.
 *
 * @param {import('pg').Client} client
 * @param {string} statement
 * @param {Iterable<string>} chunks rows in COPY's text format, each with its line end
 */
export function copyIn(client, statement, chunks) {
  return new Promise((resolve, reject) => {
    const done = (error) => (error ? reject(error) : resolve());
    const send = async (connection) => {
      for (const chunk of chunks) {
        connection.sendCopyFromChunk(Buffer.from(chunk));
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
      }
      connection.endCopyFrom();
    };
    client.query({
      submit: (connection) => connection.query(statement),
      handleCopyInResponse: (connection) => void send(connection).catch(done),
      handleCommandComplete: () => undefined,
      handleError: done,
      handleReadyForQuery: () => done(),
    });
  });
}
