import { parseArgs } from 'node:util';

export interface Options {
  /** Duration of load and faults in seconds. Waiting for the runs and the checks follow. */
  readonly seconds: number;
  readonly servers: number;
  /** Decides faults and load, as far as they do not depend on timing. */
  readonly seed: number;
}

/** @throws Error with what is wrong */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { seconds: { type: 'string' }, servers: { type: 'string' }, seed: { type: 'string' } },
  });
  return {
    seconds: number('seconds', values.seconds, 60, 5, 3600),
    servers: number('servers', values.servers, 3, 1, 8),
    seed: number('seed', values.seed, Math.floor(Math.random() * 1_000_000), 0, 2 ** 31),
  };
}

function number(name: string, text: string | undefined, fallback: number, low: number, high: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < low || value > high) throw new Error(`--${name}: ${low} to ${high}`);
  return value;
}
