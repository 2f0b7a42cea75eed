import { operations } from '@millrace/contract';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { inTurn } from '../../kernel/time-slices.js';
import { requireVersionId, writingWork } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { unexpectedAs } from '../../use-case/unexpected.js';
import { planProcess, refuseInvalid, storeProcess } from '../change/plan-process.js';
import type { ProcessDeps } from '../change/process-ports.js';

/** createProcess: a process in the initial state, with the defaults of fields that are not given (D16). */
export const createProcess =
  (deps: ProcessDeps): UseCase<'createProcess'> =>
  (caller, request) =>
    writingWork(
      deps.subProjects,
      caller,
      request.subProjectId,
      operations.createProcess,
      async ({ subProject, access, write }) => {
        const planned = await inTurn(() => planProcess(subProject, access, request));
        return unexpectedAs(errorIds.creatingFailed, 'The process could not be created.', () =>
          write(async (tx) => {
            const { refused, versionId } = await storeProcess(tx, caller, deps, subProject, planned);
            refuseInvalid(refused);
            requireVersionId(subProject, versionId);
            return { id: planned.process.id, status: 'success', message: 'Process created.' };
          }),
        );
      },
    );
