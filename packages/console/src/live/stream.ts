import { eventNames } from './event-reads.js';

/** Milliseconds until a stream that the server refused is tried again. */
const RETRY = 30_000;

export interface StreamListener {
  /** A type of event, or `reset`: events were missed. */
  onEvent(type: string): void;
  /** Whether events come. */
  onOpen(isOpen: boolean): void;
}

/** Listens to the events of a sub-project until it is closed. The browser reconnects by itself and misses none. */
export function openStream(subProjectId: string, { onEvent, onOpen }: StreamListener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let position = '';
  const connect = (): void => {
    const address = new URL('./v1/process/events/stream', document.baseURI);
    address.searchParams.set('subProjectId', subProjectId);
    if (position !== '') address.searchParams.set('afterPosition', position);
    const opened = new EventSource(address);
    source = opened;
    opened.onopen = () => onOpen(true);
    opened.onerror = () => {
      onOpen(false);
      // Otherwise the browser is about to reconnect.
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(connect, RETRY);
    };
    for (const type of [...eventNames, 'reset']) {
      opened.addEventListener(type, ({ lastEventId }) => {
        position = lastEventId;
        onEvent(type);
      });
    }
  };
  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
    onOpen(false);
  };
}
