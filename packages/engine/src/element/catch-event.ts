import type { CatchEventNode, ReceiveTaskNode, Trigger } from '../model/node.js';
import { Failure } from '../run/core/failure.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Behaviour, Run } from '../run/core/run.js';
import { complete } from '../run/lifecycle/lifecycle.js';
import { openWaits, planWait } from '../run/waits/waits.js';

function wait(run: Run, inst: Instance, trigger: Trigger): void {
  const planned = planWait(run, inst, inst.el, trigger);
  if (planned === null) throw new Failure('expression', `an event cannot wait for a trigger of type ${trigger.type}`);
  openWaits(run, inst, [planned]);
}

/** Intermediate catch event: waits for its trigger. A link catch event completes at once. */
export const catchEvent: Behaviour<CatchEventNode> = {
  enter(run, inst, node) {
    if (node.trigger === null) complete(run, inst, node);
    else wait(run, inst, node.trigger);
  },
};

/** Receive task: waits for its message. */
export const receiveTask: Behaviour<ReceiveTaskNode> = {
  enter(run, inst, node) {
    wait(run, inst, node.trigger);
  },
};
