import { decoded } from '../transport/decoded.js';

/** A message of an event stream (WHATWG: server-sent events). */
export interface ServerSentMessage {
  readonly event: string;
  readonly data: string;
  /** Undefined: the message has none. */
  readonly id: string | undefined;
}

/** What a stream says: messages, and how long a client waits before it reconnects. A comment says nothing but that it is there. */
export type ServerSent =
  | { readonly kind: 'message'; readonly message: ServerSentMessage }
  | { readonly kind: 'retry'; readonly ms: number }
  | { readonly kind: 'position'; readonly id: string };

/** Reads a stream; a message that is cut off at its end is left out. */
export async function* serverSent(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ServerSent, void, undefined> {
  let rest = '';
  for await (const text of decoded(stream)) {
    const blocks = `${rest}${text}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield* readBlock(block);
  }
}

function* readBlock(block: string): Generator<ServerSent, void, undefined> {
  let event = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
    if (name === 'id') id = value;
    if (name === 'retry' && /^\d+$/.test(value)) yield { kind: 'retry', ms: Number(value) };
  }
  if (data.length > 0) yield { kind: 'message', message: { event, data: data.join('\n'), id } };
  else if (id !== undefined) yield { kind: 'position', id };
}
