import { appendAudit } from '../../audit/records/append.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { INSTALLATION_ID } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';
import { insertSubProject } from '../records/sub-project-queries.js';

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
