import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { appendAudit } from '../../../audit/records/append.js';
import { conflict, namesNothing } from '../../../kernel/errors/request-errors.js';
import type { Transaction } from '../../../postgres/database.js';
import type { Caller, UseCase } from '../../../use-case/caller.js';
import { CLI_APPLICATION, hashOfSecret, newRandomSecret } from '../../applications/application-secrets.js';
import { applicationView } from '../../applications/application-view.js';
import {
  checkApplicationName,
  checkApplicationScopes,
  checkRedirectUris,
} from '../../applications/check-application.js';
import { changedMembers } from '../../directory/changed-members.js';
import { showOnce } from '../../directory/show-once.js';
import {
  type ApplicationRow,
  lockApplication,
  updateApplicationRow,
} from '../../records/applications/application-queries.js';

type Wanted = Partial<Pick<ApplicationRow, 'name' | 'redirectUris' | 'postLogoutRedirectUris' | 'scopes' | 'disabled'>>;

/** Changes an application, or replaces its secret. Its tokens follow within seconds. */
export const updateApplication = (): UseCase<'updateApplication'> => async (caller, request) => {
  requireAdministrator(caller.principal, operations.updateApplication);
  const { applicationId, name, redirectUris, postLogoutRedirectUris, scopes, disabled } = request;
  const wanted: Wanted = {
    ...(name === undefined ? {} : { name: checkApplicationName(name) }),
    ...(redirectUris === undefined ? {} : { redirectUris: checkRedirectUris(redirectUris) }),
    ...(postLogoutRedirectUris === undefined
      ? {}
      : { postLogoutRedirectUris: checkRedirectUris(postLogoutRedirectUris, 'postLogoutRedirectUris') }),
    ...(scopes === undefined ? {} : { scopes: checkApplicationScopes(scopes) }),
    ...(disabled === undefined ? {} : { disabled }),
  };
  if (request.newSecret !== true) return caller.write((tx) => update(tx, caller, applicationId, wanted, undefined));
  const secret = newRandomSecret('mrs_');
  return showOnce(caller, secret, (tx) => update(tx, caller, applicationId, wanted, hashOfSecret(secret)));
};

async function update(
  tx: Transaction,
  caller: Caller,
  applicationId: string,
  wanted: Wanted,
  secretHash: string | undefined,
): Promise<{ readonly application: ReturnType<typeof applicationView> }> {
  const row = await lockApplication(tx, applicationId);
  if (row === undefined) throw namesNothing('applicationId names no application.', '/applicationId');
  if (secretHash !== undefined && row.secretHash === null)
    throw conflict('The application is public and has no secret. Register a confidential one instead.');
  const { disabled, ...others } = wanted;
  if (row.id === CLI_APPLICATION && Object.keys(others).length > 0)
    throw conflict('The application of the command line can only be disabled and enabled.');
  const next = { ...row, ...wanted, ...(secretHash === undefined ? {} : { secretHash }) };
  const change = changedMembers(comparable(row), comparable(next));
  if (change === undefined && secretHash === undefined) return { application: applicationView(row) };
  await updateApplicationRow(tx, next);
  const subject = { subProjectId: null, subjectType: 'application', subjectId: row.id, processId: null } as const;
  await appendAudit(tx, caller, [
    ...(change === undefined ? [] : [{ ...subject, action: 'application.update' as const, ...change }]),
    ...(secretHash === undefined
      ? []
      : [{ ...subject, action: 'application.newSecret' as const, before: null, after: null }]),
  ]);
  return { application: applicationView(next) };
}

/** Lists as texts, so that equal ones count as unchanged. */
const comparable = ({ name, redirectUris, postLogoutRedirectUris, scopes, disabled }: ApplicationRow) => ({
  name,
  redirectUris: redirectUris.join(' '),
  postLogoutRedirectUris: postLogoutRedirectUris.join(' '),
  scopes: scopes.join(' '),
  disabled,
});
