import type { ErrorId } from '@millrace/contract';
import type { Access } from '../../../access/authorize.js';
import type { Role } from '../../../access/role.js';
import { CatalogueError } from '../../../kernel/errors/catalogue-error.js';
import { isUuid } from '../../../kernel/identifiers.js';
import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { currentVersionOf } from '../../../sub-projects/records/version-queries.js';
import { KEEPING_LOCK, type ProcessRow, processColumns, ROW_LOCK } from '../processes/process-row.js';
import { coverage, coveringRoles } from './process-visibility.js';

/** The errors of {@link enterProcess}, and whether it locks. */
export interface EnterProcessOptions {
  /** Error where the id names no process of the sub-project. */
  readonly unknown: { readonly id: ErrorId; readonly status?: number };
  /** Error where no role that holds the grant covers the process. */
  readonly outside: ErrorId;
  /** `true`: locks the row until the transaction ends. `keep`: others may change it then, but not delete it. */
  readonly lock?: boolean | 'keep';
  /** The transaction of a caller that locks only where it needs to (see `readToChange`). */
  readonly toChange?: Transaction;
}

/** The process a request is about, and which of the caller's roles cover it (none for the administrator). */
export interface ProcessEntrance {
  readonly process: ProcessRow;
  readonly roles: readonly Role[];
  /** The current configuration of the sub-project when the process was read. */
  readonly versionId: string | null;
}

/**
 * The checks of the target and the row filter, in the order of D13: one statement by primary key. With `lock` both are
 * judged on the row as it is once the lock is held.
 *
 * @throws CatalogueError `options.unknown`, then `options.outside`
 */
export async function enterProcess(
  db: Queryable,
  subProject: SubProject,
  access: Access,
  processId: string,
  options: EnterProcessOptions,
): Promise<ProcessEntrance> {
  const found = isUuid(processId) ? await select(db, subProject, access, processId, options) : undefined;
  if (found === undefined) {
    const { id, status } = options.unknown;
    const detail = `There is no process "${processId.slice(0, 100)}" in the sub-project "${subProject.id}".`;
    throw new CatalogueError(id, detail, status === undefined ? {} : { status });
  }
  const { covered, versionId, ...process } = found;
  if (!access.unrestricted && covered.length === 0) {
    throw new CatalogueError(
      options.outside,
      `The process "${process.id}" is outside the row filter of the caller's role.`,
    );
  }
  return { process, roles: coveringRoles(access, covered), versionId };
}

async function select(
  db: Queryable,
  subProject: SubProject,
  access: Access,
  processId: string,
  { lock, toChange }: Pick<EnterProcessOptions, 'lock' | 'toChange'>,
) {
  const clause = lock === 'keep' ? KEEPING_LOCK : lock === true ? ROW_LOCK : '';
  const statement = sql`
    select ${processColumns}, ${coverage(subProject, access)} as covered,
      (${currentVersionOf(subProject.id)}) as "versionId"
    from processes p
    where p.sub_project_id = ${subProject.id} and p.id = ${processId}`;
  type Found = ProcessRow & { readonly covered: readonly number[]; readonly versionId: string | null };
  const [row] =
    toChange === undefined
      ? await db.run<Found>(sql`${statement} ${sql.raw(clause)}`)
      : await toChange.readToChange<Found>(statement, clause);
  return row;
}
