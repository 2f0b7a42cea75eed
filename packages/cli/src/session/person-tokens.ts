import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenProvider } from '@millrace/client';
import { OAuthError, type PersonTokens, postForm, tokensOf } from '../person/oauth-endpoints.js';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';
import { type Profile, readProfiles, writeProfiles } from './profiles.js';

/** A token that ends sooner is renewed before it is used. */
const MARGIN_MS = 30_000;
const LOCK_WAIT_MS = 100;
/** A lock that is older was left behind. */
const LOCK_STALE_MS = 60_000;

/** What a profile keeps of the tokens of a person. */
export const personProfile = (
  { access_token, expires_in, refresh_token }: PersonTokens,
  now: number = Date.now(),
): Pick<Profile, 'accessToken' | 'expiresAt' | 'refreshToken'> => ({
  accessToken: access_token,
  expiresAt: now + expires_in * 1000,
  refreshToken: refresh_token,
});

/**
 * The access token of a profile of a person, renewed when it has ended. A refresh token is good once, so commands that run at
 * the same time take turns, and each reads what the one before has saved.
 */
export function personTokens(file: string, name: string): TokenProvider {
  return async ({ rejected }) =>
    withLock(file, async () => {
      const { current, profiles } = await readProfiles(file);
      const profile = profiles[name];
      if (profile?.refreshToken === undefined) throw signedOut();
      const { accessToken, expiresAt = 0, refreshToken, url } = profile;
      if (accessToken !== undefined && accessToken !== rejected && expiresAt - MARGIN_MS > Date.now())
        return accessToken;
      const renewed = await renew(url, refreshToken);
      const next = { ...profile, ...personProfile(renewed) };
      await writeProfiles(file, { current, profiles: { ...profiles, [name]: next } });
      return renewed.access_token;
    });
}

async function renew(url: string, refreshToken: string): Promise<PersonTokens> {
  try {
    return tokensOf(await postForm(url, '/oauth/token', { grant_type: 'refresh_token', refresh_token: refreshToken }));
  } catch (error) {
    if (error instanceof OAuthError && error.error.startsWith('invalid_')) throw signedOut();
    throw error;
  }
}

const signedOut = (): CommandError =>
  new CommandError('Your sign-in has ended. Run `millrace login`.', exitCodes.unauthenticated);

async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  for (;;) {
    const handle = await open(lock, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined;
      throw error;
    });
    if (handle !== undefined) {
      await handle.close();
      break;
    }
    const since = await stat(lock).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (since !== undefined && Date.now() - since > LOCK_STALE_MS) await rm(lock, { force: true });
    else await sleep(LOCK_WAIT_MS);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}
