import type { Log } from '../../kernel/log.js';

/** A log that keeps its lines, as JSON. */
export interface CapturedLog extends Log {
  readonly lines: readonly string[];
}

export function captureLog(): CapturedLog {
  const lines: string[] = [];
  const write = (context: object, message: string): void => {
    lines.push(JSON.stringify({ ...context, message }));
  };
  return { lines, debug: write, info: write, warn: write, error: write };
}
