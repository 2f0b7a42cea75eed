import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from '../terminal/exit-codes.js';
import type { Io } from '../terminal/io.js';

/** One way to sign in to one service. */
export interface Profile {
  readonly url: string;
  readonly clientId: string;
  /** Of a client; absent where a person has signed in. */
  readonly clientSecret?: string;
  /** Of a person; good once, and then replaced. */
  readonly refreshToken?: string;
  readonly accessToken?: string;
  /** When the access token ends; milliseconds since 1970. */
  readonly expiresAt?: number;
  /** Sub-project that commands use unless told otherwise. */
  readonly subProject?: string;
}

export interface Profiles {
  /** Name of the profile that is used unless another one is named. */
  readonly current: string | undefined;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const none: Profiles = { current: undefined, profiles: {} };

/** `$XDG_CONFIG_HOME/millrace/credentials.json`, or below `~/.config`. Relative paths in the variable count as unset, as its specification says. */
export function profilesFile({ env, home }: Pick<Io, 'env' | 'home'>): string {
  const base = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(home, '.config');
  return join(base, 'millrace', 'credentials.json');
}

/**
 * Reads the profiles; empty when the file does not exist.
 *
 * @throws CommandError when the file has another format
 */
export async function readProfiles(path: string): Promise<Profiles> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return none;
  const value = parse(text);
  if (value === undefined) throw new CommandError(`${path} cannot be read: delete it and sign in again.`);
  return value;
}

/** Replaces the whole file; only its owner can read it. */
export async function writeProfiles(path: string, profiles: Profiles): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(profiles, undefined, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Whether other users than the owner can read the file; undefined when it does not exist. */
export async function isExposed(path: string): Promise<boolean | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && (found.mode & 0o077) !== 0;
}

function parse(text: string): Profiles | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || !isRecord(value.profiles)) return undefined;
  const entries = Object.entries(value.profiles).map(([name, profile]) => [name, profileOf(profile)] as const);
  const profiles: Record<string, Profile> = Object.create(null);
  for (const [name, profile] of entries) {
    if (profile === undefined) return undefined;
    profiles[name] = profile;
  }
  return { current: typeof value.current === 'string' ? value.current : undefined, profiles };
}

function profileOf(value: unknown): Profile | undefined {
  if (!isRecord(value)) return undefined;
  const { url, clientId, clientSecret, refreshToken, accessToken, expiresAt, subProject } = value;
  if (typeof url !== 'string' || typeof clientId !== 'string') return undefined;
  const chosen = typeof subProject === 'string' ? { subProject } : {};
  if (typeof clientSecret === 'string') return { url, clientId, clientSecret, ...chosen };
  if (typeof refreshToken !== 'string') return undefined;
  const kept = typeof accessToken === 'string' && typeof expiresAt === 'number' ? { accessToken, expiresAt } : {};
  return { url, clientId, refreshToken, ...kept, ...chosen };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
