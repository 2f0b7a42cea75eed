import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';

// DIRECTORY: the story of the README of the clients, told by what openapi-generator has made as typescript-fetch and tsc has compiled
// into the directory, to a demo with examples/trips: sign in, create, execute, work on the job, decide, upload, read the event log.
// Called by generators.sh.

const generated = await import(pathToFileURL(`${process.argv[2]}/index.js`).href);
const { MILLRACE_URL: basePath, MILLRACE_CLIENT_ID: clientId, MILLRACE_CLIENT_SECRET: clientSecret } = process.env;
const subProjectId = '01900000-0000-7000-8000-000000000005';

const signIn = (tokenRequest) =>
  new generated.SignInApi(new generated.Configuration({ basePath })).userLogin({ tokenRequest });
const { accessToken } = await signIn({ clientId, clientSecret });
// It sends what it is given for oauth2 as it is.
const tokenFor = async (scheme) => (scheme === 'oauth2' ? `Bearer ${accessToken}` : accessToken);
const signedIn = new generated.Configuration({ basePath, accessToken: tokenFor });
const processes = new generated.ProcessesApi(signedIn);
const workflows = new generated.WorkflowsApi(signedIn);
const jobs = new generated.JobsApi(signedIn);
const files = new generated.FilesApi(signedIn);
const events = new generated.EventsApi(signedIn);

const createProcessRequest = { subProjectId, fields: { destination: 'Rome', travellers: 2 } };
const { id: processId } = await processes.createProcess({ createProcessRequest });
const { workflows: listed } = await workflows.getWorkflows({ subProjectId, stageKeys: ['stage_init'] });
const executeWorkflowRequest = { subProjectId, processId, stageKey: 'stage_init', workflowId: listed[0].id };
const { runId: run } = await workflows.executeWorkflow({ executeWorkflowRequest });

const activateJobsRequest = {
  subProjectId,
  type: 'book-trip',
  worker: 'story',
  timeout: 60_000,
  maxJobsToActivate: 1,
  requestTimeout: 10_000,
};
const { jobs: activated } = await jobs.activateJobs({ activateJobsRequest });
assert.equal(activated.length, 1);
assert.equal(activated[0].processId, processId);
assert.equal(activated[0].variables.destination, 'Rome');
const { key: jobKey, token } = activated[0];
await jobs.completeJob({ completeJobRequest: { subProjectId, jobKey, token, variables: { booking: 'R-2' } } });

const resumeWorkflowRunsApiRequest = { subProjectId, runId: run.id, approved: true };
const { runId: decided } = await workflows.resumeWorkflowRunsApi({ resumeWorkflowRunsApiRequest });
assert.equal(decided.state, 'COMPLETED');
const filters = JSON.stringify({ subProjectId_id: subProjectId, id: processId });
const list = await processes.getProcess({ page: '1', perPageCount: '10', filters });
assert.deepEqual(
  list.processes.map(({ state }) => state),
  ['BOOKED'],
);

const content = new Blob(['Rome, two travellers\n'], { type: 'text/plain' });
const createSignedStorageRequest = {
  subProjectId,
  processId,
  fileName: 'ticket.txt',
  mimeType: 'text/plain',
  pluginName: 'knowledgeRepo',
  size: String(content.size),
};
const reserved = await files.createSignedStorage({ createSignedStorageRequest });
const form = new FormData();
for (const [name, value] of Object.entries(reserved.aws.fields)) form.append(name, value);
form.append('file', content, 'ticket.txt');
const sent = await fetch(reserved.aws.url, { method: 'POST', body: form });
assert.ok(sent.ok, await sent.text());
const closed = await files.closeSignedStorage({
  closeSignedStorageRequest: { subProjectId, fileId: reserved.file.id },
});
assert.equal(closed.file.size, String(content.size));

const log = await events.getEvents({ subProjectId, processId, afterPosition: '0' });
const types = log.events.map(({ type }) => type);
const expected = ['process.created', 'run.started', 'task.opened', 'process.updated', 'run.completed', 'file.uploaded'];
assert.deepEqual(
  [...new Set(types)].filter((type) => expected.includes(type)),
  expected,
);

const statusOf = (call) =>
  call.then(
    () => 200,
    (error) => error.response?.status ?? error,
  );
assert.equal(await statusOf(workflows.resumeWorkflowRunsApi({ resumeWorkflowRunsApiRequest })), 409);
assert.equal(await statusOf(signIn({ clientId, clientSecret: 'wrong' })), 401);
