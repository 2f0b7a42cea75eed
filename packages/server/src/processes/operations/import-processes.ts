import { operations } from '@millrace/contract';
import type { Access } from '../../access/authorize.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import { findUnstorable } from '../../kernel/json-hygiene.js';
import { inTimeSlices } from '../../kernel/time-slices.js';
import { type Transaction, transaction } from '../../postgres/database.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Caller, UseCase } from '../../use-case/caller.js';
import { unexpectedAs } from '../../use-case/unexpected.js';
import { type PlannedProcess, planProcess, storeProcess } from '../change/plan-process.js';
import type { ProcessDeps } from '../change/process-ports.js';
import { type ImportRow, readRows } from '../import/read-rows.js';

/** Errors that an answer names; what is wrong with one row is often wrong with all. */
const MOST_ERRORS = 100;

interface LineError {
  readonly line: number;
  readonly error: CatalogueError;
}

interface PlannedRow {
  readonly line: number;
  readonly planned: PlannedProcess;
}

/**
 * importProcesses: all rows in one transaction, or none (D16). Half an import is worse than none, because repeating it would
 * create the good half twice; with an Idempotency-Key a whole one can be repeated safely (D27). A dry run does the same and
 * rolls back, so it finds what refers to nothing too.
 *
 * Cost: two statements per row, and one more for users and files it refers to.
 */
export const importProcesses =
  (deps: ProcessDeps): UseCase<'importProcesses'> =>
  async (caller, { subProjectId, format, content, dryRun }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.importProcesses);
    const { rows, errors } = await planRows(subProject, access, readRows(subProject, format, content));
    const store = (tx: Transaction) => storeRows(tx, caller, deps, subProject, rows);
    return unexpectedAs(errorIds.creatingFailed, 'The processes could not be created.', async () => {
      if (dryRun === true) {
        const found = [...errors, ...(await rolledBack(deps, store))];
        return { created: found.length === 0 ? String(rows.length) : '0', ids: [], errors: present(found) };
      }
      refuse(errors);
      return caller.write(async (tx) => {
        refuse(await store(tx));
        return { created: String(rows.length), ids: rows.map(({ planned }) => planned.process.id), errors: [] };
      });
    });
  };

async function planRows(subProject: SubProject, access: Access, given: Iterable<ImportRow>) {
  const rows: PlannedRow[] = [];
  const errors: LineError[] = [];
  for await (const { line, request } of inTimeSlices(given)) {
    try {
      if (request instanceof CatalogueError) throw request;
      const blame = findUnstorable(request);
      if (blame !== undefined) throw invalidValue(`${blame.pointer}: ${blame.detail}`);
      rows.push({ line, planned: planProcess(subProject, access, request) });
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      errors.push({ line, error });
    }
  }
  return { rows, errors };
}

async function storeRows(
  tx: Transaction,
  caller: Caller,
  deps: ProcessDeps,
  subProject: SubProject,
  rows: readonly PlannedRow[],
): Promise<readonly LineError[]> {
  const errors: LineError[] = [];
  for (const { line, planned } of rows) {
    for (const { pointer, detail } of (await storeProcess(tx, caller, deps, subProject, planned)).refused) {
      errors.push({ line, error: invalidValue(`${pointer}: ${detail}`) });
    }
  }
  return errors;
}

/** Carries the outcome of a dry run out of its transaction, which it ends. */
class DryRunOver extends Error {
  override readonly name = 'DryRunOver';
  constructor(readonly errors: readonly LineError[]) {
    super('a dry run keeps nothing');
  }
}

async function rolledBack(
  { db }: ProcessDeps,
  store: (tx: Transaction) => Promise<readonly LineError[]>,
): Promise<readonly LineError[]> {
  try {
    return await transaction(db, async (tx) => {
      throw new DryRunOver(await store(tx));
    });
  } catch (error) {
    if (error instanceof DryRunOver) return error.errors;
    throw error;
  }
}

const present = (errors: readonly LineError[]) =>
  errors
    .toSorted((a, b) => a.line - b.line)
    .slice(0, MOST_ERRORS)
    .map(({ line, error }) => ({ line, id: error.id, detail: error.detail }));

/** @throws CatalogueError with the id of the first line that is wrong, naming up to {@link MOST_ERRORS} */
function refuse(errors: readonly LineError[]): void {
  const [first] = errors;
  if (first === undefined) return;
  const rest = errors.length === 1 ? '' : ` ${errors.length} errors in all; dryRun lists them.`;
  throw new CatalogueError(first.error.id, `Nothing was created. Line ${first.line}: ${first.error.detail}${rest}`, {
    status: first.error.status,
    errors: present(errors).map(({ line, detail }) => ({ pointer: `/content/${line}`, detail })),
  });
}
