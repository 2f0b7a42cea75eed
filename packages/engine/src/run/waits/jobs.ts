import type { JobDefinition, Node } from '../../model/node.js';
import type { Instance } from '../core/instance-tree.js';
import type { Run } from '../core/run.js';
import { textOf, wholeNumber } from '../variables/evaluate.js';
import { ScopeView } from '../variables/scope-view.js';

/**
 * Opens a job for the instance. Its input is the instance's local variables when it has input mappings, else all visible variables.
 * @throws Failure or ExpressionError before the effect
 */
export function openJob(run: Run, inst: Instance, node: Node, job: JobDefinition, retries?: number): void {
  const view = new ScopeView(run, inst);
  const jobType = textOf(run, job.jobType, view, 'the job type');
  const tries = retries ?? wholeNumber(run, job.retries, view, 'the retries', 1, 1_000_000);
  const key = run.key();
  inst.job = key;
  run.emit({
    type: 'createJob',
    key,
    elementId: inst.el,
    instanceKey: inst.key,
    jobType,
    retries: tries,
    headers: job.headers,
    input: node.inputs.length > 0 ? (inst.vars ?? {}) : view.all(),
  });
}

export function findByJob(run: Run, key: number): Instance | undefined {
  return run.tree.instances.find((item) => item.job === key);
}
