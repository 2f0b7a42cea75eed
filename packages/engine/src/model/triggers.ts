import type { Node, SingleAction, SingleTrigger, ThrowAction, Trigger } from './node.js';

/** The things that an event waits for; a wait names one of them by its position. */
export function triggersIn(trigger: Trigger): readonly SingleTrigger[] {
  return trigger.type === 'multiple' ? trigger.parts : [trigger];
}

/** The things that an event does. */
export function actionsIn(action: ThrowAction): readonly SingleAction[] {
  return action.type === 'multiple' ? action.parts : [action];
}

/** What the event waits for; the trigger of an event sub-process belongs to its start event. */
export function triggerOf(nodes: readonly Node[], event: Node): Trigger | null {
  const holder = event.kind === 'startEvent' ? nodes[event.container] : event;
  if (holder?.kind === 'eventSubProcess') return holder.trigger;
  return 'trigger' in event ? event.trigger : null;
}

/** Whether the event occurs only when all of its definitions have occurred. */
export function waitsForAll(trigger: Trigger | null): boolean {
  return trigger?.type === 'multiple' && trigger.parallel;
}
