import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import { conflict, invalidRequest } from '../../kernel/errors/request-errors.js';
import { isUuid, newId } from '../../kernel/identifiers.js';
import type { UseCase } from '../../use-case/caller.js';
import { createSubProjectRow } from '../deployment/create-sub-project-row.js';
import { textProblem } from '../document/text/plain-data.js';

/** Creates an empty sub-project; it answers 1201 until a configuration is deployed to it. */
export const createSubProject = (): UseCase<'createSubProject'> => async (caller, request) => {
  requireAdministrator(caller.principal, operations.createSubProject);
  const { name, subProjectId } = request;
  if (name.length > 200 || textProblem(name) !== undefined) {
    throw invalidRequest('name must be text of at most 200 characters.');
  }
  if (subProjectId !== undefined && !isUuid(subProjectId)) {
    throw invalidRequest('subProjectId must be a UUID; leave it out to have one made.');
  }
  const id = subProjectId?.toLowerCase() ?? newId();
  return caller.write(async (tx) => {
    if (await createSubProjectRow(tx, caller, { id, name })) {
      return { id, status: 'success', message: 'Sub-project created.' };
    }
    throw conflict(`There is a sub-project "${id}" already.`);
  });
};
