import { type ErrorId, type Operation, type OperationId, operations } from '@millrace/contract';
import type { Access } from '../../access/authorize.js';
import type { Role } from '../../access/role.js';
import { rowFilterOf } from '../../access/row-filter.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import type { Queryable } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { findProcess } from '../records/processes/find-process.js';
import { enterProcess } from '../records/visibility/enter-process.js';
import type { Findings } from './explanation.js';

/** What is needed to judge the process a question names. */
export interface ProcessQuestion {
  readonly subProject: SubProject;
  readonly access: Access;
  readonly operation: OperationId;
  readonly processId: string | undefined;
}

/**
 * The checks of the target and the row filter (D13), made by the same function that makes them for the operation.
 *
 * @returns the roles that cover the process; undefined when no process was checked
 */
export async function explainProcess(
  db: Queryable,
  findings: Findings,
  question: ProcessQuestion,
): Promise<readonly Role[] | undefined> {
  const { subProject, access, operation, processId } = question;
  const { process: target }: Operation = operations[operation];
  if (target !== undefined && 'takesUnlimited' in target) {
    explainUnlimited(findings, access, target.takesUnlimited);
    return undefined;
  }
  if (processId === undefined) return undefined;
  if (target === undefined || 'notLimited' in target) {
    findings.skipped('rowFilter', target?.notLimited ?? 'The operation is not about a process.');
    return undefined;
  }
  const errors =
    'leavesOut' in target ? { unknown: { id: errorIds.processNotFound }, outside: errorIds.outsideRowFilter } : target;
  const exists = (await findProcess(db, subProject.id, processId)) !== undefined;
  if (exists) findings.passed('process', 'It exists.');
  try {
    const { roles } = await enterProcess(db, subProject, access, processId, errors);
    const [role] = roles;
    if (role === undefined) findings.passed('rowFilter', 'No row filter applies to the administrator.');
    else findings.passed('rowFilter', `Covered by ${roles.map(({ name }) => name).join(', ')}.`, partOf(role));
    return roles;
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    const check = exists ? 'rowFilter' : 'process';
    if ('leavesOut' in target) {
      findings.skipped(check, exists ? `No role covers it: the list leaves out ${target.leavesOut}.` : error.detail);
    } else findings.failed(check, error, exists ? partOf(access.roles[0]) : check);
    return exists ? [] : undefined;
  }
}

/** The part of a role's declaration that limits which processes it covers. */
function partOf(role: Role | undefined): string {
  if (role === undefined) return 'rowFilter';
  if (role.filter !== undefined) return `/roles/${role.name}/filter`;
  return role.stages.all ? `/roles/${role.name}` : `/roles/${role.name}/stages`;
}

function explainUnlimited(findings: Findings, access: Access, error: ErrorId): void {
  if (access.unrestricted) return;
  const roles = access.roles.filter((role) => role.call?.all === true);
  if (roles.length > 0 && rowFilterOf({ ...access, roles }) === undefined) return;
  const detail =
    'It may reach every run of the sub-project: it needs a role with "call: true", without filter and stages.';
  findings.failed('rowFilter', new CatalogueError(error, detail), partOf(access.roles[0]));
}
