import type { Expression } from '../../expression/values/expression-types.js';
import { triggersIn } from '../../model/triggers.js';
import type { Wait } from '../../state/run-state.js';
import { attempt, Failure } from '../core/failure.js';
import { raiseIncident } from '../core/incidents.js';
import type { Instance } from '../core/instance-tree.js';
import type { Run } from '../core/run.js';
import { evaluate } from '../variables/evaluate.js';
import { ScopeView } from '../variables/scope-view.js';
import { isOpen, replaceWait, triggerOfWait } from '../waits/waits.js';
import { trigger } from './triggers.js';

/** Whether conditional events have to be evaluated before the step may end. */
export function awaitsConditions(run: Run): boolean {
  if (!run.conditionsDue || run.ended !== null) return false;
  return run.tree.instances.some(({ waits }) => waits?.some(({ on }) => on === 'condition') === true);
}

/**
 * Evaluates every conditional event once if variables changed since the last evaluation. Events whose condition became true trigger,
 * the outermost scope first. Returns whether one triggered. Null counts as false, because a condition may name variables that do not
 * exist yet.
 */
export function fireConditions(run: Run): boolean {
  if (!run.conditionsDue) return false;
  run.conditionsDue = false;
  const open: { readonly inst: Instance; readonly key: number }[] = [];
  for (const inst of run.tree.instances) {
    if (inst.waits === undefined) continue;
    for (const wait of inst.waits) if (wait.on === 'condition' && isOpen(wait)) open.push({ inst, key: wait.key });
  }
  let fired = false;
  for (const { inst, key } of open) {
    const wait = run.isAlive(inst)
      ? inst.waits?.find((candidate) => candidate.key === key && isOpen(candidate))
      : undefined;
    if (wait === undefined) continue;
    const holds = evaluateCondition(run, inst, wait);
    if (holds && wait.was !== true) {
      fired = true;
      trigger(run, inst, wait, {});
    } else if (!holds && wait.was === true) replaceWait(inst, { ...wait, was: false });
  }
  return fired;
}

function evaluateCondition(run: Run, inst: Instance, wait: Wait): boolean {
  const expression = conditionOf(run, inst, wait);
  const result = attempt(() => evaluate(run, expression, new ScopeView(run, inst)) === true);
  if (!(result instanceof Failure)) return result;
  if (inst.incident === undefined) raiseIncident(run, inst, result, 'wait');
  return false;
}

function conditionOf(run: Run, inst: Instance, wait: Wait): Expression {
  const trigger = triggerOfWait(run, inst, wait);
  const part = trigger === null ? undefined : triggersIn(trigger)[wait.part ?? 0];
  if (part?.type === 'condition') return part.expression;
  throw new Error(`the wait ${wait.key} has no condition`);
}
