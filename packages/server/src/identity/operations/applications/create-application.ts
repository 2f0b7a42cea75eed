import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import type { UseCase } from '../../../use-case/caller.js';
import { applicationView } from '../../applications/application-view.js';
import {
  checkApplicationName,
  checkApplicationScopes,
  checkRedirectUris,
} from '../../applications/check-application.js';
import { addApplication, newApplication } from '../../applications/new-application.js';
import { showOnce } from '../../directory/show-once.js';

/** Registers an application that may act as people. The secret of a confidential one is in this answer and nowhere else. */
export const createApplication = (): UseCase<'createApplication'> => async (caller, request) => {
  requireAdministrator(caller.principal, operations.createApplication);
  const { row, secret } = newApplication({
    name: checkApplicationName(request.name),
    redirectUris: checkRedirectUris(request.redirectUris ?? []),
    postLogoutRedirectUris: checkRedirectUris(request.postLogoutRedirectUris ?? [], 'postLogoutRedirectUris'),
    scopes: checkApplicationScopes(request.scopes),
    confidential: request.confidential ?? false,
    origin: 'administrator',
  });
  const work = async (tx: Parameters<typeof addApplication>[0]) => {
    await addApplication(tx, caller, row);
    return { application: applicationView(row) };
  };
  return secret === undefined ? caller.write(work) : showOnce(caller, secret, work);
};
