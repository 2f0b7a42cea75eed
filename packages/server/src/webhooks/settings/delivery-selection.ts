import { eventPatterns } from '../../events/reading/event-patterns.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { DeliverySelection, DeliveryState } from '../records/deliveries.js';

/** The members with which requests select deliveries. */
export interface GivenSelection {
  readonly state?: DeliveryState | undefined;
  readonly types?: readonly string[] | undefined;
  readonly processId?: string | undefined;
  readonly createdTsFrom?: string | undefined;
  readonly createdTsTo?: string | undefined;
}

/** Names no process. */
const NOTHING = '00000000-0000-0000-0000-000000000000';

/**
 * Reads which deliveries are meant.
 *
 * @throws CatalogueError 1232
 */
export function deliverySelection({
  state,
  types,
  processId,
  createdTsFrom,
  createdTsTo,
}: GivenSelection): DeliverySelection {
  return {
    state,
    types: eventPatterns(types),
    processId: processId === undefined || isUuid(processId) ? processId : NOTHING,
    createdTsFrom: timeOf('createdTsFrom', createdTsFrom),
    createdTsTo: timeOf('createdTsTo', createdTsTo),
  };
}

/**
 * Reads a date-time of a request.
 *
 * @throws CatalogueError 1232
 */
export function timeOf(name: string, text: string | undefined): Date | undefined {
  if (text === undefined || text === '') return undefined;
  const time = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(time.getTime())) return time;
  throw blame(name, `${name} must be a date-time such as 2026-01-31T09:30:00Z.`);
}

const blame = (name: string, detail: string) => invalidValue(detail, [{ pointer: `/${name}`, detail }]);
