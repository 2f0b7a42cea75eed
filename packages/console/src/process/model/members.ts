import type { Process } from './use-process.js';

/** Members that updates name beside the fields. */
const own = ['state', 'priority', 'stageKey'] as const;

/** The value that an update of this name would replace; undefined: none. */
export function memberOf(process: Process, name: string): unknown {
  const member = own.find((one) => one === name);
  if (member !== undefined) return process[member];
  return (process.fields as Readonly<Record<string, unknown>>)[name];
}

/** Whether two values are the same; nothing and null are. */
export const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
