import type { Event } from '../operations/models.js';
import { commands } from '../requests/commands.js';
import type { Send } from '../transport/call.js';

/** Numbers of events of a process that did not come in their place. */
export interface EventGap {
  readonly processId: string;
  /** First and last number that is missing. */
  readonly from: number;
  readonly to: number;
  /** How many of them the service gave. The others are not for the caller, or were deleted. */
  readonly found: number;
}

/** Options of a gate. */
export interface EventGateOptions {
  readonly subProjectId: string;
  /** Number of the last event of each process that was handled, by process id; e.g. stored from a run before. */
  readonly handled?: Iterable<readonly [string, number]> | undefined;
  /** Called when numbers were missing. */
  readonly onGap?: ((gap: EventGap) => void) | undefined;
}

/**
 * Hands on the events of each process in their order, each once, whatever the way they came: it drops those that it has seen, and
 * fetches those that are missing. Give it the events of all types: with some types alone, numbers are missing as a rule.
 */
export interface EventGate {
  /** The events to handle now, in order: the given one and those before it that were missing; none when it was handled. */
  accept(event: Event): Promise<readonly Event[]>;
  /** The events of a subscription, in order and without gaps. */
  pass(events: AsyncIterable<Event>): AsyncIterable<Event>;
  /** Number of the last event of a process that was handed on. */
  handled(processId: string): number | undefined;
}

/** Processes that a gate remembers; those that were quiet for longest are forgotten first. */
const MOST_PROCESSES = 100_000;
const PAGE = 1000;

export function eventGate(send: Send, { subProjectId, handled = [], onGap }: EventGateOptions): EventGate {
  const last = new Map<string, number>(handled);

  const missing = async (processId: string, after: number, before: number): Promise<readonly Event[]> => {
    const found: Event[] = [];
    for (let from = after; from < before - 1; ) {
      const { events } = await send(
        commands.getEvents({ subProjectId, processId, afterSequence: String(from), limit: String(PAGE) }),
      );
      found.push(...events.filter(({ sequence }) => Number(sequence) < before));
      const reached = Number(events.at(-1)?.sequence ?? before);
      if (events.length < PAGE || reached >= before - 1) break;
      from = reached;
    }
    return found;
  };

  const accept = async (event: Event): Promise<readonly Event[]> => {
    const { processId } = event;
    if (processId === null || event.sequence === null) return [event];
    const sequence = Number(event.sequence);
    const before = last.get(processId);
    if (before !== undefined && sequence <= before) return [];
    const between = before === undefined || sequence === before + 1 ? [] : await missing(processId, before, sequence);
    if (before !== undefined && sequence > before + 1) {
      onGap?.({ processId, from: before + 1, to: sequence - 1, found: between.length });
    }
    last.delete(processId);
    last.set(processId, sequence);
    const [oldest] = last.keys();
    if (last.size > MOST_PROCESSES && oldest !== undefined) last.delete(oldest);
    return [...between, event];
  };

  return {
    accept,
    async *pass(events) {
      for await (const event of events) yield* await accept(event);
    },
    handled: (processId) => last.get(processId),
  };
}
