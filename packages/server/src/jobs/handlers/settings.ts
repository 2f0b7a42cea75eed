import { PermanentFailure } from '../worker/job-failure.js';
import type { HandledJob } from '../worker/job-handler.js';

/**
 * What a diagram says about one job. A setting is a task header or an input variable of that name. The header wins:
 * variables may come from whoever resumes a run, headers only from the diagram. `null` and `""` count as absent.
 *
 * Every reader throws PermanentFailure, naming the setting, for a value of the wrong kind.
 */
export interface Settings {
  /** The value as it is, of any JSON type. */
  value(name: string): unknown;
  text(name: string): string | undefined;
  requiredText(name: string): string;
  /** A number, or its decimal text, above 0 and at most `maximum`. */
  seconds(name: string, fallback: number, maximum: number): number;
  /** An object, or its JSON text. */
  object(name: string): Readonly<Record<string, unknown>>;
  /** Name of a variable. */
  variable(name: string, fallback: string): string;
}

export function settingsOf(job: Pick<HandledJob, 'headers' | 'input' | 'type'>): Settings {
  const wrong = (name: string, rule: string) => new PermanentFailure(`"${name}" of this ${job.type} job ${rule}.`);
  const value = (name: string): unknown => {
    const found = Object.hasOwn(job.headers, name) ? job.headers[name] : own(job.input, name);
    return found === null || found === '' ? undefined : found;
  };
  const text = (name: string): string | undefined => {
    const found = value(name);
    if (found === undefined || typeof found === 'string') return found;
    throw wrong(name, 'must be a string');
  };
  return {
    value,
    text,
    requiredText(name) {
      const found = text(name);
      if (found === undefined) throw wrong(name, 'is missing: give it as an input mapping or a task header');
      return found;
    },
    seconds(name, fallback, maximum) {
      const found = value(name);
      if (found === undefined) return fallback;
      const seconds = typeof found === 'string' && /^\d{1,6}(\.\d{1,3})?$/.test(found) ? Number(found) : found;
      if (typeof seconds === 'number' && seconds > 0 && seconds <= maximum) return seconds;
      throw wrong(name, `must be a number of seconds above 0 and at most ${maximum}`);
    },
    object(name) {
      const found = value(name);
      if (found === undefined) return {};
      const parsed = typeof found === 'string' ? parse(found) : found;
      if (isObject(parsed)) return parsed;
      throw wrong(name, 'must be an object');
    },
    variable(name, fallback) {
      const found = text(name) ?? fallback;
      if (/^[\p{L}_][\p{L}\p{N}_]{0,199}$/u.test(found)) return found;
      throw wrong(name, 'must be the name of a variable: letters, digits and underscores');
    },
  };
}

const own = (record: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
