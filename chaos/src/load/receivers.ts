import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../support/api.js';
import { type Json, recordAt } from '../support/json.js';
import type { Random } from '../support/random.js';

/** One request that was answered with 2xx. */
export interface Delivery {
  /** The `webhook-id`. */
  readonly id: string;
  /** The event, as the body has it. */
  readonly event: Json;
}

/** A receiver of webhooks, which is never killed. */
export interface Receiver {
  readonly name: string;
  readonly ordering: 'process' | 'none';
  /** In the order in which they were answered. */
  readonly deliveries: readonly Delivery[];
  /** Requests that were not signed with its secret. */
  readonly forged: number;
}

export interface Receivers {
  readonly all: readonly Receiver[];
  /** Ends when each receiver has got so many different events. @throws Error when that takes longer than two minutes */
  finish(events: number): Promise<void>;
  close(): Promise<void>;
}

interface Behaviour {
  readonly name: string;
  readonly ordering: 'process' | 'none';
  readonly payload: 'thin' | 'full';
  /** Part of the events whose first request is answered with 503. */
  readonly refuses: number;
  /** Part of the requests that are answered late, and for how many milliseconds at most. */
  readonly delays: number;
  readonly longestMs: number;
}

const behaviours: readonly Behaviour[] = [
  { name: 'reliable', ordering: 'process', payload: 'thin', refuses: 0, delays: 0, longestMs: 0 },
  { name: 'unreliable', ordering: 'process', payload: 'full', refuses: 0.05, delays: 0.02, longestMs: 3000 },
  { name: 'unordered', ordering: 'none', payload: 'thin', refuses: 0.05, delays: 0.05, longestMs: 1000 },
];

const FINISH_MS = 120_000;

/** Starts receivers on free ports of 127.0.0.1 and subscribes them to all events of a sub-project, from the first one on. */
export async function startReceivers(api: Api, subProjectId: string, random: Random): Promise<Receivers> {
  const started = await Promise.all(behaviours.map((behaviour) => start(api, subProjectId, behaviour, random.fork())));
  return {
    all: started.map(({ receiver }) => receiver),
    async finish(events) {
      const until = Date.now() + FINISH_MS;
      for (;;) {
        const waiting = started.filter(({ seen }) => seen.size < events);
        if (waiting.length === 0) return;
        if (Date.now() > until) {
          const counts = waiting.map(({ receiver: { name }, seen }) => `${name} ${seen.size}`).join(', ');
          throw new Error(`receivers have not got all ${events} events: ${counts}`);
        }
        // As an operator would: what has failed twice would wait for five minutes.
        for (const { subscriptionId } of waiting) {
          await api.untilAnswered('POST', '/v1/process/events/retryDeliveries', {
            subProjectId,
            subscriptionId,
            state: 'waiting',
          });
        }
        await sleep(2000);
      }
    },
    async close() {
      await Promise.all(started.map(({ close }) => close()));
    },
  };
}

async function start(api: Api, subProjectId: string, behaviour: Behaviour, random: Random) {
  const { name, ordering, payload, refuses, delays, longestMs } = behaviour;
  const deliveries: Delivery[] = [];
  const seen = new Set<string>();
  const refused = new Set<string>();
  const receiver = { name, ordering, deliveries, forged: 0 };
  let key: Buffer | undefined;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    try {
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    } catch {
      // The sender was killed.
      return;
    }
    const body = Buffer.concat(parts);
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request.headers;
    const content = Buffer.concat([Buffer.from(`${String(id)}.${String(timestamp)}.`), body]);
    const expected = `v1,${createHmac('sha256', key ?? '')
      .update(content)
      .digest('base64')}`;
    if (key === undefined || signature !== expected) {
      receiver.forged += key === undefined ? 0 : 1;
      response.writeHead(401).end();
      return;
    }
    const event = recordAt(JSON.parse(body.toString()) as Json, 'data');
    if (random.chance(delays)) await sleep(random.between(0, longestMs));
    if (!refused.has(String(id)) && random.chance(refuses)) {
      // Once for each event.
      refused.add(String(id));
      response.writeHead(503).end();
      return;
    }
    // Counted although the answer may not arrive: then it is sent again.
    deliveries.push({ id: String(id), event });
    seen.add(String(id));
    response.writeHead(204).end();
  });
  // A run that has failed before its end must not wait for it.
  server.unref();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { id: subscriptionId, secret } = await subscribe(api, {
    subProjectId,
    name,
    url: `http://127.0.0.1:${port}/`,
    ordering,
    payload,
    afterPosition: '0',
  });
  key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return {
    receiver,
    seen,
    subscriptionId,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** No fault is injected yet, so the answer, which alone has the secret, comes. */
async function subscribe(api: Api, settings: Json): Promise<{ readonly id: string; readonly secret: string }> {
  const outcome = await api.once('POST', '/v1/process/events/createEventSubscription', settings);
  if (outcome.kind !== 'ok') throw new Error(`no event subscription could be made: ${JSON.stringify(outcome)}`);
  return { id: String(outcome.body.id), secret: String(outcome.body.secret) };
}
