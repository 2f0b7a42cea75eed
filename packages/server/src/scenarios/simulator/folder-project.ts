import { compileConfiguration } from '../../sub-projects/configuration/compile-configuration.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { planDecisions } from '../../sub-projects/deployment/plan-decisions.js';
import { planWorkflows } from '../../sub-projects/deployment/plan-workflows.js';
import type { ValidConfiguration } from '../../sub-projects/document/validate-document.js';
import type { WorkflowEntry } from '../../sub-projects/records/stored-configuration.js';
import { FolderDecisions } from './folder-decisions.js';
import { FolderModels } from './folder-models.js';

/** A folder as a server would hold it after its deployment. */
export interface FolderProject {
  /** Its members have the names of the document as their user ids; each role also has a member of its own. */
  readonly subProject: SubProject;
  readonly models: FolderModels;
  readonly decisions: FolderDecisions;
  workflow(key: string): WorkflowEntry | undefined;
}

const SUB_PROJECT_ID = '01900000-0000-7000-8000-00000000f001';
const VERSION_ID = '01900000-0000-7000-8000-00000000f002';

/** User id of the member that has just one role. */
export const memberOfRole = (role: string): string => `role:${role}`;

/** Prepares a valid folder for scenarios. Nothing is stored. */
export async function folderProject({
  document,
  workflows,
  decisions,
  calendars,
}: ValidConfiguration): Promise<FolderProject> {
  const decisionEntries = planDecisions(decisions, [], []).decisions;
  const plan = planWorkflows(document, workflows, [], decisionEntries);
  const members = [
    // Who is in a group is known to servers only; a scenario acts as one of the roles of a group.
    ...document.members.flatMap((member) => ('user' in member ? [{ userId: member.user, roles: member.roles }] : [])),
    ...document.roles.map(({ name }) => ({ userId: memberOfRole(name), roles: [name] })),
  ];
  const subProject = compileConfiguration({
    id: VERSION_ID,
    subProjectId: SUB_PROJECT_ID,
    number: 1,
    configuration: { document, members, workflows: plan.workflows, decisions: decisionEntries, calendars },
  });
  return {
    subProject,
    models: await FolderModels.of(workflows, plan.workflows),
    decisions: new FolderDecisions(decisions, decisionEntries),
    workflow: (key) => plan.workflows.find((entry) => entry.key === key),
  };
}
