import { operations } from '@millrace/contract';
import { authorize } from '../../access/authorize.js';
import { everything } from '../../access/role.js';
import { isEmptyChange, planChange } from '../../processes/change/plan-change.js';
import { planProcess } from '../../processes/change/plan-process.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { systemPrincipal } from '../../use-case/caller.js';
import type { ScenarioProcess } from '../model/scenario-schema.js';

/** The id of the process of every scenario. */
const PROCESS_ID = '01900000-0000-7000-8000-00000000f003';

/**
 * The process of a scenario, with the rules of createProcess. Users and files that its fields name are not looked up.
 *
 * @throws CatalogueError 1231, 1232, 1223, 1200 as createProcess
 * @throws Error for a state that the document does not declare
 */
export function newProcess(subProject: SubProject, given: ScenarioProcess, now: number): ProcessRow {
  const { grant, denied } = operations.createProcess.permission;
  const { fields, priority, stageKey, state } = given;
  const { process } = planProcess(subProject, authorize(systemPrincipal, subProject, grant, denied), {
    ...(fields === undefined ? {} : { fields }),
    ...(priority === undefined ? {} : { priority }),
    ...(stageKey === undefined ? {} : { stageKey }),
  });
  if (state !== undefined && !subProject.states.has(state)) {
    throw new Error(
      `the process cannot have the state "${state}"; the states are ${[...subProject.states].join(', ')}`,
    );
  }
  const at = new Date(now);
  return { ...process, id: PROCESS_ID, state: state ?? process.state, version: 1, createdTs: at, updatedTs: at };
}

/**
 * The process after updates, with the rules of updateProcessField and `process.update`.
 *
 * @throws CatalogueError 1231, 1232
 */
export function changedProcess(
  subProject: SubProject,
  process: ProcessRow,
  updates: Readonly<Record<string, unknown>>,
  now: number,
): ProcessRow {
  const planned = planChange(subProject, process, updates, everything);
  if (isEmptyChange(planned)) return process;
  const { set, cleared, ...head } = planned;
  const kept = Object.entries(process.fields).filter(([name]) => !cleared.includes(name));
  return {
    ...process,
    ...head,
    fields: Object.fromEntries([...kept, ...set]),
    version: process.version + 1,
    updatedTs: new Date(Math.max(now, process.updatedTs.getTime())),
  };
}
