import { createAddressGuard } from '../../jobs/handlers/outbound/address-guard.js';
import { sendGuarded } from '../../jobs/handlers/outbound/send-guarded.js';
import { takeCredentials } from '../../jobs/handlers/outbound/take-credentials.js';
import type { Log } from '../../kernel/log.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { FileRow } from '../records/file-row.js';

const CONNECT_MS = 10_000;
const LARGEST_ANSWER = 64 * 1024;
/** Characters of the scanner's reason that are kept. */
const LONGEST_REASON = 500;

/** What a scanner says of a file. */
export interface Verdict {
  readonly verdict: 'clean' | 'infected';
  readonly reason: string | null;
}

export interface ScanOptions {
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/**
 * Announces a file to the scanner of its sub-project, which downloads it from `url` and answers with a verdict. Private
 * addresses must be allowed by the sub-project, as for jobs of the type `http`.
 *
 * @throws Error for everything that is no verdict
 */
export async function askScanner(
  { storage: { scan }, http }: SubProject,
  file: FileRow,
  url: string,
  { idempotencyKey, signal, log }: ScanOptions,
): Promise<Verdict> {
  if (scan === undefined) throw new Error('the sub-project has no scanner');
  const target = new URL(scan.url);
  const authorization = takeCredentials(target);
  const body = Buffer.from(
    JSON.stringify({
      subProjectId: file.subProjectId,
      fileId: file.id,
      fileName: file.fileName,
      mimeType: file.mimeType,
      size: String(file.size ?? 0),
      url,
    }),
  );
  const { status, body: answer } = await sendGuarded(
    {
      method: 'POST',
      url: target,
      body,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'content-length': String(body.length),
        'user-agent': 'Millrace',
        'idempotency-key': idempotencyKey,
        ...(authorization === undefined ? {} : { authorization }),
      },
    },
    createAddressGuard({ allowed: http.allowPrivateAddresses, log }),
    {
      connectTimeoutMs: Math.min(CONNECT_MS, scan.timeoutMs),
      readTimeoutMs: scan.timeoutMs,
      maximumBytes: LARGEST_ANSWER,
      signal: AbortSignal.any([signal, AbortSignal.timeout(scan.timeoutMs)]),
    },
  );
  if (status !== 200) throw new Error(`The scanner answered ${status}.`);
  return readVerdict(answer.toString('utf8'));
}

function readVerdict(text: string): Verdict {
  const answer = parse(text);
  const { verdict, reason } = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  if (verdict !== 'clean' && verdict !== 'infected') {
    throw new Error(
      'The scanner answered without a verdict. It must answer {"verdict": "clean"} or {"verdict": "infected"}.',
    );
  }
  return { verdict, reason: typeof reason === 'string' ? reason.slice(0, LONGEST_REASON) : null };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
