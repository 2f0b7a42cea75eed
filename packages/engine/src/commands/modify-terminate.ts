import { CommandRejected } from '../protocol/command.js';
import { innerGone } from '../run/control-flow/loops.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Run } from '../run/core/run.js';
import { cancel } from '../run/lifecycle/lifecycle.js';
import { endRun } from './end-run.js';

const refused = (message: string): CommandRejected => new CommandRejected('cannot-modify', message);

/**
 * Terminates an instance, and the scopes around it that this leaves empty. The run ends CANCELLED when nothing is left of it.
 * @throws CommandRejected for a process
 */
export function terminate(run: Run, inst: Instance): void {
  // It was inside another one that the same modification terminates.
  if (!run.isAlive(inst)) return;
  if (inst.up === 0) throw refused(`${inst.el} is the process of the run: cancel the run instead`);
  if (inst.model !== undefined) throw refused(`${inst.el} is a called process: terminate its call activity instead`);
  const scope = run.tree.parentOf(inst);
  cancel(run, inst);
  if (inst.undoFor !== undefined) run.delegates.handlerDone(run, inst.undoFor);
  if (inst.nth !== undefined) innerGone(run, scope, run.nodeOf(scope));
  else if (scope.live === 0) terminateEmpty(run, scope);
}

function terminateEmpty(run: Run, scope: Instance): void {
  if (scope.up === 0) endRun(run, 'CANCELLED');
  else if (scope.model !== undefined)
    throw refused(`nothing would be left of the called process ${scope.el}: terminate its call activity instead`);
  else terminate(run, scope);
}
