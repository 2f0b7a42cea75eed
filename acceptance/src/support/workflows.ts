import { decisionEntries, decisionFiles, decisionWorkflow } from './decisions.js';
import { diagrams, workflowEntries } from './diagrams.js';
import { eventually } from './eventually.js';
import type { Client } from './http.js';
import { configuration, createProcess, deploy, type SubProject } from './sub-project.js';
import type { WorkflowRun } from './wire.js';

/** A sub-project with every diagram of the tests on `stage_init`, and the decision of one of them. */
export const deployWorkflows = (admin: Client, changes: Readonly<Record<string, unknown>> = {}): Promise<SubProject> =>
  deploy(
    admin,
    configuration({
      workflows: [...workflowEntries, decisionWorkflow],
      decisions: decisionEntries,
      calendars: [{ key: 'office', zone: 'Europe/Berlin', week: { 'MON-FRI': ['09:00-12:00', '13:00-17:00'] } }],
      ...changes,
    }),
    { ...diagrams, ...decisionFiles },
  );

export interface StartedRun {
  readonly id: string;
  readonly state: WorkflowRun['state'];
  readonly processId: string;
}

/** Executes a workflow by its key, on a new process unless one is given. */
export async function execute(
  client: Client,
  subProject: SubProject,
  key: string,
  members: Readonly<Record<string, unknown>> = {},
): Promise<StartedRun> {
  const processId =
    typeof members.processId === 'string' ? members.processId : await createProcess(client, subProject.id);
  const { runId } = await client.ok('executeWorkflow', {
    subProjectId: subProject.id,
    stageKey: 'stage_init',
    workflowId: subProject.workflows[key],
    ...members,
    processId,
  });
  return { ...runId, processId };
}

/** Waits until a run is in a state. */
export async function waitForState(client: Client, subProjectId: string, runId: string, wanted: WorkflowRun['state']) {
  return eventually(
    () => client.ok('getWorkflowRun', { subProjectId, runId }),
    ({ run }) => run.state === wanted,
  );
}
