import type { Delegation } from '@millrace/contract';
import type { DelegationRow } from '../records/delegations/delegations.js';

/** A delegation on the wire. @param names by user id */
export const presentDelegation = (row: DelegationRow, names: Readonly<Record<string, string>>): Delegation => ({
  id: row.id,
  person: { id: row.personId, name: names[row.personId] ?? row.personId },
  substitute: { id: row.substituteId, name: names[row.substituteId] ?? row.substituteId },
  fromTs: row.fromTs.toISOString(),
  untilTs: row.untilTs?.toISOString() ?? null,
  workflowIds: row.workflowIds === null ? null : [...row.workflowIds],
  condition: row.condition,
  reason: row.reason,
  createdBy: row.createdBy,
  createdTs: row.createdTs.toISOString(),
});

/** The same for the audit log. */
export const auditedDelegation = ({ personId, substituteId, ...row }: DelegationRow): object => ({
  personId,
  substituteId,
  fromTs: row.fromTs.toISOString(),
  untilTs: row.untilTs?.toISOString() ?? null,
  workflowIds: row.workflowIds,
  condition: row.condition,
  reason: row.reason,
});
