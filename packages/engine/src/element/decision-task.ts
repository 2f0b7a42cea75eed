import type { DecisionTaskNode } from '../model/node.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Behaviour, Run } from '../run/core/run.js';
import { textOf } from '../run/variables/evaluate.js';
import { ScopeView } from '../run/variables/scope-view.js';
import { callerModel } from './call-activity.js';

/** Asks the server for the model that contains the decision; `decisionResolved` evaluates it. */
export const decisionTask: Behaviour<DecisionTaskNode> = {
  enter: ask,
  retry: ask,
};

function ask(run: Run, inst: Instance, node: DecisionTaskNode): void {
  const decisionId = textOf(run, node.calledDecision, new ScopeView(run, inst), 'the called decision');
  inst.call = true;
  run.emit({
    type: 'resolveDecision',
    key: inst.key,
    elementId: inst.el,
    callerModelId: callerModel(run, inst),
    decisionId,
    binding: node.binding,
    ...(node.versionTag === null ? {} : { versionTag: node.versionTag }),
  });
}
