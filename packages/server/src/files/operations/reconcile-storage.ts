import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import { appendAudit } from '../../audit/records/append.js';
import { newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import { INSTALLATION_ID } from '../../kernel/identifiers.js';
import { principalId, type UseCase } from '../../use-case/caller.js';
import { presentReconciliation } from '../reconciliation/reconciliation-report.js';
import { insertReconciliation } from '../records/reconciliation/reconciliation-queries.js';
import type { FileDeps } from '../store/file-deps.js';

/** reconcileStorage (extension): asks for a comparison of stores and files, which a worker does (D32). */
export const reconcileStorage =
  ({ subProjects, storage }: FileDeps): UseCase<'reconcileStorage'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.reconcileStorage);
    const subProject = request.subProjectId === undefined ? undefined : await subProjects.load(request.subProjectId);
    const plugin = request.pluginName === undefined ? undefined : storage.plugin(request.pluginName);
    return caller.write(async (tx) => {
      const createdTs = new Date();
      // The job has the id of what it does. It belongs to the installation, as the comparison does.
      const job = newJob({
        subProjectId: INSTALLATION_ID,
        kind: 'storage-reconciliation',
        lane: 'background',
        dueTs: createdTs,
      });
      await storeJobs(tx, [job], createdTs.getTime());
      const row = await insertReconciliation(tx, {
        id: job.id,
        createdTs,
        repair: request.repair ?? false,
        plugin: plugin?.name ?? null,
        subProjectId: subProject?.id ?? null,
        requestedBy: principalId(caller.principal),
      });
      await appendAudit(tx, caller, [
        {
          action: 'storage.reconcile',
          subProjectId: row.subProjectId,
          subjectType: 'storage',
          subjectId: row.id,
          processId: null,
          before: null,
          after: { repair: row.repair, ...(plugin === undefined ? {} : { pluginName: plugin.name }) },
        },
      ]);
      return { reconciliation: presentReconciliation(row) };
    });
  };
