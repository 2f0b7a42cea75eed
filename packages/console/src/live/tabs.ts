import { createStreams } from './streams.js';

const NAME = 'millrace.live';

type Message =
  | { readonly kind: 'event'; readonly type: string }
  | { readonly kind: 'covered'; readonly ids: readonly string[] }
  | { readonly kind: 'want'; readonly ids: readonly string[] };

export interface TabListener {
  onEvent(type: string): void;
  onCovered(ids: readonly string[]): void;
}

/**
 * One tab of the browser holds the streams and tells the others what comes; when it is closed, another takes over. `want` names
 * the sub-projects that this tab shows.
 */
export function joinTabs({ onEvent, onCovered }: TabListener) {
  const channel = new BroadcastChannel(NAME);
  const leave = new AbortController();
  let own: readonly string[] = [];
  let streams: ReturnType<typeof createStreams> | undefined;
  const tell = (message: Message): void => channel.postMessage(message);

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'event') onEvent(data.type);
    else if (data.kind === 'covered') onCovered(data.ids);
    else if (streams !== undefined) {
      streams.want(data.ids);
      tell({ kind: 'covered', ids: streams.covered() });
    }
  };

  const lead = async (): Promise<void> => {
    streams = createStreams({
      onEvent(type) {
        onEvent(type);
        tell({ kind: 'event', type });
      },
      onCovered(ids) {
        onCovered(ids);
        tell({ kind: 'covered', ids });
      },
    });
    streams.want(own);
    await new Promise<void>((resolve) => leave.signal.addEventListener('abort', () => resolve()));
    streams.close();
  };
  navigator.locks.request(NAME, { signal: leave.signal }, lead).catch(() => undefined);

  return {
    want(ids: readonly string[]): void {
      own = ids;
      if (streams === undefined) tell({ kind: 'want', ids });
      else streams.want(ids);
    },
    leave(): void {
      leave.abort();
      channel.close();
    },
  };
}

/** Locks need https, or this machine. */
export const canJoinTabs = (): boolean => 'locks' in navigator && 'BroadcastChannel' in globalThis;
