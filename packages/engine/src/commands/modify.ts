import type { Node } from '../model/node.js';
import { type Command, CommandRejected, type InstanceRef, type VariableInstruction } from '../protocol/command.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Run } from '../run/core/run.js';
import { decisionOf } from '../run/variables/branch-decision.js';
import { setLocal } from '../run/variables/variables.js';
import type { Variables } from '../state/run-state.js';
import { openPath, type Place, placeFrom, placeOf } from './modify-scopes.js';
import { terminate } from './modify-terminate.js';

/**
 * Repair: activates elements, then terminates instances. A moved instance is terminated, and its target is activated in the nearest
 * scope around it that contains the target.
 * @throws CommandRejected when one instruction cannot be applied; nothing has changed then
 */
export function modify(run: Run, command: Extract<Command, { type: 'modify' }>): void {
  const { activate = [], terminate: ended = [], move = [] } = command;
  if (activate.length + ended.length + move.length === 0) throw refused('the modification names nothing to change');
  const leaving = new Set(ended.flatMap((ref) => instancesOf(run, ref)));
  for (const { elementId, ancestorKey, variableInstructions } of activate) {
    begin(run, placeOf(run, elementId, ancestorKey), variableInstructions, {});
  }
  for (const instruction of move) {
    for (const inst of instancesOf(run, instruction)) {
      leaving.add(inst);
      run.history('moved', inst);
      begin(run, placeFrom(run, inst, instruction.toElementId), instruction.variableInstructions, decisionOf(inst));
    }
  }
  for (const inst of leaving) terminate(run, inst);
}

function instancesOf(run: Run, ref: InstanceRef): readonly Instance[] {
  if ('key' in ref) {
    const inst = run.tree.find(ref.key);
    if (inst === undefined) throw new CommandRejected('no-such-instance', `the run has no element instance ${ref.key}`);
    return [inst];
  }
  const { elementId } = ref;
  // Of a loop, its body: it contains the other instances.
  const found = run.tree.instances.filter((inst) => inst.el === elementId && inst.nth === undefined);
  if (found.length === 0) throw new CommandRejected('no-such-instance', `${elementId} is not active in the run`);
  return found;
}

/** Opens the scopes around the element, sets the variables and puts a token before it. */
function begin(
  run: Run,
  place: Place,
  instructions: readonly VariableInstruction[] = [],
  decision: { readonly approved?: boolean },
): void {
  const { node } = place;
  refuseTarget(run, place, node);
  const local = new Map<string, Variables>();
  for (const { scopeId, variables } of instructions) {
    if (scopeId !== undefined && scopeId !== node.id && !place.path.some(({ id }) => id === scopeId)) {
      throw refused(`${scopeId} does not contain ${node.id}, so no variables can be set there for it`);
    }
    const id = scopeId ?? '';
    local.set(id, { ...local.get(id), ...variables });
  }
  const global = local.get('');
  if (global !== undefined) setLocal(run, processOf(run, place.scope), global);
  const scope = openPath(run, place, local);
  const vars = local.get(node.id);
  run.tree.push(scope, {
    do: 'enter',
    el: node.id,
    scope: scope.key,
    ...decision,
    ...(vars === undefined ? {} : { vars }),
  });
}

function processOf(run: Run, inst: Instance): Instance {
  let at = inst;
  while (at.model === undefined && at.up !== 0) at = run.tree.parentOf(at);
  return at;
}

function refuseTarget(run: Run, { scope }: Place, node: Node): void {
  const reason = whyNot(node);
  if (reason !== null) throw refused(`${node.id} cannot be activated: ${reason}`);
  const { nodes } = run.modelOf(scope);
  if (node.incoming.some((flow) => nodes[flow.source]?.kind === 'eventGateway')) {
    throw refused(`${node.id} cannot be activated: it belongs to an event-based gateway, activate the gateway`);
  }
}

function whyNot(node: Node): string | null {
  if ('isHandler' in node && node.isHandler) return 'it is a compensation handler';
  switch (node.kind) {
    case 'startEvent':
      return 'it is a start event, activate what contains it';
    case 'boundaryEvent':
      return 'it is a boundary event, activate the element that follows it';
    case 'adHocInstance':
      return 'activate an element inside the ad-hoc sub-process';
    default:
      return null;
  }
}

const refused = (message: string): CommandRejected => new CommandRejected('cannot-modify', message);
