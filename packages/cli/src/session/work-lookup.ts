import { getTasks, type MillraceClient, MillraceError, type ResponseOf } from '@millrace/client';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';
import { equalNames, isUuid } from './sub-project-choice.js';

export type Task = ResponseOf<'getTasks'>['tasks'][number];

/** Id of a workflow by its id or its name. @throws CommandError when no workflow, or more than one, has this name */
export async function findWorkflow(client: MillraceClient, subProjectId: string, wanted: string): Promise<string> {
  if (isUuid(wanted)) return wanted;
  const { workflows } = await client.getWorkflows({ subProjectId });
  const [first, ...others] = workflows.filter(({ name }) => equalNames(name, wanted));
  if (first !== undefined && others.length === 0) return first.id;
  const known = workflows.map(({ id, name }) => `\n  ${id}  ${name}`).join('');
  if (first === undefined) throw new CommandError(`There is no workflow "${wanted}":${known}`, exitCodes.notFound);
  throw new CommandError(`Several workflows are called "${wanted}"; take an id:${known}`);
}

/**
 * Id of a process by its id or its business key; undefined when none is wanted.
 *
 * @throws CommandError when no process that the caller may see has this key, or the sub-project has no business key
 */
export async function findProcess<Wanted extends string | undefined>(
  client: MillraceClient,
  subProjectId: string,
  wanted: Wanted,
): Promise<string | (Wanted & undefined)>;
export async function findProcess(
  client: MillraceClient,
  subProjectId: string,
  wanted: string | undefined,
): Promise<string | undefined> {
  if (wanted === undefined || isUuid(wanted)) return wanted;
  const filters = { subProjectId_id: subProjectId, businessKey: wanted };
  const found = await client.getProcess({ page: 1, perPageCount: 1, filters }).catch((error: unknown) => {
    if (!(error instanceof MillraceError) || error.id !== 1230) throw error;
    throw new CommandError(
      `"${wanted}" is no id of a process, and the sub-project has no business key that you may read.`,
    );
  });
  const [process] = found.processes;
  if (process !== undefined) return process.id;
  throw new CommandError(`There is no process with the business key "${wanted}" that you may see.`, exitCodes.notFound);
}

/** The stage that a process is in. */
export async function stageOf(client: MillraceClient, subProjectId: string, processId: string): Promise<string> {
  const { processes } = await client.getProcess({
    page: 1,
    perPageCount: 1,
    filters: { subProjectId_id: subProjectId, id: processId },
    include: 'stageKey',
  });
  const stageKey = processes[0]?.stageKey;
  if (stageKey === undefined)
    throw new CommandError('You may not see the stage of this process. Name the stage with --stage.');
  return stageKey;
}

/** The first stage on which the caller may execute a workflow. */
export async function workflowStage(client: MillraceClient, subProjectId: string, workflowId: string): Promise<string> {
  const { workflows } = await client.getSubProjectSchema({ subProjectId });
  const [stageKey] = workflows.find(({ id }) => id === workflowId)?.stageKeys ?? [];
  if (stageKey === undefined)
    throw new CommandError('You may not see the stages of this workflow. Name a stage with --on-stage.');
  return stageKey;
}

/** An open task by its id: resuming a run needs both. @throws CommandError when it is not open, or the caller may not see it */
export async function findOpenTask(client: MillraceClient, subProjectId: string, taskId: string): Promise<Task> {
  for await (const task of client.all(getTasks, { subProjectId, perPageCount: 1000 })) {
    if (task.id === taskId) return task;
  }
  throw new CommandError(`There is no open task ${taskId} that you may see.`, exitCodes.notFound);
}
