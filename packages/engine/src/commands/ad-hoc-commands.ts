import { canActivate } from '../element/ad-hoc.js';
import type { AdHocSubProcessNode } from '../model/node.js';
import { type Command, CommandRejected, type ElementActivation } from '../protocol/command.js';
import { activateInside, endAdHoc, settle } from '../run/control-flow/ad-hoc.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Run } from '../run/core/run.js';
import { cancelContents } from '../run/lifecycle/lifecycle.js';
import { setLocal } from '../run/variables/variables.js';

/**
 * Activates elements of an open ad-hoc sub-process.
 * @throws CommandRejected when it is none, when an element cannot be activated in it, or when one is named twice
 */
export function activateElements(run: Run, command: Extract<Command, { type: 'activateElements' }>): void {
  const inst = run.tree.find(command.key);
  if (inst === undefined)
    throw new CommandRejected('no-such-instance', `the run has no element instance ${command.key}`);
  const node = run.nodeOf(inst);
  if (node.kind !== 'adHocSubProcess' || inst.adHoc === undefined || inst.cut === true)
    throw new CommandRejected('cannot-activate', `${inst.el} is no open ad-hoc sub-process`);
  const ids = command.elements.map(({ elementId }) => elementId);
  if (ids.length === 0) throw new CommandRejected('cannot-activate', 'no element is named');
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw new CommandRejected('cannot-activate', `${twice} is named twice`);
  refuseUnknown(node, command.elements);
  if (command.cancelRemaining === true) cancelAll(run, inst);
  begin(run, inst, command.elements);
}

/** The worker of an ad-hoc sub-process has decided. */
export function completeAdHocJob(
  run: Run,
  inst: Instance,
  node: AdHocSubProcessNode,
  { key, variables, result }: Extract<Command, { type: 'completeJob' }>,
): void {
  if (result !== undefined && result.type !== 'adHocSubProcess') {
    throw new CommandRejected('bad-result', `the job of ${node.id} has a result of the type adHocSubProcess`);
  }
  const elements = result?.activateElements ?? [];
  refuseUnknown(node, elements);
  const isDone = result?.isCompletionConditionFulfilled === true;
  if (isDone && elements.length > 0) {
    throw new CommandRejected(
      'cannot-activate',
      'a result that completes the ad-hoc sub-process activates no elements',
    );
  }
  delete inst.job;
  run.emit({ type: 'closeJob', key, outcome: 'completed' });
  setLocal(run, inst, variables);
  if (result?.isCancelRemainingInstances === true) cancelAll(run, inst);
  if (!isDone) begin(run, inst, elements);
  else if (inst.live === 0) endAdHoc(run, inst);
  else {
    inst.adHoc = { done: true };
    settle(run, inst);
  }
}

function cancelAll(run: Run, inst: Instance): void {
  cancelContents(run, inst);
  const { queue: _, ...state } = inst.adHoc ?? {};
  inst.adHoc = state;
}

function begin(run: Run, inst: Instance, elements: readonly ElementActivation[]): void {
  const activations = elements.map(({ elementId, variables }) => ({
    el: elementId,
    ...(variables === undefined ? {} : { vars: variables }),
  }));
  activateInside(run, inst, activations);
}

function refuseUnknown(node: AdHocSubProcessNode, elements: readonly ElementActivation[]): void {
  const unknown = elements.find(({ elementId }) => !canActivate(node, elementId));
  if (unknown === undefined) return;
  throw new CommandRejected(
    'cannot-activate',
    `${unknown.elementId} cannot be activated in ${node.id}: only elements directly inside it without an incoming flow can`,
  );
}
