import type { LoggedEvent } from '../../events/records/event-log.js';
import type { Dimension, Entry } from '../records/stays.js';

/** The types of events that move a process. */
export const movingTypes = ['process.created', 'process.updated'];

const dimensions: readonly Dimension[] = ['state', 'stageKey'];

/** The states and stages that a process came into by an event. */
export function entriesOf({ processId, data, createdTs: at, position }: LoggedEvent): readonly Entry[] {
  const { before, after } = data as Changes;
  if (processId === null || !after) return [];
  return dimensions.flatMap((dimension) => {
    const value = after[dimension];
    // A change to the value that it had is none.
    if (typeof value !== 'string' || before?.[dimension] === value) return [];
    return [{ processId, dimension, value, at, position }];
  });
}

/** `data` of the events; that of a deleted process is empty. */
interface Changes {
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
}
