import type { JobDefinition, Node } from '../../model/node.js';
import { secretsNamedBy } from '../../model/secret-names.js';
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
  const secrets = secretsNamedBy(node.inputs);
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
    ...(secrets === undefined ? {} : { secrets }),
  });
}

/** Values of a listener's job that only its task has. */
type ListenerExtra = { readonly headers?: Readonly<Record<string, string>>; readonly retries?: number };

/**
 * Opens the job of a listener. Its input is all visible variables.
 * @param key stands for the instance in the job
 * @throws Failure or ExpressionError before the effect
 */
export function openListenerJob(run: Run, inst: Instance, job: JobDefinition, key: number, extra: ListenerExtra): void {
  const view = new ScopeView(run, inst);
  const jobType = textOf(run, job.jobType, view, 'the job type of a listener');
  const retries = extra.retries ?? wholeNumber(run, job.retries, view, 'the retries of a listener', 1, 1_000_000);
  inst.job = run.key();
  run.emit({
    type: 'createJob',
    key: inst.job,
    elementId: inst.el,
    instanceKey: key,
    jobType,
    retries,
    headers: { ...job.headers, ...extra.headers },
    input: view.all(),
  });
}

export function findByJob(run: Run, key: number): Instance | undefined {
  return run.tree.instances.find((item) => item.job === key);
}
