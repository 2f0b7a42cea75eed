import { PermanentFailure } from '../worker/job-failure.js';

/**
 * A set of HTTP statuses: a list of numbers and classes such as `5xx`, or the same as text separated by commas.
 *
 * @param name the setting it stands in, for the message
 * @throws PermanentFailure for anything else
 */
export function statusSet(name: string, value: unknown): (status: number) => boolean {
  const parts = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value];
  const statuses = new Set<string>();
  for (const part of parts) {
    const status = String(part).trim().toLowerCase();
    if (!/^[1-5](\d\d|xx)$/.test(status)) {
      throw new PermanentFailure(`"${name}" must list HTTP statuses such as 404 or 5xx.`);
    }
    statuses.add(status);
  }
  return (status) => statuses.has(String(status)) || statuses.has(`${Math.floor(status / 100)}xx`);
}
