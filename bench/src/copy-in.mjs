/**
 * `COPY ... FROM STDIN` as a query of the driver: sends the chunks as they are made and resolves when all rows are in.
 *
 * @param {import('pg').Client} client
 * @param {string} statement
 * @param {Iterable<string>} chunks rows in COPY's text format, each with its line end
 */
export function copyIn(client, statement, chunks) {
  return new Promise((resolve, reject) => {
    const done = (error) => (error ? reject(error) : resolve());
    client.query({
      submit: (connection) => connection.query(statement),
      handleCopyInResponse(connection) {
        for (const chunk of chunks) connection.sendCopyFromChunk(Buffer.from(chunk));
        connection.endCopyFrom();
      },
      handleCommandComplete: () => undefined,
      handleError: done,
      handleReadyForQuery: () => done(),
    });
  });
}
