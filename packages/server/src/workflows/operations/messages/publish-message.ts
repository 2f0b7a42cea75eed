import { operations } from '@millrace/contract';
import { appendAudit } from '../../../audit/records/append.js';
import { notFound } from '../../../kernel/errors/request-errors.js';
import { keepProcess } from '../../../processes/records/processes/find-process.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { deliverMessage } from '../../messages/deliver-message.js';
import { requireUnlimitedRole } from '../../messages/require-unlimited-role.js';
import { DEFAULT_TIME_TO_LIVE_MS } from '../../records/messages.js';
import { mapRejections } from '../../run/map-rejections.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * Publishes a message: it is correlated with one waiting run, or starts a workflow on `processId`, or is buffered.
 *
 * @throws CatalogueError 1202, 1209, 1200 (404) for an unknown `processId`, 1009 when the waiting run cannot take it
 */
export const publishMessage =
  (deps: WorkflowDeps): UseCase<'publishMessage'> =>
  async (caller, request) => {
    const { subProject, access } = await enter(
      deps.subProjects,
      caller,
      request.subProjectId,
      operations.publishMessage,
    );
    requireUnlimitedRole(access);
    return caller.write(async (tx) => {
      const { processId, name } = request;
      const process = processId === undefined ? undefined : await keepProcess(tx, subProject.id, processId);
      if (processId !== undefined && process === undefined) throw notFound('process', processId);
      const {
        status,
        runId,
        processId: reached,
      } = await mapRejections(() =>
        deliverMessage(tx, deps, {
          actor: caller,
          subProject,
          name,
          correlationKey: request.correlationKey ?? '',
          messageId: request.messageId,
          timeToLiveMs: request.timeToLive ?? DEFAULT_TIME_TO_LIVE_MS,
          variables: { ...request.variables },
          process,
        }),
      );
      await appendAudit(tx, caller, [
        {
          action: 'message.publish',
          subProjectId: subProject.id,
          subjectType: 'subProject',
          subjectId: subProject.id,
          // The row is seen with the process that the message reached, or was meant for.
          processId: reached ?? process?.id ?? null,
          before: null,
          after: { name, correlationKey: request.correlationKey ?? '', status, runId: runId?.id ?? null },
        },
      ]);
      return { status, ...(runId === undefined ? {} : { runId }) };
    });
  };
