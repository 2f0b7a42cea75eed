import { type BulkReason, errorCatalogue, isErrorId } from '@millrace/contract';
import type { BulkOutcomes, ErrorReason } from '../records/bulk/bulk-queries.js';

/** The code name of an error as it is stored; empty for one that this version does not know. */
export const codeOf = (id: number): string => (isErrorId(id) ? errorCatalogue[id].code : '');

/** A reason on the wire. */
export const presentReason = ({ errorId: id, detail, count, processIds }: ErrorReason): BulkReason => ({
  id,
  code: codeOf(id),
  detail,
  count: String(count),
  processIds: [...processIds],
});

/** Outcomes on the wire, by name. */
export const presentOutcomes = (outcomes: BulkOutcomes) =>
  Object.entries(outcomes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([outcome, count]) => ({ outcome, count: String(count) }));
