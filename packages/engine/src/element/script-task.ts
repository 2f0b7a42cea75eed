import type { ScriptTaskNode } from '../model/node.js';
import { Failure } from '../run/core/failure.js';
import type { Behaviour } from '../run/core/run.js';
import { complete } from '../run/lifecycle/lifecycle.js';
import { evaluate } from '../run/variables/evaluate.js';
import { ScopeView } from '../run/variables/scope-view.js';
import { receive } from '../run/variables/variables.js';

/** Evaluates its FEEL expression inside the step and stores the result. */
export const scriptTask: Behaviour<ScriptTaskNode> = {
  enter(run, inst, node) {
    const result = evaluate(run, node.script, new ScopeView(run, inst));
    if (node.resultVariable !== null) {
      receive(run, inst, node.outputs, { [node.resultVariable]: result });
    } else if (typeof result === 'object' && result !== null && !Array.isArray(result)) {
      receive(run, inst, node.outputs, result);
    } else {
      throw new Failure('expression', 'a script without a result variable must give a context of variables');
    }
    complete(run, inst, node);
  },
};
