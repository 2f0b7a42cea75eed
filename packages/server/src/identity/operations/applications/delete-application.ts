import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { appendAudit } from '../../../audit/records/append.js';
import { conflict, namesNothing } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import { applicationView } from '../../applications/application-view.js';
import { deleteApplicationRow, lockApplication } from '../../records/applications/application-queries.js';

/** Deletes an application with everything that people allowed it. */
export const deleteApplication =
  (): UseCase<'deleteApplication'> =>
  async (caller, { applicationId }) => {
    requireAdministrator(caller.principal, operations.deleteApplication);
    return caller.write(async (tx) => {
      const row = await lockApplication(tx, applicationId);
      if (row === undefined) throw namesNothing('applicationId names no application.', '/applicationId');
      if (row.origin === 'builtIn')
        throw conflict('The application of the command line cannot be deleted. Disable it with updateApplication.');
      await deleteApplicationRow(tx, row.id);
      const subject = { subProjectId: null, subjectType: 'application', subjectId: row.id, processId: null } as const;
      await appendAudit(tx, caller, [
        { ...subject, action: 'application.delete', before: applicationView(row), after: null },
      ]);
      return { status: 'success', message: 'The application is deleted.' };
    });
  };
