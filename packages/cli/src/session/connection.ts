import type { ClientOptions, TokenProvider } from '@millrace/client';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';
import type { Io } from '../terminal/io.js';
import { personTokens } from './person-tokens.js';
import { isExposed, profilesFile, readProfiles } from './profiles.js';

/** Where the demo and `millrace start` listen unless told otherwise (D34). */
export const DEFAULT_URL = 'http://127.0.0.1:8080';

/** Address and credentials of a command. */
export interface ConnectionSettings {
  readonly url: string;
  /** For people; `a token` where MILLRACE_TOKEN is used. */
  readonly clientId: string;
  /** Of a client; undefined where a person has signed in. */
  readonly clientSecret: string | undefined;
  /** The tokens of a person, or the one of MILLRACE_TOKEN. */
  readonly token: TokenProvider | undefined;
  /** Sub-project of the environment or the profile. */
  readonly subProject: string | undefined;
  /** Name of the profile, or undefined when the environment gives everything. */
  readonly profile: string | undefined;
}

/**
 * Settings from the environment and the profile, where the environment wins. Credentials of a profile are sent to the
 * address they were saved with only: MILLRACE_URL for another one needs credentials in the environment too.
 *
 * @throws CommandError when credentials are missing
 */
export async function connectionSettings(io: Io, named: string | undefined): Promise<ConnectionSettings> {
  const { MILLRACE_URL, MILLRACE_CLIENT_ID, MILLRACE_CLIENT_SECRET, MILLRACE_TOKEN, MILLRACE_SUB_PROJECT } = io.env;
  if ((MILLRACE_CLIENT_ID ? 1 : 0) + (MILLRACE_CLIENT_SECRET ? 1 : 0) === 1) {
    throw new CommandError(
      'Only one of MILLRACE_CLIENT_ID and MILLRACE_CLIENT_SECRET is set. Set both, or neither of them.',
    );
  }
  if (MILLRACE_TOKEN && MILLRACE_CLIENT_ID) {
    throw new CommandError(
      'MILLRACE_TOKEN and MILLRACE_CLIENT_ID are both set. Set a token, or a client id and its secret.',
    );
  }
  const file = profilesFile(io);
  const { current, profiles } = await readProfiles(file);
  const name = named ?? (io.env.MILLRACE_PROFILE || undefined) ?? current;
  const profile = name === undefined ? undefined : profiles[name];
  if (named !== undefined && profile === undefined) throw noSuchProfile(named, Object.keys(profiles));
  if (profile !== undefined && (await isExposed(file))) {
    io.err(`warning: others can read ${file}; protect it with chmod 600\n`);
  }
  const subProject = MILLRACE_SUB_PROJECT || profile?.subProject;
  const address = MILLRACE_URL || profile?.url || DEFAULT_URL;
  if (MILLRACE_TOKEN) {
    const token = () => MILLRACE_TOKEN;
    return {
      url: checkedUrl(address),
      clientId: 'a token',
      clientSecret: undefined,
      token,
      subProject,
      profile: undefined,
    };
  }
  if (MILLRACE_CLIENT_ID && MILLRACE_CLIENT_SECRET) {
    return {
      url: checkedUrl(address),
      clientId: MILLRACE_CLIENT_ID,
      clientSecret: MILLRACE_CLIENT_SECRET,
      token: undefined,
      subProject,
      profile: undefined,
    };
  }
  if (profile === undefined || name === undefined) {
    throw new CommandError(
      'Not signed in. Run `millrace login`, or set MILLRACE_URL and MILLRACE_TOKEN, or MILLRACE_CLIENT_ID and MILLRACE_CLIENT_SECRET.',
      exitCodes.unauthenticated,
    );
  }
  if (MILLRACE_URL && checkedUrl(MILLRACE_URL) !== profile.url) {
    throw new CommandError(
      `MILLRACE_URL is ${MILLRACE_URL}, but the credentials of the profile "${name}" are for ${profile.url}. ` +
        'Set MILLRACE_CLIENT_ID and MILLRACE_CLIENT_SECRET too, or unset MILLRACE_URL.',
    );
  }
  const { url, clientId, clientSecret } = profile;
  const token = clientSecret === undefined ? personTokens(file, name) : undefined;
  return { url, clientId, clientSecret, token, subProject, profile: name };
}

/** What a client of the SDK is made with. */
export function clientOptions({ url, clientId, clientSecret, token }: ConnectionSettings): ClientOptions {
  if (token !== undefined) return { url, token };
  return clientSecret === undefined ? { url } : { url, clientId, clientSecret };
}

/**
 * An address of a service in the form it is saved and compared in.
 *
 * @throws CommandError for anything but http and https
 */
export function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new CommandError(
      `"${text}" is not an address of a service. Use an http or https address, such as https://millrace.example.com`,
    );
  }
  if (url.username !== '' || url.password !== '')
    throw new CommandError('The address contains credentials. Remove them and run `millrace login`.');
  return url.href.replace(/[?#].*$/, '').replace(/\/+$/, '');
}

/** The error for a missing profile; it lists the saved ones. */
export function noSuchProfile(name: string, names: readonly string[]): CommandError {
  const known =
    names.length === 0 ? 'no profiles are saved. Run `millrace login`' : `saved profiles: ${names.join(', ')}`;
  return new CommandError(`There is no profile "${name}"; ${known}.`);
}
