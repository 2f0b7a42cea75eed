import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../terminal/exit-codes.js';
import type { Io } from '../terminal/io.js';
import { OAuthError, type PersonTokens, parseRecord, postForm, tokensOf } from './oauth-endpoints.js';

/**
 * Signs a person in who uses a browser elsewhere: the person enters a code there (RFC 8628).
 *
 * @throws CommandError when the person declines or the code ends
 */
export async function deviceLogin(io: Io, url: string): Promise<PersonTokens> {
  const begun = parseRecord(await postForm(url, '/oauth/device_authorization', {}));
  const { device_code: deviceCode, user_code: code, verification_uri: address, interval } = begun;
  if (typeof deviceCode !== 'string' || typeof code !== 'string' || typeof address !== 'string')
    throw new CommandError('The service answered without a code.');
  io.err(`Open ${address} in a browser, sign in and enter this code:\n\n    ${code}\n\n`);
  let seconds = typeof interval === 'number' ? interval : 5;
  for (;;) {
    await sleep(seconds * 1000, undefined, { signal: io.interruption() });
    try {
      return tokensOf(
        await postForm(url, '/oauth/token', {
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code: deviceCode,
        }),
      );
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      if (error.error === 'slow_down') seconds += 5;
      else if (error.error !== 'authorization_pending') throw error;
    }
  }
}
