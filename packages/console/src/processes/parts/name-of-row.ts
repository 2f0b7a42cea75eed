import { type ListKey, type Process, valueIn } from '../model/schema.js';

/** What a row is called. */
export function nameOfRow(process: Process, first: ListKey | undefined): string {
  const value = first === undefined ? undefined : valueIn(process, first.key);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : process.id;
}
