import type { Node, SingleTrigger, Trigger, Value } from '../model/node.js';
import { triggersIn } from '../model/triggers.js';
import { implicitStarts, instantiates, isEventSubProcess, linkKey, type Raw } from './graph/layout.js';
import type { BuildContext } from './nodes/build-context.js';
import { catchesRejection } from './nodes/read-rejection.js';
import { flag, hasCompensation } from './xml/moddle.js';

/** Checks the structure of the diagram, and warns of diagrams that run in ways their authors may not expect. */
export function validate(context: BuildContext, nodes: readonly (Node | null)[]): void {
  const { findings, layout } = context;
  for (const raw of layout.raws) checkFlows(context, raw);
  for (const node of nodes) {
    if (node === null) continue;
    if ('boundary' in node) checkBoundaries(context, node, nodes);
    if (node.kind === 'eventGateway') {
      for (const index of node.events) {
        const event = nodes[index];
        if (event?.listeners == null || event.listeners.start.length === 0) continue;
        const message =
          'start listeners of an event behind an event-based gateway are not executed: put them on the gateway';
        findings.warn(event.id, 'listener-not-executed', message);
      }
    }
    if ('eventSubProcesses' in node) {
      const triggers = node.eventSubProcesses.map((index) => nodes[index]);
      checkDuplicates(context, triggers, 'two event sub-processes of one scope catch');
    }
    if (node.kind === 'eventGateway') {
      const events = node.events.map((index) => nodes[index]);
      checkDuplicates(context, events, 'two events behind one gateway wait for');
    }
    if (node.kind === 'process') {
      const starts = nodes.filter((start) => start?.kind === 'startEvent' && start.container === node.index);
      checkDuplicates(context, starts, 'two start events wait for');
    }
    if (
      node.kind === 'userTask' &&
      node.decision &&
      node.rejection === null &&
      !caughtAround(context, node.container)
    ) {
      findings.warn(
        node.id,
        'rejection-not-modelled',
        'nothing in the diagram handles a rejection here: approved = false ends the whole run as REJECTED',
      );
    }
  }
  warnUnreachable(context);
}

function checkFlows({ findings, layout }: BuildContext, raw: Raw): void {
  const incoming = (layout.incoming[raw.index] ?? []).length;
  const outgoing = (layout.outgoing[raw.index] ?? []).length;
  if ((raw.type === 'StartEvent' || raw.type === 'BoundaryEvent') && incoming > 0) {
    findings.error(raw.id, 'bad-flow', 'no sequence flow may lead into this event');
  }
  if (raw.type === 'EndEvent' && outgoing > 0)
    findings.error(raw.id, 'bad-flow', 'no sequence flow may leave an end event');
  if (linkKey(raw) !== null && (raw.type === 'IntermediateThrowEvent' ? outgoing : incoming) > 0) {
    findings.error(
      raw.id,
      'bad-flow',
      'a link replaces a sequence flow: none leaves its throw event or leads to its catch event',
    );
  }
  if (raw.type === 'BoundaryEvent' && outgoing > 0 && hasCompensation(raw.xml)) {
    findings.error(
      raw.id,
      'bad-flow',
      'a compensation boundary event leads to its handler by an association, not by a flow',
    );
  }
  if (flag(raw.xml, 'isForCompensation') === true && incoming + outgoing > 0) {
    findings.error(raw.id, 'bad-flow', 'a compensation handler has no incoming and no outgoing flows');
  }
}

function checkBoundaries(
  context: BuildContext,
  node: Extract<Node, { boundary: unknown }>,
  nodes: readonly (Node | null)[],
): void {
  const events = node.boundary.map((index) => nodes[index]);
  checkDuplicates(context, events, 'two boundary events of one activity catch');
}

/** With two handlers for the same code in one place, it would be undefined which one catches. */
function checkDuplicates(
  { findings }: BuildContext,
  handlers: readonly (Node | null | undefined)[],
  where: string,
): void {
  const seen = new Set<string>();
  for (const handler of handlers) {
    if (handler === null || handler === undefined || !('trigger' in handler) || handler.trigger === null) continue;
    const trigger: Trigger = handler.trigger;
    for (const single of triggersIn(trigger)) {
      if (single.type === 'message' || single.type === 'signal') {
        checkSameName(findings, seen, handler, single, where);
        continue;
      }
      if (single.type !== 'error' && single.type !== 'escalation' && single.type !== 'cancel') continue;
      const code =
        single.type === 'cancel' ? '' : single.code === null ? ' of any code' : ` ${JSON.stringify(single.code)}`;
      const what = `${single.type}${code}`;
      if (seen.has(what)) findings.error(handler.id, 'duplicate-handler', `${where} the ${what}`);
      seen.add(what);
    }
  }
}

/** Two events that wait for the same message get it one by one; of two for the same signal, one that interrupts leaves the other none. */
function checkSameName(
  findings: BuildContext['findings'],
  seen: Set<string>,
  event: Node,
  trigger: Extract<SingleTrigger, { type: 'message' | 'signal' }>,
  where: string,
): void {
  // Each start event of a signal starts a run of its own.
  if (trigger.type === 'signal' && event.kind === 'startEvent') return;
  const interrupts = !('interrupting' in event) || event.interrupting;
  const key =
    trigger.type === 'message' && trigger.correlationKey !== null ? ` ${sourceOf(trigger.correlationKey)}` : '';
  const what = `${trigger.type} ${JSON.stringify(sourceOf(trigger.name))}`;
  if (seen.has(`${what}${key}`) && (trigger.type === 'message' || interrupts))
    findings.error(event.id, 'duplicate-handler', `${where} the ${what}`);
  if (trigger.type === 'message' || interrupts) seen.add(`${what}${key}`);
}

const sourceOf = (value: Value): string => (value.type === 'literal' ? value.text : value.expression.source.trim());

/** Whether an enclosing scope catches REJECTED: by a boundary event or an event sub-process. */
function caughtAround({ layout }: BuildContext, container: number): boolean {
  for (let at = layout.raws[container]; at !== undefined; at = layout.raws[at.container]) {
    if ((layout.attached.get(at.index) ?? []).some((event) => catchesRejection(event.xml))) return true;
    for (const member of layout.members[at.index] ?? []) {
      if (!isEventSubProcess(member)) continue;
      const inside = layout.members[member.index] ?? [];
      if (inside.some((start) => start.type === 'StartEvent' && catchesRejection(start.xml))) return true;
    }
  }
  return false;
}

function warnUnreachable({ findings, layout, graph }: BuildContext): void {
  const reached = new Set<number>([0]);
  const queue = [0];
  const forward: number[][] = layout.raws.map(() => []);
  graph.jumps.forEach((sources, target) => {
    for (const source of sources) forward[source]?.push(target);
  });
  for (const flow of layout.flows) forward[flow.source]?.push(flow.target);
  const visit = (index: number): void => {
    if (reached.has(index)) return;
    reached.add(index);
    queue.push(index);
  };
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const next of forward[at] ?? []) visit(next);
    const begins = layout.raws[at];
    if (begins !== undefined) for (const index of implicitStarts(layout, begins)) visit(index);
    for (const member of layout.members[at] ?? []) {
      const entered = member.type === 'StartEvent' || isEventSubProcess(member);
      if (entered || instantiates(member) || flag(member.xml, 'isForCompensation') === true) visit(member.index);
    }
  }
  for (const raw of layout.raws) {
    if (reached.has(raw.index) || !reached.has(raw.container)) continue;
    findings.warn(raw.id, 'unreachable', 'no path leads here, so it never runs');
  }
}
