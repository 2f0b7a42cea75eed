import type { DelegationRow } from '../records/delegations/delegations.js';

/** A delegation, and for which open tasks it holds. */
export interface HeldDelegation extends DelegationRow {
  readonly subProjectId: string;
  /** The names by which tasks name the person: the user id and the ids of the clients (D151). */
  readonly personNames: readonly string[];
  /** Those for which the condition is true; null: there is no condition. */
  readonly taskIds: readonly string[] | null;
}
