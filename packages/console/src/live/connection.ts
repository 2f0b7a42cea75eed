/** `live`: changes come by themselves; `polling`: the page asks every few seconds; `offline`: the server does not answer. */
export type ConnectionState = 'live' | 'polling' | 'offline';

const listeners = new Set<() => void>();
let state: ConnectionState = globalThis.navigator?.onLine === false ? 'offline' : 'polling';

export const connectionState = (): ConnectionState => state;

export function setConnectionState(next: ConnectionState): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
