import type { Command, Effect } from '@millrace/engine';
import type { Transaction } from '../../postgres/database.js';
import { findDeployedWith, findLatest, findTagged } from '../../sub-projects/records/definition-queries.js';
import type { Definitions } from './definitions.js';

type ResolveCall = Extract<Effect, { type: 'resolveCall' }>;

/**
 * Finds the model a call activity calls, by its binding: `latest` deployed, the one that was current when the caller's
 * version was deployed (`deployment`), or the newest with a `versionTag`. Another process of the caller's own file is
 * called when no workflow has its id, and before any workflow with the binding `deployment`. The answer is a command for the run.
 */
export async function resolveCall(
  tx: Transaction,
  definitions: Definitions,
  subProjectId: string,
  call: ResolveCall,
): Promise<Command> {
  const modelId = await find(tx, definitions, subProjectId, call);
  if (modelId !== undefined) return { type: 'callResolved', key: call.key, modelId };
  const tag = call.binding === 'versionTag' ? ` with the version tag "${call.versionTag ?? ''}"` : '';
  return {
    type: 'callFailed',
    key: call.key,
    message: `No workflow of this sub-project has the process id "${call.calledProcessId}"${tag}.`,
  };
}

async function find(
  tx: Transaction,
  definitions: Definitions,
  subProjectId: string,
  call: ResolveCall,
): Promise<string | undefined> {
  const { calledProcessId: processId, callerModelId } = call;
  const beside = () => definitions.besides(tx, callerModelId, processId);
  switch (call.binding) {
    case 'latest':
      return (await findLatest(tx, subProjectId, processId)) ?? beside();
    case 'deployment':
      // What stands in the same file was deployed with it for certain.
      return (await beside()) ?? findDeployedWith(tx, subProjectId, processId, callerModelId.split('#', 1)[0] ?? '');
    case 'versionTag':
      return findTagged(tx, subProjectId, processId, call.versionTag ?? '');
  }
}
