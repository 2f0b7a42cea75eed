/** A comment keeps a connection open that nothing else is sent on (WHATWG: server-sent events). */
export const comment = ': \n\n';

/** How long the client waits before it reconnects; milliseconds. */
export const retryAfter = (ms: number): string => `retry: ${ms}\n`;

/**
 * One message. JSON has no line ends, so the data is one line.
 *
 * @param id where the client goes on when it reconnects; absent: where it was
 */
export const message = (type: string, data: object, id?: number | string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
