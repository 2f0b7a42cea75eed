import { variablesForCall } from '../element/call-activity.js';
import { type Command, CommandRejected } from '../protocol/command.js';
import { Failure } from '../run/core/failure.js';
import { raise } from '../run/core/incidents.js';
import { type Live, processNode, type Run } from '../run/core/run.js';
import { activate } from '../run/lifecycle/lifecycle.js';
import { setLocal } from '../run/variables/variables.js';

function open(run: Run, key: number): Live {
  const inst = run.find(key);
  if (inst?.call !== true) throw new CommandRejected('no-such-call', `the run has no open call ${key}`);
  return inst;
}

/** The called process begins as a scope of this run. */
export function callResolved(run: Run, command: Extract<Command, { type: 'callResolved' }>): void {
  const inst = open(run, command.key);
  const node = processNode(run.model(command.modelId));
  delete inst.call;
  if (node.start === -1 && node.implicit.length === 0) {
    raise(
      run,
      inst,
      new Failure('call', `the process ${node.id} has no none start event, so it cannot be called`),
      'again',
    );
    return;
  }
  const variables = variablesForCall(run, inst);
  inst.live = 1;
  const called: Live = { key: run.key(), el: node.id, up: inst.key, model: command.modelId, live: 0 };
  run.add(called);
  run.history('entered', called);
  setLocal(run, called, variables);
  activate(run, called, node);
}

export function callFailed(run: Run, command: Extract<Command, { type: 'callFailed' }>): void {
  const inst = open(run, command.key);
  delete inst.call;
  raise(run, inst, new Failure('call', command.message), 'again');
}
