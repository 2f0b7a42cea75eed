import { openStream } from './stream.js';

/** Browsers open six connections to a server; the others are for requests. */
const MOST = 3;

export interface StreamsListener {
  onEvent(type: string): void;
  /** The sub-projects whose events come. */
  onCovered(ids: readonly string[]): void;
}

/** The streams of the browser: of the sub-projects that were wanted last. */
export function createStreams({ onEvent, onCovered }: StreamsListener) {
  const open = new Map<string, () => void>();
  const covered = new Set<string>();
  let wanted: readonly string[] = [];
  const cover = (id: string, isOpen: boolean): void => {
    if (covered.has(id) === isOpen) return;
    if (isOpen) covered.add(id);
    else covered.delete(id);
    onCovered([...covered]);
  };
  return {
    covered: (): readonly string[] => [...covered],
    want(ids: readonly string[]): void {
      wanted = [...new Set([...ids, ...wanted])].slice(0, MOST);
      for (const [id, close] of open) {
        if (wanted.includes(id)) continue;
        open.delete(id);
        close();
      }
      for (const id of wanted) {
        if (!open.has(id)) open.set(id, openStream(id, { onEvent, onOpen: (isOpen) => cover(id, isOpen) }));
      }
    },
    close(): void {
      for (const close of open.values()) close();
      open.clear();
    },
  };
}
