import { type NamedSecrets, replaceSecretNames, secretNamesIn } from '@millrace/engine';
import { PermanentFailure } from '../../worker/job-failure.js';
import type { HandledJob } from '../../worker/job-handler.js';

/** Where a job type may name secrets. */
export interface SecretPlaces {
  /** Settings that are sent. */
  readonly sent: readonly string[];
  /** Settings that are read here, so a secret in them would be seen. */
  readonly kept: readonly string[];
  /** Whether task headers are settings that are sent. */
  readonly headersAreSent: boolean;
}

type Texts = Readonly<Record<string, unknown>>;

/** One secret in one setting. */
export interface SecretUse {
  readonly name: string;
  /** Path of the setting, with dots. */
  readonly path: string;
}

/**
 * The secrets that the settings of a job name. A placeholder counts where the diagram writes it: one that a variable brings, for
 * example from a field that somebody filled in, would send a secret where the diagram does not.
 *
 * @throws PermanentFailure for a placeholder from a variable, in a setting that is not sent, or in the name of a member
 */
export function findUsedSecrets(job: HandledJob, places: SecretPlaces): readonly SecretUse[] {
  const uses: SecretUse[] = [];
  const written = new WrittenSecrets(job.namedSecrets);
  for (const setting of [...places.sent, ...places.kept]) {
    const isSent = places.sent.includes(setting);
    const header = Object.hasOwn(job.headers, setting) ? job.headers[setting] : undefined;
    if (header !== undefined) {
      const names = secretNamesIn(header);
      if (names.length > 0 && !(isSent && places.headersAreSent)) throw notSent(setting);
      uses.push(...names.map((name) => ({ name, path: setting })));
      if (places.headersAreSent) continue;
    }
    for (const { name, path, isMember } of namesIn(ownOf(job.input, setting), setting)) {
      if (!isSent) throw notSent(path);
      if (isMember || !written.take(path, name)) throw notWritten(path);
      uses.push({ name, path });
    }
  }
  return uses;
}

/** The job with values in the place of names, in the settings that are sent. */
export function replaceUsedSecrets(
  job: HandledJob,
  places: SecretPlaces,
  secretOf: (name: string) => string,
): HandledJob {
  const replaced = (record: Texts, settings: readonly string[]) =>
    Object.fromEntries(
      settings.flatMap((name) =>
        Object.hasOwn(record, name) ? [[name, withValues(record[name], secretOf)] as const] : [],
      ),
    );
  return {
    ...job,
    headers: places.headersAreSent
      ? { ...job.headers, ...(replaced(job.headers, places.sent) as HandledJob['headers']) }
      : job.headers,
    input: { ...job.input, ...replaced(job.input, places.sent) },
  };
}

function withValues(value: unknown, secretOf: (name: string) => string): unknown {
  if (typeof value === 'string') return textWithValues(value, secretOf);
  if (Array.isArray(value)) return value.map((item) => withValues(item, secretOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withValues(item, secretOf)]));
}

/** In a text that is JSON, a value is written as JSON writes it, so that it stays one text. */
function textWithValues(text: string, secretOf: (name: string) => string): string {
  if (secretNamesIn(text).length === 0) return text;
  if (!isJson(text)) return replaceSecretNames(text, secretOf);
  return replaceSecretNames(text, (name) => JSON.stringify(secretOf(name)).slice(1, -1));
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** How often the diagram writes each secret, less what was found. */
class WrittenSecrets {
  readonly #left: readonly { readonly target: string; readonly counts: Map<string, number> }[];

  constructor(named: NamedSecrets) {
    this.#left = Object.entries(named).map(([target, counts]) => ({
      target,
      counts: new Map(Object.entries(counts)),
    }));
  }

  take(path: string, name: string): boolean {
    const found = this.#left.find(
      ({ target, counts }) => (path === target || path.startsWith(`${target}.`)) && (counts.get(name) ?? 0) > 0,
    );
    if (found === undefined) return false;
    found.counts.set(name, (found.counts.get(name) ?? 0) - 1);
    return true;
  }
}

interface Found extends SecretUse {
  /** In the name of a member of an object. */
  readonly isMember: boolean;
}

function namesIn(value: unknown, path: string): readonly Found[] {
  if (typeof value === 'string') return secretNamesIn(value).map((name) => ({ name, path, isMember: false }));
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(item, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, item]) => [
    ...secretNamesIn(`{${member}`).map((name) => ({ name, path, isMember: true })),
    ...namesIn(item, `${path}.${member}`),
  ]);
}

const ownOf = (record: Texts, name: string): unknown => (Object.hasOwn(record, name) ? record[name] : undefined);

const notSent = (path: string): PermanentFailure =>
  new PermanentFailure(
    `"${path}" names a secret, but is not sent. Secrets are resolved in the address, the headers, the query, the body and the ` +
      'authentication of a request only.',
  );

const notWritten = (path: string): PermanentFailure =>
  new PermanentFailure(
    `"${path}" names a secret that the diagram does not write there: the text comes from a variable, or repeats it. It is not ` +
      'resolved and not sent. Write the placeholder in the input mapping of this setting.',
  );
