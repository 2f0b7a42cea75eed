import { operations } from '@millrace/contract';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { requireVersionId, type WritingEntrance, writingWork } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { unexpectedAs } from '../../use-case/unexpected.js';
import type { ChangeProcess } from '../change/change-process.js';
import { knownFields } from '../change/known-fields.js';
import type { ProcessDeps } from '../change/process-ports.js';
import { requireVersion } from '../change/require-version.js';
import { nothingToUpdate, refuseUnlisted, updatable } from '../change/update-lists.js';
import { enterProcess } from '../records/visibility/enter-process.js';

/**
 * updateProcessField: all or nothing (D17). The process is locked first, so concurrent updates follow one another and
 * each is judged on what the one before left. A role may move a process out of its own stages or row filter if it may
 * set the fields that decide it: handing a process over is what stages are for.
 */
export const updateProcessField =
  (deps: ProcessDeps, changeProcess: ChangeProcess): UseCase<'updateProcessField'> =>
  async (caller, { subProjectId, processId, ...request }) => {
    const updates: Readonly<Record<string, unknown>> = { ...request.updates };
    const operation = operations.updateProcessField;
    const names = Object.keys(updates);
    const work = async ({ subProject, access, write }: WritingEntrance) => {
      refuseUnlisted(subProject, names, updatable(access, access.roles));
      return unexpectedAs(errorIds.updatingFailed, 'The fields could not be updated.', () =>
        write(async (tx) => {
          const { process, roles, versionId } = await enterProcess(tx, subProject, access, processId, {
            unknown: { id: errorIds.processNotFound },
            outside: errorIds.outsideRowFilter,
            lock: true,
            toChange: tx,
          });
          requireVersionId(subProject, versionId);
          requireVersion(process, caller.ifMatch);
          refuseUnlisted(subProject, names, updatable(access, roles));
          if (names.length === 0) throw nothingToUpdate();
          const changed = await changeProcess(tx, caller, {
            subProject,
            process,
            updates,
            known: knownFields(caller.principal, subProject),
            action: 'process.update',
            isLast: true,
          });
          if (changed.version === process.version) return { status: 'success', message: 'Nothing had to be changed.' };
          return { status: 'success', message: `Process updated: version ${changed.version}.` };
        }),
      );
    };
    const unknown = { unknownSubProject: errorIds.processNotFound };
    return writingWork(deps.subProjects, caller, subProjectId, operation, work, unknown);
  };
