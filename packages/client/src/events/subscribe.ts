import type { CallOptions } from '../arguments/options.js';
import { ConnectionError } from '../errors/errors.js';
import type { Event } from '../operations/models.js';
import type { RequestOf } from '../operations/operations.js';
import { requestData } from '../requests/request-data.js';
import { backoffMs, isRetryable } from '../transport/backoff.js';
import { type Connection, callForStream } from '../transport/call.js';
import { randomId } from '../transport/random-id.js';
import { sleep } from '../transport/time.js';
import { serverSent } from './server-sent.js';

/** What a subscription hears. */
export type SubscribeInput = Pick<RequestOf<'streamEvents'>, 'subProjectId' | 'types' | 'processId' | 'afterPosition'>;

/** Options of a subscription. */
export interface SubscribeOptions extends Pick<CallOptions, 'signal' | 'traceId'> {
  /**
   * Called when events after the position of the subscription were deleted, because they are older than the retention. Read the
   * current state anew; the subscription goes on after `position`. Without it, the subscription ends with EventsLostError.
   */
  readonly onReset?: ((reset: { readonly position: string }) => void | Promise<void>) | undefined;
  /** Called when the subscription is interrupted, before it reconnects. */
  readonly onReconnect?: ((reason: { readonly error: unknown; readonly waitMs: number }) => void) | undefined;
}

/** Events as they happen. It reconnects by itself and goes on after the last event; leave its loop to end it. */
export interface EventSubscription extends AsyncIterable<Event> {
  /** Position after which the subscription goes on: store it to go on there later. Undefined until it has begun. */
  readonly position: string | undefined;
  /** Calls `handler` for each event, one after another, until the subscription ends. */
  each(handler: (event: Event) => void | Promise<void>): Promise<void>;
}

/** Events after the position of a subscription were deleted, because they are older than the retention. */
export class EventsLostError extends Error {
  override readonly name = 'EventsLostError';
  /** Position after which there are events. */
  readonly position: string;

  constructor(position: string) {
    super(`Events were deleted before they were read. The log goes on after position ${position}.`);
    this.position = position;
  }
}

/** The service sends something at least every 15 seconds. */
const SILENCE_MS = 45_000;
const longestPause = { baseMs: 500, maxMs: 30_000 };

/** Nothing is sent before the first event is asked for. */
export function subscribe(
  connection: Connection,
  input: SubscribeInput,
  options: SubscribeOptions = {},
): EventSubscription {
  const place: { position: string | undefined } = { position: undefined };
  const events = () => follow(connection, input, options, place);
  return {
    get position() {
      return place.position;
    },
    [Symbol.asyncIterator]: events,
    async each(handler) {
      for await (const event of events()) await handler(event);
    },
  };
}

async function* follow(
  connection: Connection,
  input: SubscribeInput,
  options: SubscribeOptions,
  place: { position: string | undefined },
): AsyncGenerator<Event, void, undefined> {
  const { signal } = options;
  let failures = 0;
  for (;;) {
    let retryMs = 0;
    let reason: unknown;
    try {
      for await (const said of open(connection, input, options, place.position)) {
        if (said.kind === 'retry') retryMs = said.ms;
        else if (said.kind === 'position') place.position = said.id;
        else {
          failures = 0;
          yield* take(said.message, options, place);
        }
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (!isRetryable(error)) throw error;
      failures += 1;
      reason = error;
    }
    const waitMs =
      failures === 0 ? Math.floor(Math.random() * retryMs) : backoffMs(longestPause, failures, Math.random());
    options.onReconnect?.({ error: reason, waitMs });
    await sleep(waitMs, signal);
  }
}

async function* open(
  connection: Connection,
  input: SubscribeInput,
  { signal, traceId = randomId() }: SubscribeOptions,
  position: string | undefined,
) {
  const request = { ...input, ...(position === undefined ? {} : { afterPosition: position }) };
  const call = { signal, traceId, timeoutMs: SILENCE_MS, retries: 0 };
  yield* serverSent(await callForStream(connection, requestData('streamEvents', request), call));
}

async function* take(
  { event, data, id }: { readonly event: string; readonly data: string; readonly id: string | undefined },
  { onReset, traceId = '' }: SubscribeOptions,
  place: { position: string | undefined },
): AsyncGenerator<Event, void, undefined> {
  if (event === 'end') return;
  if (event === 'reset') {
    const position = id ?? '0';
    if (onReset === undefined) throw new EventsLostError(position);
    await onReset({ position });
  } else if (event !== 'start') {
    yield eventOf(data, traceId);
  }
  // After the event was handled: who breaks off while handling it gets it again.
  if (id !== undefined) place.position = id;
}

function eventOf(data: string, traceId: string): Event {
  try {
    return JSON.parse(data) as Event;
  } catch (cause) {
    throw new ConnectionError('streamEvents', traceId, 'an event is not whole JSON', { cause });
  }
}
