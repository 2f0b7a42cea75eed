import { isDeepStrictEqual } from 'node:util';
import type { Receiver } from '../load/receivers.js';
import type { Findings } from '../support/findings.js';
import type { Json } from '../support/json.js';

export interface DeliveriesToCheck {
  readonly findings: Findings;
  /** The log from its first position on. */
  readonly log: readonly Json[];
  readonly receivers: readonly Receiver[];
}

/** Checks that each receiver got every event of the log, nothing else, and the events of a process in their order. */
export function checkDeliveries({ findings, log, receivers }: DeliveriesToCheck): void {
  const byId = new Map(log.map((event) => [String(event.id), event]));
  for (const receiver of receivers) {
    const { name, ordering, deliveries, forged } = receiver;
    if (forged > 0) findings.add('every request of a webhook is signed', `${name}: ${forged} are not`);
    const got = new Set(deliveries.map(({ id }) => id));
    for (const [id, event] of byId) {
      if (!got.has(id)) findings.add('a receiver gets every event', `${name}: not ${String(event.position)} ${id}`);
    }
    for (const { id, event } of deliveries) {
      const logged = byId.get(id);
      if (logged === undefined) findings.add('a receiver gets only events of the log', `${name}: ${id}`);
      else if (!isEvent(event, logged)) {
        findings.add('a receiver gets what the log has', `${name}: ${JSON.stringify(event).slice(0, 300)}`);
      }
    }
    if (ordering === 'process') checkOrder(findings, receiver);
  }
}

/** Without the members that only a webhook has; `data` is there with the payload `full`. */
function isEvent({ changed: _changed, replay: _replay, payload, ...sent }: Json, logged: Json): boolean {
  const { data: _data, ...head } = logged;
  return isDeepStrictEqual(sent, payload === 'full' ? logged : head);
}

/** An event may come again; the next one of its process comes only after it. */
function checkOrder(findings: Findings, { name, deliveries }: Receiver): void {
  const last = new Map<string, number>();
  for (const { event } of deliveries) {
    if (event.processId === null || event.sequence === null) continue;
    const processId = String(event.processId);
    const sequence = Number(event.sequence);
    const before = last.get(processId) ?? 0;
    if (sequence > before + 1) {
      findings.add(
        'a receiver gets the events of a process in order',
        `${name}: ${processId} ${sequence} after ${before}`,
      );
    }
    last.set(processId, Math.max(before, sequence));
  }
}
