import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Generated credentials, as they stand in the file (D34). */
export interface AdministratorCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The file exists and is not what this module writes; the message names it and says what to do. */
export class AdministratorFileError extends Error {
  override readonly name = 'AdministratorFileError';
}

/** `admin-credentials.json` in the data directory. */
export const administratorFile = (dataDirectory: string): string => join(dataDirectory, 'admin-credentials.json');

/**
 * What the file holds, or undefined when there is none.
 * @throws AdministratorFileError when it cannot be understood
 */
export async function readAdministratorFile(path: string): Promise<AdministratorCredentials | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const found = parse(text);
  if (found === undefined) {
    throw new AdministratorFileError(`${path} does not hold credentials: delete it to have new ones issued`);
  }
  return found;
}

/** Writes the file so that only its owner can read it, and either wholly or not at all. */
export async function writeAdministratorFile(path: string, credentials: AdministratorCredentials): Promise<void> {
  const { clientId: client_id, clientSecret: client_secret } = credentials;
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ client_id, client_secret }, undefined, 2)}\n`);
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

function parse(text: string): AdministratorCredentials | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { client_id: clientId, client_secret: clientSecret } = value as Record<string, unknown>;
    if (typeof clientId !== 'string' || typeof clientSecret !== 'string') return undefined;
    return clientId === '' || clientSecret === '' ? undefined : { clientId, clientSecret };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
