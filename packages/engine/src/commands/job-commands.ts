import type { Node } from '../model/node.js';
import { type Command, CommandRejected } from '../protocol/command.js';
import { Failure } from '../run/core/failure.js';
import { raiseIncident } from '../run/core/incidents.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Run } from '../run/core/run.js';
import { findCatcher, throwCode } from '../run/events/errors.js';
import { complete } from '../run/lifecycle/lifecycle.js';
import { receive } from '../run/variables/variables.js';
import { findByJob } from '../run/waits/jobs.js';
import { completeAdHocJob } from './ad-hoc-commands.js';
import { completeListener } from './listener-commands.js';

function instanceOfJob(run: Run, key: number): Instance {
  const inst = findByJob(run, key);
  if (inst === undefined) throw new CommandRejected('no-such-job', `the run has no open job ${key}`);
  return inst;
}

export function completeJob(run: Run, command: Extract<Command, { type: 'completeJob' }>): void {
  const inst = instanceOfJob(run, command.key);
  const node = run.nodeOf(inst);
  if (inst.listens !== undefined) {
    completeListener(run, inst, inst.listens, node, command);
    return;
  }
  if (node.kind === 'adHocSubProcess') {
    completeAdHocJob(run, inst, node, command);
    return;
  }
  refuseResult(command, node);
  delete inst.job;
  run.emit({ type: 'closeJob', key: command.key, outcome: 'completed' });
  receive(run, inst, node.outputs, command.variables);
  complete(run, inst, node);
}

function refuseResult({ result }: Extract<Command, { type: 'completeJob' }>, node: Node): void {
  if (result === undefined) return;
  throw new CommandRejected(
    'bad-result',
    `only the jobs of ad-hoc sub-processes and of listeners of user tasks have a result, not that of ${node.id}`,
  );
}

/** With retries left, the job stays open and the server tries it again. Without, the job closes with an incident. */
export function failJob(run: Run, command: Extract<Command, { type: 'failJob' }>): void {
  instanceOfJob(run, command.key);
  if (command.retries <= 0) endJob(run, command.key, new Failure('job', command.message));
}

/** Closes a job with an incident; the retry of the incident opens another one. */
export function endJob(run: Run, key: number, failure: Failure): void {
  const inst = instanceOfJob(run, key);
  delete inst.job;
  run.emit({ type: 'closeJob', key, outcome: 'failed' });
  raiseIncident(run, inst, failure, 'again', key);
}

/** A BPMN error from a worker: the innermost scope that catches it handles it, else it is an incident. */
export function throwJobError(run: Run, command: Extract<Command, { type: 'throwJobError' }>): void {
  const inst = instanceOfJob(run, command.key);
  const { code, message, variables } = command;
  const thrown = { type: 'error', code } as const;
  if (inst.listens !== undefined) {
    endJob(
      run,
      command.key,
      new Failure('uncaught-error', `a listener cannot throw the error ${JSON.stringify(code)}`),
    );
    return;
  }
  delete inst.job;
  if (findCatcher(run, inst, thrown, false) === null) {
    run.emit({ type: 'closeJob', key: command.key, outcome: 'failed' });
    const text = `nothing catches the error ${JSON.stringify(code)}${message === undefined ? '' : `: ${message}`}`;
    raiseIncident(run, inst, new Failure('uncaught-error', text), 'again', command.key);
    return;
  }
  run.emit({ type: 'closeJob', key: command.key, outcome: 'error' });
  throwCode(run, inst, thrown, variables);
}
