import { variablesForCall } from '../element/call-activity.js';
import { type Command, CommandRejected } from '../protocol/command.js';
import { Failure } from '../run/core/failure.js';
import { raiseIncident } from '../run/core/incidents.js';
import type { Instance } from '../run/core/instance-tree.js';
import { processNode } from '../run/core/nodes.js';
import type { Run } from '../run/core/run.js';
import { activate } from '../run/lifecycle/lifecycle.js';
import { setLocal } from '../run/variables/variables.js';

function openCall(run: Run, key: number): Instance {
  const inst = run.tree.find(key);
  if (inst?.call !== true || run.nodeOf(inst).kind !== 'callActivity')
    throw new CommandRejected('no-such-call', `the run has no open call ${key}`);
  return inst;
}

/** The called process begins as a scope of this run. */
export function callResolved(run: Run, command: Extract<Command, { type: 'callResolved' }>): void {
  const inst = openCall(run, command.key);
  const node = processNode(run.model(command.modelId));
  delete inst.call;
  if (node.start === -1 && node.implicit.length === 0) {
    raiseIncident(
      run,
      inst,
      new Failure('call', `the process ${node.id} has no none start event, so it cannot be called`),
      'again',
    );
    return;
  }
  const variables = variablesForCall(run, inst);
  run.tree.openScope(inst);
  const called: Instance = { key: run.key(), el: node.id, up: inst.key, model: command.modelId, live: 0 };
  run.tree.add(called, inst);
  run.history('entered', called);
  setLocal(run, called, variables);
  activate(run, called, node);
}

export function callFailed(run: Run, command: Extract<Command, { type: 'callFailed' }>): void {
  const inst = openCall(run, command.key);
  delete inst.call;
  raiseIncident(run, inst, new Failure('call', command.message), 'again');
}
