import { type Check, failed, ok, skipped, warning } from './check.js';

const TIMEOUT_MS = 10_000;
/** Signed addresses of uploads and downloads are refused by stores whose clock differs by 15 minutes; tokens last an hour. */
const MAX_CLOCK_SKEW_MS = 60_000;

const unreachable =
  'Is it running, and is the address right (--profile, MILLRACE_URL)? `millrace start` or `millrace demo` runs one.';
const CHECK_ADDRESS = 'Name the address of a Millrace service: millrace login --url.';
const CHECK_SERVER_LOG = 'Read the log of the server: its database or its store cannot be reached, or it is stopping.';
const USE_SAME_VERSION = 'Install the version of this command that matches the service.';

/** An answer of one of the addresses that need no token. */
interface Answer {
  readonly status: number;
  readonly date: string | null;
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Whether the service answers, is ready, has the right time and is of this version. `reachable` tells whether further checks make sense. */
export async function checkService(
  url: string,
  version: string,
): Promise<{ readonly reachable: boolean; readonly checks: readonly Check[] }> {
  const health = await get(`${url}/healthz`);
  if (typeof health === 'string')
    return { reachable: false, checks: [failed('reachable', `${url}: ${health}`, unreachable)] };
  if (health.status !== 200 || health.body.status !== 'ok') {
    return {
      reachable: false,
      checks: [failed('reachable', `${url} answers, but not as Millrace (HTTP ${health.status})`, CHECK_ADDRESS)],
    };
  }
  const took = health.receivedAt - health.sentAt;
  const [ready, document, worker] = await Promise.all([
    get(`${url}/readyz`),
    get(`${url}/openapi.json`),
    checkWorker(url),
  ]);
  return {
    reachable: true,
    checks: [
      ok('reachable', `${url} in ${took} ms`),
      readiness(ready),
      worker,
      clock(health),
      versions(document, version),
    ],
  };
}

function readiness(answer: Answer | string): Check {
  if (typeof answer === 'string') return failed('ready', answer, CHECK_SERVER_LOG);
  const { checks, status } = answer.body;
  const parts =
    typeof checks === 'object' && checks !== null
      ? Object.entries(checks).map(([name, state]) => `${name} ${String(state)}`)
      : [];
  const detail = parts.join(', ') || String(status);
  return answer.status === 200 ? ok('ready', detail) : failed('ready', detail, CHECK_SERVER_LOG);
}

/** The metrics of a server include those of its worker, if it runs one. The address may not be public. */
async function checkWorker(url: string): Promise<Check> {
  const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  const text = response?.ok === true ? await response.text().catch(() => '') : '';
  if (!text.includes('millrace_')) return skipped('worker', 'the service does not show its figures (/metrics)');
  if (text.includes('millrace_worker_busy')) return ok('worker', 'the server that answered works on jobs too');
  return skipped('worker', 'the server that answered does not work on jobs; --server sees whether one does');
}

/** The Date header has whole seconds and the answer took some time; the comparison allows for both. */
function clock({ date, sentAt, receivedAt }: Answer): Check {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs))
    return warning('clock', 'the service does not tell its time', 'Is there a proxy that removes the Date header?');
  const skew = theirs > receivedAt ? theirs - receivedAt : Math.min(0, theirs + 999 - sentAt);
  const seconds = Math.round(Math.abs(skew) / 1000);
  const detail = seconds === 0 ? 'same as here' : `the service is ${seconds} s ${skew > 0 ? 'ahead' : 'behind'}`;
  return Math.abs(skew) > MAX_CLOCK_SKEW_MS
    ? failed('clock', detail, 'Have both clocks set by NTP: stores refuse signed addresses when they differ.')
    : ok('clock', detail);
}

function versions(answer: Answer | string, version: string): Check {
  if (typeof answer === 'string') return warning('version', answer, USE_SAME_VERSION);
  const { info } = answer.body;
  const theirs = typeof info === 'object' && info !== null && 'version' in info ? String(info.version) : undefined;
  if (theirs === undefined) return warning('version', 'the service does not tell its version', USE_SAME_VERSION);
  if (theirs === version) return ok('version', version);
  return warning('version', `the service is ${theirs}, this command ${version}`, USE_SAME_VERSION);
}

/** The answer, or the reason why there is no answer. */
async function get(url: string): Promise<Answer | string> {
  const sentAt = Date.now();
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const receivedAt = Date.now();
    const body: unknown = await response.json().catch(() => undefined);
    return {
      status: response.status,
      date: response.headers.get('date'),
      sentAt,
      receivedAt,
      body: typeof body === 'object' && body !== null ? { ...body } : {},
    };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message || cause.name : String(cause);
  }
}
