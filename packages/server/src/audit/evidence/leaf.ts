import type { EvidenceRow, SealEntry } from '../records/evidence.js';
import { canonicalJson } from './canonical-json.js';

/** A row of the audit log as evidence shows it. */
export type EvidenceLog = Omit<EvidenceRow, 'createdTs'> & { readonly createdTs: string };

export const presentRow = ({ createdTs, ...row }: EvidenceRow): EvidenceLog => ({
  ...row,
  createdTs: createdTs.toISOString(),
});

/** The text that a leaf is the hash of: every column of the row. */
export const leafText = (row: EvidenceRow): string => canonicalJson(presentRow(row));

/** The text of the leaf that says which rows of a process a seal has. */
export const entryText = (entry: SealEntry, rowIds: readonly string[]): string =>
  canonicalJson(presentEntry(entry, rowIds));

/** What a seal says of a process, as evidence shows it. */
export const presentEntry = (
  { processId, number, positions, rowsBefore, previous }: SealEntry,
  rowIds: readonly string[],
) => ({
  processId,
  seal: number,
  rows: positions.map((position, at) => ({ id: rowIds[at] ?? '', position })),
  rowsBefore,
  previous,
});
