import type { Client } from './http.js';
import { demoUserId } from './person.js';
import { quietSubscription, type Targets } from './requests.js';
import { uploadFile } from './store.js';
import { createProcess, everythingRole, type SubProject } from './sub-project.js';
import { deployWorkflows, execute } from './workflows.js';

export interface Populated {
  readonly subProject: SubProject;
  readonly targets: Targets;
}

/** Roles for denied requests: demo-manager has a role that grants nothing, demo-assignee sees only its own rows. */
export const deniedMembers = {
  roles: [
    everythingRole('OWNER'),
    { name: 'NOTHING' },
    { ...everythingRole('OWN_ROWS'), filter: { 'fields.assignee': '$user.id' } },
  ],
  members: [
    { user: 'demo-owner', roles: ['OWNER'] },
    { user: 'demo-manager', roles: ['NOTHING'] },
    { user: 'demo-assignee', roles: ['OWN_ROWS'] },
  ],
};

/**
 * A sub-project with one of everything a request can be about: a process with a paused run and its task, one with an
 * active job, one with an incident, one that has evaluated a decision, and a closed file and an open upload in parts
 * that are attached to the first process, a comment on it, and an event subscription.
 */
export async function populate(
  admin: Client,
  owner: Client,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<Populated> {
  const subProject = await deployWorkflows(admin, { http: { allowPrivateAddresses: ['127.0.0.1'] }, ...changes });
  const { id: subProjectId } = subProject;
  const processId = await createProcess(owner, subProjectId);
  const approval = await execute(owner, subProject, 'approval', { processId });
  const { detail } = await owner.ok('getWorkflowRun', { subProjectId, runId: approval.id });
  const incident = await execute(owner, subProject, 'incident', { processId });
  const broken = await owner.ok('getWorkflowRun', { subProjectId, runId: incident.id });
  await execute(owner, subProject, 'job', { processId });
  await execute(owner, subProject, 'rated', { processId, otherDetails: { amount: 50 } });
  const { jobs } = await owner.ok('activateJobs', { subProjectId, type: 'acceptance-work', timeout: 600_000 });
  const upload = await owner.ok('createMultipartStorage', {
    subProjectId,
    fileName: 'parts.pdf',
    mimeType: 'application/pdf',
    pluginName: 'knowledgeRepo',
    size: '10',
    processId,
  });
  const { id: subscriptionId } = await owner.ok('createEventSubscription', { subProjectId, ...quietSubscription });
  const comment = await owner.ok('addComment', { subProjectId, processId, body: 'Is the order known?' });
  const file = await uploadFile(owner, subProjectId, { processId });
  return {
    subProject,
    targets: {
      subProjectId,
      processId,
      workflowId: subProject.workflows.approval ?? '',
      runId: approval.id,
      elementKey: detail.active.find(({ elementId }) => elementId === 'decide')?.key ?? -1,
      taskId: detail.tasks[0]?.id ?? '',
      incidentId: broken.detail.incidents[0]?.id ?? '',
      jobKey: jobs[0]?.key ?? '',
      jobToken: jobs[0]?.token ?? '',
      fileId: file.id,
      uploadId: upload.file.id,
      userId: await demoUserId(admin, 'manager'),
      clientId: 'demo-manager',
      subscriptionId,
      commentId: comment.id,
    },
  };
}
