import { invalidClient, signInRefused } from '../../kernel/errors/access-errors.js';
import type { Database } from '../../postgres/database.js';
import { matchesHash } from '../applications/application-secrets.js';
import { type ApplicationRow, findApplication } from '../records/applications/application-queries.js';
import { basicFrom } from '../sign-in/credentials.js';
import type { FormMembers } from './token-request.js';

/**
 * The application that sends a request: a confidential one proves it with its secret, by HTTP Basic or in the form; a public
 * one only names itself. Secrets have 256 random bits, so failures are not counted.
 *
 * @throws CatalogueError 1002 with `invalid_client` for an unknown or disabled application and a wrong or missing secret,
 * 1200 with `invalid_request` for two ways at once
 */
export async function authenticateApplication(
  db: Database,
  members: FormMembers,
  authorization: string | undefined,
): Promise<ApplicationRow> {
  const basic = basicFrom(authorization);
  if (basic !== undefined && (members.client_secret ?? members.client_assertion) !== undefined)
    throw signInRefused('Send the secret either in the Authorization header or in the form.', 'invalid_request');
  const id = basic?.id ?? members.client_id;
  const secret = basic?.secret ?? members.client_secret;
  if (id === undefined || (members.client_id ?? id) !== id) throw invalidClient();
  const application = id.length > 256 || id.includes('\0') ? undefined : await findApplication(db, id);
  if (application === undefined || application.disabled) throw invalidClient();
  const { secretHash } = application;
  const isProved = secretHash === null ? secret === undefined : secret !== undefined && matchesHash(secret, secretHash);
  if (!isProved) throw invalidClient();
  return application;
}
