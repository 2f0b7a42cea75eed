import type { Completion } from '../../state/run-state.js';
import type { Instance } from '../core/instance-tree.js';
import type { Run } from '../core/run.js';
import { flatten } from '../lifecycle/completions.js';
import { cancelContents } from '../lifecycle/lifecycle.js';
import { closeWaits } from '../waits/waits.js';
import { continueCompensation, takeCompletions, transactionAround } from './compensation.js';

/**
 * A cancel end event ends its transaction: everything else in it is cancelled, what it completed is compensated, and then the
 * transaction is left by its cancel boundary event. In a loop this covers all instances.
 */
export function beginCancellation(run: Run, inst: Instance): void {
  const [transaction, loop] = transactionAround(run, inst);
  if (transaction === undefined) throw new Error(`${inst.el} is in no transaction`);
  const undoing: Completion[] = [];
  if (loop !== undefined) {
    undoing.push(...takeCompletions(loop, null));
    for (const other of run.tree.childrenOf(loop))
      if (other !== transaction) undoing.push(...takeCompletions(other, null));
    cancelContents(run, loop, transaction);
  }
  undoing.push(...takeCompletions(transaction, null));
  const branch = branchOf(run, inst, transaction);
  if (branch !== inst) undoing.push(...takeCompletions(branch, null));
  cancelContents(run, transaction, branch);
  if (branch !== inst) cancelContents(run, branch, inst);
  const { nodeById } = run.modelOf(transaction);
  closeWaits(run, transaction, ({ el }) => nodeById.get(el)?.kind === 'startEvent');
  transaction.cut = true;
  inst.undoing = flatten(undoing);
  continueCompensation(run, inst);
}

/** The child of the transaction that contains the event: the event itself, or the event sub-process around it. */
function branchOf(run: Run, inst: Instance, transaction: Instance): Instance {
  let at = inst;
  while (at.up !== transaction.key) at = run.tree.parentOf(at);
  return at;
}
