import { type Check, failed, ok, warning } from './check.js';

const timeoutMs = 10_000;
/** Signed addresses of uploads and downloads are refused by stores whose clock differs by 15 minutes; tokens last an hour. */
const mostSkewMs = 60_000;

/** An answer of one of the addresses that need no token. */
interface Answer {
  readonly status: number;
  readonly date: string | null;
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Whether the service answers, is ready, has the right time and is of this version. `reachable` tells whether asking it more is of use. */
export async function checkService(
  url: string,
  version: string,
): Promise<{ readonly reachable: boolean; readonly checks: readonly Check[] }> {
  const health = await get(`${url}/healthz`);
  if (typeof health === 'string') return { reachable: false, checks: [failed('reachable', `${url}: ${health}`)] };
  if (health.status !== 200 || health.body.status !== 'ok') {
    return {
      reachable: false,
      checks: [failed('reachable', `${url} answers, but not as Millrace (HTTP ${health.status})`)],
    };
  }
  const took = health.receivedAt - health.sentAt;
  const [ready, document] = await Promise.all([get(`${url}/readyz`), get(`${url}/openapi.json`)]);
  return {
    reachable: true,
    checks: [ok('reachable', `${url} in ${took} ms`), readiness(ready), clock(health), versions(document, version)],
  };
}

function readiness(answer: Answer | string): Check {
  if (typeof answer === 'string') return failed('ready', answer);
  const { checks, status } = answer.body;
  const parts =
    typeof checks === 'object' && checks !== null
      ? Object.entries(checks).map(([name, state]) => `${name} ${String(state)}`)
      : [];
  const detail = parts.join(', ') || String(status);
  return answer.status === 200 ? ok('ready', detail) : failed('ready', detail);
}

/** The service's clock has whole seconds here, and the answer was under way for some time: both are allowed for. */
function clock({ date, sentAt, receivedAt }: Answer): Check {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs)) return warning('clock', 'the service does not tell its time');
  const skew = theirs > receivedAt ? theirs - receivedAt : Math.min(0, theirs + 999 - sentAt);
  const seconds = Math.round(Math.abs(skew) / 1000);
  const detail = seconds === 0 ? 'same as here' : `the service is ${seconds} s ${skew > 0 ? 'ahead' : 'behind'}`;
  return Math.abs(skew) > mostSkewMs ? failed('clock', detail) : ok('clock', detail);
}

function versions(answer: Answer | string, version: string): Check {
  if (typeof answer === 'string') return warning('version', answer);
  const { info } = answer.body;
  const theirs = typeof info === 'object' && info !== null && 'version' in info ? String(info.version) : undefined;
  if (theirs === undefined) return warning('version', 'the service does not tell its version');
  if (theirs === version) return ok('version', version);
  return warning('version', `the service is ${theirs}, this command ${version}`);
}

/** The answer, or why there is none. */
async function get(url: string): Promise<Answer | string> {
  const sentAt = Date.now();
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
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
