import type { Variables } from '@millrace/engine';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';

/** The process as expressions see it under the name `process` (D22): its members, with the dynamic fields in `fields`. */
export const processVariable = (process: ProcessRow): Variables => ({
  id: process.id,
  state: process.state,
  priority: process.priority,
  stageKey: process.stageKey,
  fields: process.fields,
  createdTs: process.createdTs.toISOString(),
  updatedTs: process.updatedTs.toISOString(),
});
