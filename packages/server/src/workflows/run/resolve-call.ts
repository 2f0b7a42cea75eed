import type { Command, Effect } from '@millrace/engine';
import type { Transaction } from '../../postgres/database.js';
import { findDeployedWith, findLatest, findTagged } from '../../sub-projects/records/definition-queries.js';
import type { Definitions } from './definitions.js';

type ResolveCall = Extract<Effect, { type: 'resolveCall' }>;

/**
 * Finds the model a call activity calls, by its binding: `latest` deployed, the one that was current when the caller's
 * version was deployed (`deployment`), or the newest with a `versionTag`. With `latest`, another process of the caller's own
 * file is called when no workflow has its id; with `deployment`, it goes before every workflow.
 *
 * @returns the command that gives the run the model, or that fails the call
 */
export async function resolveCall(
  tx: Transaction,
  definitions: Definitions,
  subProjectId: string,
  call: ResolveCall,
): Promise<Command> {
  return answerCall(call, await find(tx, definitions, subProjectId, call));
}

/** The command that gives a run the called model, or that fails the call when there is none. */
export function answerCall(call: ResolveCall, modelId: string | undefined): Command {
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
  const process = { subProjectId, bpmnProcessId: processId };
  const inSameFile = () => definitions.findInSameFile(tx, subProjectId, callerModelId, processId);
  switch (call.binding) {
    case 'latest':
      return (await findLatest(tx, process)) ?? inSameFile();
    case 'deployment':
      // A process of the same file was certainly deployed with it.
      return (await inSameFile()) ?? findDeployedWith(tx, process, callerModelId.split('#', 1)[0] ?? '');
    case 'versionTag':
      return findTagged(tx, process, call.versionTag ?? '');
  }
}
