import type { Io } from './io.js';
import { byteSize, fit } from './text.js';

/** Shows the progress of long work on standard error, only on a terminal. */
export interface ProgressBar {
  update(done: number, total: number | undefined): void;
  /** Removes the bar. */
  clear(): void;
}

const BAR_WIDTH = 24;
const MIN_REDRAW_INTERVAL_MS = 100;

/** @param unit what is counted: bytes are shown as sizes, anything else as numbers with this word */
export function progressBar(
  io: Pick<Io, 'err' | 'errIsTerminal'>,
  label: string,
  unit: string,
  now: () => number = Date.now,
): ProgressBar {
  if (!io.errIsTerminal) return { update: () => undefined, clear: () => undefined };
  const amount = (count: number) => (unit === 'bytes' ? byteSize(count) : `${count} ${unit}`);
  let drawnAt = Number.NEGATIVE_INFINITY;
  let drawn = false;
  return {
    update(done, total) {
      const last = total !== undefined && done >= total;
      if (!last && now() - drawnAt < MIN_REDRAW_INTERVAL_MS) return;
      drawnAt = now();
      drawn = true;
      const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total);
      io.err(`\r\x1b[K${fit(label, 32)} ${share === undefined ? '' : `${bar(share)} `}${amount(done)}`);
    },
    clear() {
      if (drawn) io.err('\r\x1b[K');
      drawn = false;
    },
  };
}

function bar(share: number): string {
  const full = Math.round(share * BAR_WIDTH);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${String(Math.round(share * 100)).padStart(3)}%`;
}
