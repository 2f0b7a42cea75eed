import { type Access, listedFor } from '../../access/authorize.js';
import { auditInsert } from '../../audit/records/append.js';
import { mayNotCreate } from '../../kernel/errors/access-errors.js';
import type { Blame } from '../../kernel/errors/catalogue-error.js';
import { invalidValue, namesNothing } from '../../kernel/errors/request-errors.js';
import { noDefaultStage } from '../../kernel/errors/sub-project-errors.js';
import { newId } from '../../kernel/identifiers.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import type { Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type Caller, principalId } from '../../use-case/caller.js';
import { insertProcess, type NewProcess } from '../records/processes/write-process.js';
import { checkReferences } from './check-references.js';
import { initialFields } from './initial-fields.js';
import { knownFields } from './known-fields.js';
import { describe, mustBeOneOf, refuseUnknown } from './plan-change.js';
import type { ProcessPorts } from './process-ports.js';
import { findTakenValues, unlessTakenMeanwhile } from './unique-values.js';

/** What a new process is asked to have. */
export interface ProcessRequest {
  readonly fields?: object;
  readonly priority?: string;
  readonly stageKey?: string;
}

/** A process that may be created if the users and files that its fields name may be referred to. */
export interface PlannedProcess {
  readonly process: NewProcess;
  readonly values: ReadonlyMap<string, unknown>;
}

/**
 * Judges a new process and gives it its id, state, stage, priority and defaults (D16).
 *
 * @throws CatalogueError 1206, 1231, 1223, 1200 with 404 for an unknown stage (D14), 1232
 */
export function planProcess(subProject: SubProject, access: Access, request: ProcessRequest): PlannedProcess {
  const names = Object.keys(request.fields ?? {});
  refuseUnlisted(subProject, access, request, names);
  const known = knownFields(access.principal, subProject);
  refuseUnknown(subProject, names, 'fields', known);
  const stageKey = request.stageKey ?? subProject.defaultStage;
  if (stageKey === undefined) {
    throw noDefaultStage();
  }
  refuseUnknownStage(subProject, stageKey);
  const priority = request.priority ?? subProject.defaultPriority;
  const { values, errors } = initialFields(subProject, { ...request.fields }, known);
  refuseInvalid([...checkPriority(subProject, priority), ...errors]);
  const process = {
    id: newId(),
    subProjectId: subProject.id,
    state: subProject.initialState,
    priority,
    stageKey,
    fields: Object.fromEntries(values),
    createdTs: new Date(),
    createdBy: principalId(access.principal),
  };
  return { process, values };
}

/**
 * Inserts a planned process with its audit row and attaches the files that it names.
 *
 * @returns what is wrong with its references and unique values, and the version of the configuration that was in force when it
 * was inserted; when anything is wrong, the transaction must not commit
 */
export async function storeProcess(
  tx: Transaction,
  caller: Caller,
  ports: Pick<ProcessPorts, 'attachFiles' | 'users'>,
  subProject: SubProject,
  { process, values }: PlannedProcess,
): Promise<{ readonly refused: readonly Blame[]; readonly versionId: string | null }> {
  const { id: processId, state, priority, stageKey, fields } = process;
  const audit = auditInsert(caller, [
    {
      action: 'process.create',
      subProjectId: subProject.id,
      subjectType: 'process',
      subjectId: processId,
      processId,
      before: null,
      after: { state, priority, stageKey, fields },
    },
  ]);
  const given = { subProject, processId, stageKey, values, by: caller.principal, parent: 'fields' } as const;
  const taken = await findTakenValues(tx, given);
  if (taken.length > 0) return { refused: taken, versionId: null };
  const versionId = await unlessTakenMeanwhile(given, () => insertProcess(tx, process, audit));
  return { refused: await checkReferences(tx, ports, given), versionId };
}

/**
 * Deny by default (D12): a role creates only in its own stages, and with a create list only what stands in it, `priority`
 * and `stageKey` included. What a request leaves to defaults needs no permission.
 */
function refuseUnlisted(
  subProject: SubProject,
  access: Access,
  request: ProcessRequest,
  names: readonly string[],
): void {
  if (access.unrestricted) return;
  const stageKey = request.stageKey ?? subProject.defaultStage;
  const known = stageKey !== undefined && subProject.stages.has(stageKey);
  const roles = known ? access.roles.filter((role) => role.stages.has(stageKey)) : access.roles;
  if (roles.length === 0) {
    throw mayNotCreate(`The caller's role may not create processes in the stage ${stageKey}.`);
  }
  const listed = listedFor(access, roles, (role) => role.create);
  const blamed = [
    ...names.filter((name) => subProject.fields.has(name)).map((name) => [name, jsonPointer('fields', name)] as const),
    ...(request.priority === undefined ? [] : [['priority', '/priority'] as const]),
    ...(request.stageKey === undefined ? [] : [['stageKey', '/stageKey'] as const]),
  ].filter(([name]) => !listed.has(name));
  if (blamed.length === 0) return;
  throw mayNotCreate(
    `The caller's role may not set ${blamed.map(([name]) => name).join(', ')}.`,
    blamed.map(([, pointer]) => ({ pointer, detail: "This is not in the create list of the caller's role." })),
  );
}

function refuseUnknownStage(subProject: SubProject, stageKey: string): void {
  if (subProject.stages.has(stageKey)) return;
  const detail = mustBeOneOf([...subProject.stages.keys()]);
  throw namesNothing(`There is no stage "${stageKey.slice(0, 100)}": stageKey ${detail}`, '/stageKey');
}

function checkPriority(subProject: SubProject, priority: string): readonly Blame[] {
  if (subProject.priorities.includes(priority)) return [];
  return [{ pointer: '/priority', detail: mustBeOneOf(subProject.priorities) }];
}

/** @throws CatalogueError 1232 when anything is wrong */
export function refuseInvalid(errors: readonly Blame[]): void {
  if (errors.length > 0) throw invalidValue(describe(errors), errors);
}
