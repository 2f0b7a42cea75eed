import { type NameSet, only } from '../../access/role.js';
import { auditInsert } from '../../audit/records/append.js';
import type { SubProjectAction } from '../../audit/records/sub-project-actions.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import { inTurn } from '../../kernel/time-slices.js';
import type { Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Actor } from '../../use-case/caller.js';
import type { ProcessRow } from '../records/processes/process-row.js';
import { writeChange } from '../records/processes/write-process.js';
import { checkReferences } from './check-references.js';
import { isEmptyChange, type PlannedChange, planChange } from './plan-change.js';
import type { ProcessPorts } from './process-ports.js';
import { findTakenValues, unlessTakenMeanwhile } from './unique-values.js';

/** New values for a process: dynamic fields and the reserved names `state`, `priority`, `stageKey` (D17). */
export interface ProcessChange {
  readonly subProject: SubProject;
  /** Read in this transaction with its row locked. */
  readonly process: ProcessRow;
  readonly updates: Readonly<Record<string, unknown>>;
  /** The fields that an error may name beside those of `updates`; default none, as in runs, whose errors many people read. */
  readonly known?: NameSet;
  /** Of the audit row, e.g. `process.update`. */
  readonly action: SubProjectAction;
  /** User ids of those who entered the values, beside the actor: the audit row names them. */
  readonly enteredBy?: readonly string[];
  /** Whether nothing follows in the transaction but waking the runs that wait for a condition on the process, which is done. */
  readonly isLast?: boolean;
}

/**
 * Changes a process, all or nothing (D17): validates names and values, writes the row with its next version and the
 * audit row. The caller checks access. Updates that change nothing write nothing.
 *
 * @returns the process as it is now; its version tells whether anything changed
 * @throws CatalogueError 1231 for unknown names, 1232 for values that are not allowed, each with all of them
 */
export type ChangeProcess = (tx: Transaction, actor: Actor, change: ProcessChange) => Promise<ProcessRow>;

/**
 * Makes {@link ChangeProcess}; the composition root does it once and hands it to every feature that changes processes.
 */
export const changeProcessWith =
  (ports: Pick<ProcessPorts, 'attachFiles' | 'users' | 'wakenBy'>): ChangeProcess =>
  async (tx, actor, { subProject, process, updates, known = only([]), action, enteredBy = [], isLast }) => {
    const planned = await inTurn(() => planChange(subProject, process, updates, known));
    if (isEmptyChange(planned)) return process;
    const given = {
      subProject,
      processId: process.id,
      stageKey: planned.stageKey ?? process.stageKey,
      values: planned.set,
      by: actor.principal,
      parent: 'updates',
    } as const;
    const blamed = [...(await findTakenValues(tx, given)), ...(await checkReferences(tx, ports, given))];
    if (blamed.length > 0) throw invalidValue('Some values are not valid.', blamed);
    const entry = {
      action,
      subProjectId: subProject.id,
      subjectType: 'process',
      subjectId: process.id,
      processId: process.id,
      before: changedMembers(process, planned, process.fields),
      after: {
        ...changedMembers({ ...process, ...planned }, planned, Object.fromEntries(planned.set)),
        ...(enteredBy.length === 0 ? {} : { enteredBy }),
      },
    } as const;
    const audit = auditInsert(actor, [entry], 'changed');
    const woken = isLast === true ? ports.wakenBy({ ...entry, processId: process.id }, 'changed') : undefined;
    return unlessTakenMeanwhile(given, () => writeChange(tx, process, planned, { audit, woken }));
  };

/** The changed members alone; a field without a value is null. */
function changedMembers(
  { state, priority, stageKey }: Pick<ProcessRow, 'state' | 'priority' | 'stageKey'>,
  planned: PlannedChange,
  fields: Readonly<Record<string, unknown>>,
): object {
  const names = [...planned.set.keys(), ...planned.cleared];
  return {
    ...(planned.state === undefined ? {} : { state }),
    ...(planned.priority === undefined ? {} : { priority }),
    ...(planned.stageKey === undefined ? {} : { stageKey }),
    ...(names.length === 0 ? {} : { fields: Object.fromEntries(names.map((name) => [name, fieldOf(fields, name)])) }),
  };
}

const fieldOf = (fields: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : null;
