import type { Log } from '../../kernel/log.js';
import { type Transaction, transaction } from '../../postgres/database.js';
import { type Actor, systemPrincipal } from '../../use-case/caller.js';
import type { IdentityDeps } from '../directory/identity-deps.js';
import { upsertClient } from '../directory/upsert-client.js';
import { upsertUser } from '../directory/upsert-user.js';
import { clientCredentials, oldestGeneratedClient } from '../records/client-queries.js';
import { findUserByEmail, lockAdministrators } from '../records/user-queries.js';
import { newClientId } from '../secrets/client-id.js';
import { newSecret } from '../secrets/secrets.js';
import {
  type AdministratorCredentials,
  administratorFile,
  readAdministratorFile,
  writeAdministratorFile,
} from './administrator-file.js';

/** The user that the administrator's credentials belong to. */
const ADMINISTRATOR = { name: 'Administrator', email: 'administrator@localhost', kind: 'service' } as const;

const actor: Actor = { principal: systemPrincipal, traceId: 'administrator-bootstrap' };

export interface AdministratorOptions extends IdentityDeps {
  /** Both or neither (config). */
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  /** Where generated credentials are written. */
  readonly dataDirectory: string;
  readonly log: Log;
}

/**
 * Makes sure that the service has an administrator (D34). Credentials from the environment are taken as they are, and
 * replace every other secret of that client when the secret is a new one. Without them they are generated once and
 * written to a file in the data directory; when the file is lost a new secret is issued beside the old ones. Several
 * servers that start at once wait for each other.
 */
export async function ensureAdministrator(options: AdministratorOptions): Promise<void> {
  const { clientId, clientSecret } = options;
  if (clientId === undefined || clientSecret === undefined) return ensureGenerated(options);
  await transaction(options.db, async (tx) => {
    await lockAdministrators(tx);
    await enable(tx, options, { clientId, clientSecret }, false);
  });
}

async function ensureGenerated(options: AdministratorOptions): Promise<void> {
  const { db, dataDirectory, log } = options;
  const path = administratorFile(dataDirectory);
  // The lock is held until the file is written, so that a server which waits for it finds the file. A crash between file
  // and commit leaves a file that the database does not know: the next start makes its client, or says what to do.
  await transaction(db, async (tx) => {
    await lockAdministrators(tx);
    const found = await readAdministratorFile(path);
    if (found !== undefined) return useFile(tx, options, found, path);
    const user = await findUserByEmail(tx, ADMINISTRATOR.email);
    const clientId = (user && (await oldestGeneratedClient(tx, user.id))) ?? newClientId();
    const issued = { clientId, clientSecret: newSecret() };
    await enable(tx, options, issued, true);
    await writeAdministratorFile(path, issued);
    log.info({ event: 'administrator-issued', clientId, file: path }, 'administrator credentials issued');
  });
}

async function useFile(
  tx: Transaction,
  options: AdministratorOptions,
  found: AdministratorCredentials,
  path: string,
): Promise<void> {
  const known = await clientCredentials(tx, found.clientId);
  if (known === undefined) return enable(tx, options, found, true);
  if ((await options.secrets.check(found.clientSecret, known.hashes)) !== undefined) return;
  // Not made valid again: it may have been rotated because it leaked.
  options.log.warn(
    { event: 'administrator-file-outdated', clientId: found.clientId, file: path },
    'the secret in the file is no longer valid: delete the file to have a new one issued at the next start',
  );
}

async function enable(
  tx: Transaction,
  options: AdministratorOptions,
  credentials: AdministratorCredentials,
  keepSecrets: boolean,
): Promise<void> {
  const user = await upsertUser(tx, actor, { ...ADMINISTRATOR, administrator: true, disabled: false });
  await upsertClient(tx, options.secrets, actor, {
    clientId: credentials.clientId,
    secret: credentials.clientSecret,
    userId: user.id,
    disabled: false,
    scope: '',
    keepSecrets,
  });
}
