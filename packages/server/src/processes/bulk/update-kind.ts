import { errorIds } from '../../kernel/errors/error-ids.js';
import type { ChangeProcess } from '../change/change-process.js';
import type { ProcessPorts } from '../change/process-ports.js';
import { refuseUnlisted, updatable } from '../change/update-lists.js';
import { ROW_LOCK } from '../records/processes/process-row.js';
import { coveringRoles } from '../records/visibility/process-visibility.js';
import type { BulkKind } from './bulk-kind.js';
import { bulkRights } from './bulk-rights.js';

/** What bulk updates need of the other features. */
export interface BulkUpdateDeps extends Pick<ProcessPorts, 'processChanged'> {
  readonly changeProcess: ChangeProcess;
  /** Default 200. */
  readonly batchSize?: number;
}

/** Changes each process as updateProcessField would: its roles' lists, then the change. */
export const bulkUpdate = ({ changeProcess, processChanged, batchSize = 200 }: BulkUpdateDeps): BulkKind => ({
  kind: 'bulk-update',
  batchSize,
  lock: ROW_LOCK,
  rights: bulkRights,
  async takeOne(tx, { bulk, principal, subProject, rights }, { covered, ...process }) {
    const actor = { principal, traceId: bulk.traceId };
    const names = Object.keys(bulk.updates);
    refuseUnlisted(subProject, names, updatable(rights.access, coveringRoles(rights.access, covered)));
    const change = { subProject, process, updates: bulk.updates, action: 'process.update' } as const;
    const changed = await changeProcess(tx, actor, change);
    if (changed.version === process.version) return 'UNCHANGED';
    processChanged(tx, { subProjectId: subProject.id, processId: process.id });
    return 'CHANGED';
  },
  unexpected: { id: errorIds.updatingFailed, detail: 'The fields could not be updated.' },
});
