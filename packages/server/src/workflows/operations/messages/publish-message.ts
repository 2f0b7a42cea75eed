import { operations } from '@millrace/contract';
import type { Access } from '../../../access/authorize.js';
import { rowFilterOf } from '../../../access/row-filter.js';
import { appendAudit } from '../../../audit/records/append.js';
import { mayNotCall } from '../../../kernel/errors/access-errors.js';
import { notFound } from '../../../kernel/errors/request-errors.js';
import { findProcess } from '../../../processes/records/processes/find-process.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { publishMessage as publish } from '../../messages/deliver-message.js';
import { DEFAULT_TIME_TO_LIVE_MS } from '../../messages/time-to-live.js';
import { refusing } from '../../run/map-rejections.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * Publishes a message: correlated with one waiting run, or starting a workflow on `processId`, or buffered.
 *
 * @throws CatalogueError 1202, 1209, 1200 with 404 for an unknown `processId`
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
    refuseLimitedRoles(access);
    return caller.write(async (tx) => {
      const { processId, name } = request;
      const process = processId === undefined ? undefined : await findProcess(tx, subProject.id, processId);
      if (processId !== undefined && process === undefined) {
        throw notFound('process', processId);
      }
      const { status, runId } = await refusing(() =>
        publish(tx, deps, {
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
          processId: null,
          before: null,
          after: { name, correlationKey: request.correlationKey ?? '', status, runId: runId?.id ?? null },
        },
      ]);
      return { status, ...(runId === undefined ? {} : { runId }) };
    });
  };

/**
 * Messages and signals are addressed by name and reach runs of any workflow on any process, now or later, so a role that is
 * limited to some workflows or processes may not send them.
 *
 * @throws CatalogueError 1209
 */
export function refuseLimitedRoles(access: Access): void {
  if (access.unrestricted) return;
  const roles = access.roles.filter((role) => role.call?.all === true);
  if (roles.length > 0 && rowFilterOf({ ...access, roles }) === undefined) return;
  throw mayNotCall(
    'Messages and signals may reach every run of the sub-project: they need a role with "call: true", without row filter and stages.',
  );
}
