import type { ExecutableModel } from '../../model/executable-model.js';
import type { Node, ProcessNode } from '../../model/node.js';
import { CommandRejected } from '../../protocol/command.js';
import type { Instance } from './instance-tree.js';

export function nodeIn(model: ExecutableModel, id: string): Node {
  const node = model.nodeById.get(id);
  if (node === undefined)
    throw new CommandRejected('no-such-element', `the model ${model.processId} has no element ${id}`);
  return node;
}

export function processNode(model: ExecutableModel): ProcessNode {
  const [node] = model.nodes;
  if (node?.kind !== 'process') throw new Error('a model without a process node');
  return node;
}

/** Whether the instance is the body of a loop, around its inner instances. */
export function isLoopBody(inst: Instance, node: Node): boolean {
  return 'loop' in node && node.loop !== null && inst.nth === undefined;
}
