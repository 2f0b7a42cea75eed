import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import { appendAudit } from '../../audit/records/append.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { conflict, invalidRequest } from '../../kernel/errors/request-errors.js';
import { INSTALLATION_ID, isUuid, newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import type { Actor, UseCase } from '../../use-case/caller.js';
import { textProblem } from '../document/plain-data.js';
import { insertSubProject } from '../records/sub-project-queries.js';

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

/**
 * Adds the row and its audit row; false when the id is taken.
 *
 * @throws CatalogueError 1200 for the nil UUID, which stands for the installation
 */
export async function createSubProjectRow(
  tx: Transaction,
  actor: Actor,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<boolean> {
  if (id === INSTALLATION_ID) {
    throw new CatalogueError(
      errorIds.invalidRequest,
      'The nil UUID cannot be the id of a sub-project. Choose another UUID.',
    );
  }
  if (!(await insertSubProject(tx, { id, name, createdTs: new Date() }))) return false;
  await appendAudit(tx, actor, [
    {
      action: 'subProject.create',
      subProjectId: id,
      subjectType: 'subProject',
      subjectId: id,
      processId: null,
      before: null,
      after: { name },
    },
  ]);
  return true;
}
