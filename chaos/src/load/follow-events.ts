import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord, type Json } from '../support/json.js';
import type { Random } from '../support/random.js';

/** Reads the event stream of a sub-project as a client does: it reconnects, to any server, and goes on after the last event. */
export interface EventFollower {
  /** The events that came, in the order in which they came. */
  readonly events: readonly Json[];
  /** How often it connected. */
  readonly streams: number;
  /** Ends when it has seen the event at this position. @throws Error when that takes longer than a minute */
  finish(position: number): Promise<void>;
  close(): void;
}

interface Following {
  readonly urls: readonly string[];
  readonly token: string;
  readonly subProjectId: string;
  readonly random: Random;
}

/** The service sends something at least every 15 seconds. */
const SILENCE_MS = 20_000;
const FINISH_MS = 60_000;

export function followEvents({ urls, token, subProjectId, random }: Following): EventFollower {
  const events: Json[] = [];
  const stopped = new AbortController();
  let position = '0';
  let streams = 0;

  const take = (block: string): void => {
    const members = new Map(
      block.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.replace(/^\w*: ?/, '')]),
    );
    const type = members.get('event');
    const data: unknown = JSON.parse(members.get('data') ?? 'null');
    if (isRecord(data) && type !== 'start' && type !== 'end') events.push(type === 'reset' ? { type, ...data } : data);
    position = members.get('id') ?? position;
  };
  const read = async (): Promise<void> => {
    const query = new URLSearchParams({ subProjectId, afterPosition: position });
    const silent = new AbortController();
    const signal = AbortSignal.any([stopped.signal, silent.signal]);
    const headers = { authorization: `Bearer ${token}` };
    let timer = setTimeout(() => silent.abort(), SILENCE_MS);
    try {
      const url = `${random.pick(urls)}/v1/process/events/stream?${query}`;
      const response = await fetch(url, { headers, signal });
      if (!response.ok || response.body === null) return;
      streams += 1;
      const decoder = new TextDecoder();
      let rest = '';
      for await (const chunk of response.body) {
        clearTimeout(timer);
        timer = setTimeout(() => silent.abort(), SILENCE_MS);
        const blocks = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) take(block);
      }
    } catch {
      // The server is dead, stopped or without a database: the next turn asks another one.
    } finally {
      clearTimeout(timer);
    }
  };
  void (async () => {
    while (!stopped.signal.aborted) {
      await read();
      await sleep(random.between(20, 300));
    }
  })();
  return {
    events,
    get streams() {
      return streams;
    },
    async finish(last) {
      const until = Date.now() + FINISH_MS;
      while (Number(position) < last) {
        if (Date.now() > until) throw new Error(`the event stream stopped at ${position}, before ${last}`);
        await sleep(100);
      }
      stopped.abort();
    },
    close: () => stopped.abort(),
  };
}
