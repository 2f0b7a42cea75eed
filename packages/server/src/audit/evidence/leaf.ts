import type { EvidenceRow } from '../records/evidence.js';
import { canonicalJson } from './canonical-json.js';

/** A row of the audit log as evidence shows it. */
export type EvidenceLog = Omit<EvidenceRow, 'createdTs'> & { readonly createdTs: string };

export const presentRow = ({ createdTs, ...row }: EvidenceRow): EvidenceLog => ({
  ...row,
  createdTs: createdTs.toISOString(),
});

/** The text that a leaf is the hash of: every column of the row. */
export const leafText = (row: EvidenceRow): string => canonicalJson(presentRow(row));
