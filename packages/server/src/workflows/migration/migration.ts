import { namesNothing } from '../../kernel/errors/request-errors.js';
import type { Queryable, Transaction } from '../../postgres/database.js';
import { findDefinitionByNumber } from '../../sub-projects/records/definition-queries.js';
import { findWorkflow } from '../../sub-projects/records/find-workflow.js';
import { renameElements } from '../records/rename-elements.js';
import type { RunRow } from '../records/run-row.js';
import type { OperatorCommand } from '../run/operate-run.js';

/** Versions of a workflow are numbered from 1. */
const VERSION = /^[1-9]\d{0,8}$/;

/** Where runs are moved to. */
export interface Migration {
  readonly definitionId: string;
  /** Element ids of the old version to those of the new one. */
  readonly mapping: Readonly<Record<string, string>>;
}

/**
 * The version of a workflow that a request names; without one the current version.
 *
 * @throws CatalogueError 1200 (404) for a version that the workflow does not have
 */
export async function findVersion(
  db: Queryable,
  { subProjectId, workflowId }: { readonly subProjectId: string; readonly workflowId: string },
  version: string | undefined,
): Promise<string> {
  const found =
    version === undefined
      ? (await findWorkflow(db, subProjectId, workflowId))?.currentDefinitionId
      : VERSION.test(version)
        ? await findDefinitionByNumber(db, subProjectId, workflowId, Number(version))
        : undefined;
  if (found === undefined) throw namesNothing(`The workflow has no version "${version?.slice(0, 20) ?? ''}".`);
  return found;
}

/** The command that moves a run to another version. */
export const migrateCommand = (run: RunRow, { definitionId, mapping }: Migration): OperatorCommand => ({
  command: { type: 'migrate', toModelId: definitionId, mapping },
  action: 'run.migrate',
  after: { definitionId, from: run.definitionId, mapping },
  definitionId,
});

/** What follows {@link migrateCommand} in the same transaction. */
export const renameFor =
  ({ mapping }: Pick<Migration, 'mapping'>) =>
  (tx: Transaction, run: RunRow): Promise<void> =>
    renameElements(tx, run, mapping);

/** A null-prototype record, so that no element id is mistaken for a member of Object. */
export function elementIds(mapping: object): Readonly<Record<string, string>> {
  const ids: Record<string, string> = Object.create(null);
  for (const [from, to] of Object.entries(mapping)) ids[from] = String(to);
  return ids;
}
