import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { notFound } from '../../kernel/errors/request-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { removeSecret } from '../records/secrets.js';
import type { SecretDeps } from '../store/secret-deps.js';

/** Deletes a secret. @throws CatalogueError 1202, 1207, 1200 (404) when there is none of the name */
export const deleteSecret =
  (deps: SecretDeps): UseCase<'deleteSecret'> =>
  async (caller, { subProjectId, name }) => {
    const { subProject } = await enter(deps.subProjects, caller, subProjectId, operations.deleteSecret);
    return caller.write(async (tx) => {
      if (!(await removeSecret(tx, subProject.id, name))) throw notFound('secret', name, ' in this sub-project');
      await appendAudit(tx, caller, [
        {
          action: 'secret.delete',
          subProjectId: subProject.id,
          subjectType: 'secret',
          subjectId: name,
          processId: null,
          before: null,
          after: null,
        },
      ]);
      return { status: 'success', message: `The secret ${name} was deleted.` };
    });
  };
