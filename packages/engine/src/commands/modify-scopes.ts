import type { Node } from '../model/node.js';
import { CommandRejected } from '../protocol/command.js';
import { attempt, Failure } from '../run/core/failure.js';
import type { Instance } from '../run/core/instance-tree.js';
import { isLoopBody, nodeIn } from '../run/core/nodes.js';
import type { Run } from '../run/core/run.js';
import { create } from '../run/lifecycle/lifecycle.js';
import { setLocal } from '../run/variables/variables.js';
import { openWaits, planAttached } from '../run/waits/waits.js';
import type { Variables } from '../state/run-state.js';

/** Where an element is activated. */
export type Place = {
  readonly node: Node;
  /** The nodes that contain it, the process first. */
  readonly path: readonly Node[];
  /** An active scope of one of them. */
  readonly scope: Instance;
};

const refused = (message: string): CommandRejected => new CommandRejected('cannot-modify', message);

function pathTo(run: Run, inside: Instance, node: Node): readonly Node[] {
  const { nodes } = run.modelOf(inside);
  const path: Node[] = [];
  for (let at = nodes[node.container]; at !== undefined; at = nodes[at.container]) path.unshift(at);
  return path;
}

/** The place of an element: in the root process, or in the scope that the caller names. @throws CommandRejected */
export function placeOf(run: Run, elementId: string, ancestorKey?: number): Place {
  const scope = ancestorKey === undefined ? run.tree.root : run.tree.find(ancestorKey);
  if (scope === undefined)
    throw new CommandRejected('no-such-instance', `the run has no element instance ${ancestorKey}`);
  const node = nodeIn(run.modelOf(scope), elementId);
  const path = pathTo(run, scope, node);
  if (node.kind === 'process') throw refused(`${elementId} cannot be activated: it is a process`);
  if (!path.includes(run.nodeOf(scope))) throw refused(`${scope.el} does not contain ${elementId}`);
  if (isLoopBody(scope, run.nodeOf(scope)))
    throw refused(`${scope.el} is the loop as a whole: name one of its instances as the ancestor`);
  return { node, path, scope };
}

/** The place of an element that an instance is moved to: in the nearest scope around the instance that contains it. @throws CommandRejected */
export function placeFrom(run: Run, inst: Instance, elementId: string): Place {
  const node = nodeIn(run.modelOf(inst), elementId);
  const path = pathTo(run, inst, node);
  for (let at = inst; at.up !== 0 && at.model === undefined; ) {
    at = run.tree.parentOf(at);
    const around = run.nodeOf(at);
    if (path.includes(around) && !isLoopBody(at, around)) return { node, path, scope: at };
  }
  throw new CommandRejected('cannot-move', `${elementId} is not in the scope of ${inst.el} or a scope around it`);
}

/**
 * Finds or creates the scopes from the given one down to the element.
 * @param local variables by the id of the scope on which they are set
 * @throws CommandRejected when a scope has several active instances, or is a loop
 */
export function openPath(run: Run, { node, path, scope }: Place, local: ReadonlyMap<string, Variables>): Instance {
  const given = path.indexOf(run.nodeOf(scope));
  const store = (inst: Instance): void => {
    const variables = local.get(inst.el);
    if (variables !== undefined) setLocal(run, inst, variables);
  };
  for (let at: Instance = scope, depth = given; depth >= 0; depth -= 1) {
    store(at);
    if (depth > 0) at = run.tree.parentOf(at);
  }
  return path.slice(given + 1).reduce((around, container) => {
    // What can be activated in an ad-hoc sub-process begins an activation of its own.
    const isNew = container.kind === 'adHocInstance' && node.incoming.length === 0;
    const active = isNew ? [] : activeIn(run, around, container);
    const [only] = active;
    if (active.length > 1)
      throw refused(
        `${container.id} has ${active.length} active instances: name the one in which ${node.id} is activated`,
      );
    if ('loop' in container && container.loop !== null)
      throw refused(`${container.id} is a loop: name the instance of it in which ${node.id} is activated`);
    const inst = only ?? openScope(run, around, container);
    store(inst);
    return inst;
  }, scope);
}

function activeIn(run: Run, around: Instance, container: Node): readonly Instance[] {
  return run.tree.childrenOf(around).filter((child) => child.el === container.id && child.live !== undefined);
}

/** A scope without its start event and input mappings. Its boundary events and event sub-processes wait as usual. */
function openScope(run: Run, around: Instance, node: Node): Instance {
  const inst = create(run, around, node);
  run.tree.openScope(inst);
  const body = run.nodeOf(around);
  if (node.kind === 'adHocInstance' && body.kind === 'adHocSubProcess' && body.outputVariable !== null) {
    setLocal(run, inst, { [body.outputVariable]: null });
  }
  if (node.kind === 'adHocSubProcess') {
    inst.adHoc = {};
    setLocal(run, inst, {
      adHocSubProcessElements: node.elements,
      ...(node.outputCollection === null ? {} : { [node.outputCollection]: [] }),
    });
  }
  const planned = attempt(() => planAttached(run, inst, node));
  if (planned instanceof Failure) throw refused(`${node.id} cannot be opened: ${planned.message}`);
  openWaits(run, inst, planned);
  return inst;
}
