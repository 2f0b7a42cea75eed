/** One message of an event stream, as a browser gets it. */
export interface Message {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An open event stream. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  /** The next message; fails when the stream ends before, or nothing comes for 20 s. */
  next(): Promise<Message>;
  /** The messages until one of a type, this one included. */
  until(event: string): Promise<readonly Message[]>;
  /** Resolves when the server has ended the stream. */
  ended(): Promise<void>;
  close(): void;
}

/** Opens an event stream and parses it as WHATWG describes, comments left out. */
export async function openStream(
  url: string,
  query: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const gone = new AbortController();
  const address = `${url}/v1/process/events/stream?${new URLSearchParams(query)}`;
  const response = await fetch(address, { headers: { ...headers }, signal: gone.signal });
  if (response.body === null) throw new Error('the stream has no body');
  const messages = parse(response.body);
  const next = async (): Promise<Message> => {
    const late = AbortSignal.timeout(20_000);
    const tooLate = new Promise<never>((_resolve, reject) => {
      late.addEventListener('abort', () => reject(new Error('no message came in 20 s')), { once: true });
    });
    const { done, value } = await Promise.race([messages.next(), tooLate]);
    if (done === true) throw new Error('the stream has ended');
    return value;
  };
  return {
    status: response.status,
    headers: response.headers,
    next,
    async until(event) {
      const all: Message[] = [];
      for (;;) {
        const message = await next();
        all.push(message);
        if (message.event === event) return all;
      }
    },
    async ended() {
      for await (const _ of messages);
    },
    close: () => gone.abort(),
  };
}

async function* parse(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const blocks = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n').flatMap((line) => {
        const colon = line.indexOf(': ');
        return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 2)] as const] : [];
      });
      const members = new Map(lines);
      const data = members.get('data');
      if (data === undefined) continue;
      yield { id: members.get('id'), event: members.get('event') ?? 'message', data: JSON.parse(data) };
    }
  }
}
