import type { TimeStampAuthority } from '../audit/evidence/time-stamps/stamp-seals.js';
import { nameOf } from '../jobs/handlers/outbound/outbound-error.js';
import { send } from '../jobs/handlers/outbound/send.js';
import { takeCredentials } from '../jobs/handlers/outbound/take-credentials.js';

const TIMEOUT_MS = 10_000;
const MAXIMUM_BYTES = 65_536;

/** The authority at an address of the settings; a user and a password in it are sent as Basic authentication. */
export function timeStampAuthority(
  address: string,
  attempted: NonNullable<TimeStampAuthority['attempted']>,
): TimeStampAuthority {
  const url = new URL(address);
  const authorization = takeCredentials(url);
  return {
    attempted,
    async ask(body) {
      const { status, body: answer } = await send(
        {
          method: 'POST',
          url,
          headers: {
            'content-type': 'application/timestamp-query',
            'content-length': String(body.length),
            accept: 'application/timestamp-reply',
            ...(authorization === undefined ? {} : { authorization }),
          },
          body,
        },
        {
          addresses: undefined,
          connectTimeoutMs: TIMEOUT_MS,
          readTimeoutMs: TIMEOUT_MS,
          maximumBytes: MAXIMUM_BYTES,
          signal: AbortSignal.timeout(2 * TIMEOUT_MS),
        },
      );
      if (status !== 200) throw new Error(`${nameOf(url)} answered with status ${status}`);
      return answer;
    },
  };
}
