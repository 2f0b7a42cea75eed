import type { ExecutableModel } from '../model/executable-model.js';
import type { Node } from '../model/node.js';
import { type Command, CommandRejected } from '../protocol/command.js';
import type { Instance } from '../run/core/instance-tree.js';
import { processNode } from '../run/core/nodes.js';
import type { Run } from '../run/core/run.js';
import { activate } from '../run/lifecycle/lifecycle.js';
import { setLocal } from '../run/variables/variables.js';
import { type RunState, STATE_FORMAT } from '../state/run-state.js';

type Start = Extract<Command, { type: 'start' }>;

/** The state of a run that has not begun: the input of `start`. */
export function emptyState(modelId: string): RunState {
  return { v: STATE_FORMAT, modelId, next: 1, items: [] };
}

/**
 * Opens the root scope at the none start event, or at the start event that the server triggered.
 * @throws CommandRejected when the process has no such start event
 */
export function start(run: Run, command: Start): void {
  const root = openRoot(run, command);
  activate(run, root, run.nodeOf(root));
}

/**
 * Opens the root scope with its variables, without activating it.
 * @throws CommandRejected when the process has no such start event
 */
export function openRoot(run: Run, command: Start): Instance {
  const node = processNode(run.model(command.modelId));
  const entry = command.startElementId;
  if (entry === undefined) {
    if (node.start === -1 && node.implicit.length === 0)
      throw new CommandRejected('no-such-start', `${node.id} has no none start event`);
  } else {
    const model = run.model(command.modelId);
    if (!canStart(model, model.nodeById.get(entry))) {
      throw new CommandRejected('no-such-start', `${node.id} has no start event ${entry}`);
    }
  }
  // `live` from the beginning: every step copies the root, and V8 copies an object slower that got members later (18 % of a short run).
  const root: Instance = { key: run.key(), el: node.id, up: 0, live: 0, ...entryOf(command) };
  run.tree.add(root, null);
  run.history('entered', root);
  setLocal(run, root, command.variables);
  return root;
}

function entryOf({ startElementId: entry, startPart }: Start): Pick<Instance, 'entry' | 'entryPart'> {
  if (entry === undefined) return {};
  return startPart === undefined || startPart === 0 ? { entry } : { entry, entryPart: startPart };
}

/** Whether an event can start the run at the element: a start event, or what `instantiate` makes one. */
function canStart({ nodes }: ExecutableModel, node: Node | undefined): boolean {
  if (node === undefined || node.container !== 0) return false;
  if (node.kind === 'startEvent') return true;
  if (node.kind === 'receiveTask' && node.instantiate) return true;
  return node.incoming.some(({ source }) => {
    const gateway = nodes[source];
    return gateway?.kind === 'eventGateway' && gateway.instantiate;
  });
}
