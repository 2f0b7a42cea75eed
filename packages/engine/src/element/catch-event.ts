import type { CatchEventNode, ReceiveTaskNode, StartEventNode, Trigger } from '../model/node.js';
import { waitsForAll } from '../model/triggers.js';
import { Failure } from '../run/core/failure.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Behaviour, Run } from '../run/core/run.js';
import { complete } from '../run/lifecycle/lifecycle.js';
import { openWaits, planWaits } from '../run/waits/waits.js';

function wait(run: Run, inst: Instance, trigger: Trigger): void {
  const planned = planWaits(run, inst, inst.el, trigger);
  if (planned.length === 0)
    throw new Failure('expression', `an event cannot wait for a trigger of type ${trigger.type}`);
  openWaits(run, inst, planned);
}

/**
 * Begins an event that may have started the run: it continues at once, or when its other definitions have occurred. Their attributes
 * are evaluated in the run that it started.
 */
function waitForRest(run: Run, inst: Instance, node: CatchEventNode | ReceiveTaskNode | StartEventNode): void {
  const { trigger } = node;
  const came = inst.entryPart;
  if (trigger === null || (came !== undefined && !waitsForAll(trigger))) {
    delete inst.entryPart;
    complete(run, inst, node);
  } else if (came === undefined) wait(run, inst, trigger);
  else {
    const rest = planWaits(run, inst, inst.el, trigger).filter(({ part = 0 }) => part !== came);
    delete inst.entryPart;
    openWaits(run, inst, rest);
  }
}

/** Intermediate catch event: waits for its trigger. A link catch event completes at once. */
export const catchEvent: Behaviour<CatchEventNode> = { enter: waitForRest };

/** Receive task: waits for its message. */
export const receiveTask: Behaviour<ReceiveTaskNode> = { enter: waitForRest };

/** Start event: completes at once, unless it needs several triggers and the run has begun with the first of them. */
export const startEvent: Behaviour<StartEventNode> = {
  enter(run, inst, node) {
    if (inst.entryPart === undefined) complete(run, inst, node);
    else waitForRest(run, inst, node);
  },
};
