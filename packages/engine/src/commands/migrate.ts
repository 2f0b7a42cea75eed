import type { ExecutableModel } from '../model/executable-model.js';
import { INNER_INSTANCE, type Node } from '../model/node.js';
import { triggerOf, triggersIn } from '../model/triggers.js';
import { type Command, CommandRejected } from '../protocol/command.js';
import { fireIfReady } from '../run/control-flow/joins.js';
import { attempt, Failure } from '../run/core/failure.js';
import { raiseIncident } from '../run/core/incidents.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Run } from '../run/core/run.js';
import { isExecutionPhase, listenersOf } from '../run/lifecycle/listeners.js';
import { closeWaits, openWaits, planAttached } from '../run/waits/waits.js';
import type { Completion, Pending, Wait } from '../state/run-state.js';

type Migrate = Extract<Command, { type: 'migrate' }>;

/** What a migration compares, and the obstacles it found. `mapping` translates element ids of `from` to ids of `to`. */
type Plan = {
  readonly run: Run;
  readonly from: ExecutableModel;
  readonly to: ExecutableModel;
  readonly mapping: Migrate['mapping'];
  readonly obstacles: string[];
};

/**
 * Repair: continues the run with another version of its process. Every active element must exist there with the same kind, in the same
 * scope. Boundary events and event sub-processes are opened and closed to match.
 * @throws CommandRejected with all obstacles; nothing has changed then
 */
export function migrate(run: Run, command: Migrate): void {
  const to = run.models.get(command.toModelId);
  if (to === undefined)
    throw new CommandRejected('no-such-model', `the model ${command.toModelId} was not passed to the step`);
  const plan: Plan = { run, from: run.model(run.modelId), to, mapping: command.mapping, obstacles: [] };
  const own = run.tree.instances.filter((item) => belongsToRoot(run, item));
  const targets = new Map(own.map((inst) => [inst, target(plan, inst.el)]));
  for (const [inst, node] of targets) compare(plan, inst, node, targets);
  const work = run.tree.work.map((item) => mapWork(plan, item));
  const undo = new Map(own.map((inst) => [inst, mapUndo(plan, inst)]));
  if (plan.obstacles.length > 0) {
    throw new CommandRejected('cannot-migrate', plan.obstacles.slice(0, 3).join('; '), plan.obstacles);
  }
  run.tree.replaceWork(work);
  const kept = new Map(own.map((inst) => [inst, keptWaits(plan, inst, targets.get(inst))]));
  for (const inst of own) closeWaits(run, inst, (wait) => !kept.get(inst)?.has(wait.key));
  run.modelId = command.toModelId;
  for (const [inst, node] of targets) if (node !== undefined) rename(plan, inst, node, kept.get(inst), undo.get(inst));
  for (const [inst, node] of targets) if (node !== undefined) openMissing(run, inst, node);
  // The new version may need fewer tokens.
  for (const inst of own) if (inst.got !== undefined && run.isAlive(inst)) fireIfReady(run, inst);
  run.held = run.held.map((held) => ({
    ...held,
    el: own.some(({ key }) => key === held.inst) ? mapped(plan, held.el) : held.el,
  }));
  run.history('migrated', run.tree.root);
  run.conditionsDue = true;
}

function belongsToRoot(run: Run, inst: Instance): boolean {
  for (let at: Instance | undefined = inst; at !== undefined; at = run.tree.find(at.up))
    if (at.model !== undefined) return false;
  return true;
}

function mapped(plan: Plan, id: string): string {
  if (id === plan.from.processId) return plan.to.processId;
  if (id.endsWith(INNER_INSTANCE)) return `${mapped(plan, id.slice(0, -INNER_INSTANCE.length))}${INNER_INSTANCE}`;
  return Object.hasOwn(plan.mapping, id) ? (plan.mapping[id] ?? id) : id;
}

function target(plan: Plan, id: string): Node | undefined {
  return plan.to.nodeById.get(mapped(plan, id));
}

function compare(
  plan: Plan,
  inst: Instance,
  node: Node | undefined,
  targets: ReadonlyMap<Instance, Node | undefined>,
): void {
  const { run, obstacles } = plan;
  const before = run.nodeOf(inst);
  if (node === undefined) {
    obstacles.push(`${inst.el}: the new version has no element ${mapped(plan, inst.el)}`);
    return;
  }
  if (node.kind !== before.kind) obstacles.push(`${inst.el} is a ${before.kind} but ${node.id} is a ${node.kind}`);
  if (loopKind(node) !== loopKind(before)) obstacles.push(`${inst.el} and ${node.id} have different loop types`);
  const parent = inst.up === 0 ? undefined : targets.get(run.tree.parentOf(inst));
  const around = inst.nth === undefined ? node.container : node.index;
  if (inst.undoFor === undefined && (parent?.index ?? -1) !== around) {
    obstacles.push(`${inst.el} and ${node.id} are not in the same scope`);
  }
  if (
    inst.listens !== undefined &&
    listenersOf(node, inst.listens.on).length !== listenersOf(before, inst.listens.on).length
  ) {
    obstacles.push(`${inst.el} executes its listeners, and ${node.id} has other ones`);
  }
  for (const id of [...Object.keys(inst.got ?? {}), ...(inst.fired ?? [])]) {
    if (!node.incoming.some((flow) => flow.id === mapped(plan, id)))
      obstacles.push(`${id} does not lead into ${node.id}`);
  }
  for (const wait of inst.waits ?? []) {
    if (!isAttached(before, plan.from, wait) && keeps(plan, node, wait) === undefined) {
      obstacles.push(`${inst.el} waits for ${wait.el}, but ${node.id} does not`);
    }
  }
}

function loopKind(node: Node): string {
  const loop = 'loop' in node ? node.loop : null;
  return loop === null ? 'none' : `${loop.type}${loop.type === 'multi' && loop.sequential ? ' sequential' : ''}`;
}

/** Whether the wait is of a boundary event or event sub-process, which versions may add or remove. */
function isAttached(node: Node, model: ExecutableModel, wait: Wait): boolean {
  const kind = wait.el === node.id ? undefined : model.nodeById.get(wait.el)?.kind;
  return kind === 'boundaryEvent' || kind === 'startEvent';
}

/** The event of the new version that continues the wait: the same kind of trigger at the same place. */
function keeps(plan: Plan, node: Node, wait: Wait): Node | undefined {
  const event = target(plan, wait.el);
  if (event === undefined) return undefined;
  const trigger = triggerOf(plan.to.nodes, event);
  if (trigger === null || triggersIn(trigger)[wait.part ?? 0]?.type !== wait.on) return undefined;
  const belongs =
    event.index === node.index ||
    (event.kind === 'boundaryEvent' && event.attachedTo === node.index) ||
    (event.kind === 'startEvent' && plan.to.nodes[event.container]?.container === node.index) ||
    (node.kind === 'eventGateway' && node.events.includes(event.index));
  return belongs ? event : undefined;
}

function keptWaits(plan: Plan, inst: Instance, node: Node | undefined): ReadonlyMap<number, string> {
  const kept = new Map<number, string>();
  for (const wait of inst.waits ?? []) {
    const event = node === undefined ? undefined : keeps(plan, node, wait);
    if (event !== undefined) kept.set(wait.key, event.id);
  }
  return kept;
}

function mapWork(plan: Plan, item: Pending): Pending {
  const scope = plan.run.tree.scope(item.scope);
  if (!belongsToRoot(plan.run, scope)) return item;
  if (item.do === 'enter' || item.do === 'activate') {
    const node = target(plan, item.el);
    if (node === undefined) plan.obstacles.push(`${item.el}: the new version has no element ${mapped(plan, item.el)}`);
    return { ...item, el: mapped(plan, item.el) };
  }
  if (item.do !== 'flow') return item;
  const flow = plan.to.flowById.get(mapped(plan, item.flow));
  const inside = flow === undefined ? undefined : plan.to.nodes[flow.target]?.container;
  if (flow === undefined || inside !== target(plan, scope.el)?.index) {
    plan.obstacles.push(`a token is on ${item.flow}, which is not in the same scope of the new version`);
  }
  return { ...item, flow: mapped(plan, item.flow) };
}

function mapUndo(plan: Plan, inst: Instance): Pick<Instance, 'undo' | 'undoing'> {
  const map = (completion: Completion): Completion => {
    const { handler, inner } = completion;
    if (handler !== undefined && target(plan, handler) === undefined) {
      plan.obstacles.push(`${completion.el}: the new version has no compensation handler ${mapped(plan, handler)}`);
    }
    return {
      ...completion,
      el: mapped(plan, completion.el),
      ...(handler === undefined ? {} : { handler: mapped(plan, handler) }),
      ...(inner === undefined ? {} : { inner: inner.map(map) }),
    };
  };
  return {
    ...(inst.undo === undefined ? {} : { undo: inst.undo.map(map) }),
    ...(inst.undoing === undefined ? {} : { undoing: inst.undoing.map(map) }),
  };
}

function rename(
  plan: Plan,
  inst: Instance,
  node: Node,
  kept: ReadonlyMap<number, string> | undefined,
  undo: Pick<Instance, 'undo' | 'undoing'> | undefined,
): void {
  inst.el = node.id;
  if (inst.waits !== undefined)
    inst.waits = inst.waits.map((wait) => ({ ...wait, el: kept?.get(wait.key) ?? wait.el }));
  if (inst.got !== undefined) {
    inst.got = Object.fromEntries(Object.entries(inst.got).map(([id, count]) => [mapped(plan, id), count]));
  }
  if (inst.fired !== undefined) inst.fired = inst.fired.map((id) => mapped(plan, id));
  Object.assign(inst, undo);
}

/** Opens the additional waits of the new version, unless the instance has not begun or was interrupted. */
function openMissing(run: Run, inst: Instance, node: Node): void {
  if (inst.incident?.redo === 'in' || inst.incident?.redo === 'spin' || inst.cut === true) return;
  // Before its work an element has no waits yet, and after it none any more.
  if (inst.listens !== undefined && isExecutionPhase(inst.listens.on)) return;
  const nameOf = ({ el, part = 0 }: { readonly el: string; readonly part?: number }): string => `${part} ${el}`;
  const known = new Set((inst.waits ?? []).map(nameOf));
  const planned = attempt(() => planAttached(run, inst, node));
  if (!(planned instanceof Failure)) {
    openWaits(
      run,
      inst,
      planned.filter((plan) => !known.has(nameOf(plan))),
    );
  } else if (inst.incident === undefined) raiseIncident(run, inst, planned, 'wait');
}
