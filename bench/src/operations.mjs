import { alike, capturing } from './capture.mjs';
import { processOf, subProjectId } from './generate.mjs';
import { listPath } from './scenarios.mjs';
import { repeatable } from './statements.mjs';

export const paths = {
  update: '/v1/process/updateProcessField',
  create: '/v1/process/createProcess',
  execute: '/v1/process/workflows/executeWorkflow',
  resume: '/v1/process/workflows/resumeWorkflowRunsApi',
  activate: '/v1/process/workflows/activateJobs',
  complete: '/v1/process/workflows/completeJob',
};

/** Jobs that are leased at a time, over HTTP and by the driver. */
const leased = 10;
// Stands for it while statements are captured.
const leaseMark = 97;

/** Bodies of requests. */
export const execution = (processId, workflowId, otherDetails = {}) => ({
  subProjectId,
  processId,
  stageKey: 'stage_init',
  workflowId,
  otherDetails,
});
export const approval = (runId) => ({ subProjectId, runId, approved: true });
export const activation = (count = leased) => ({ subProjectId, type: 'bench', maxJobsToActivate: count });
export const completion = ({ key, token }) => ({ subProjectId, jobKey: key, token, variables: { rating: 5 } });

export async function workflowsOf(server) {
  const { workflows } = await server.get(`/v1/process/getWorkflows?subProjectId=${subProjectId}`);
  return Object.fromEntries(workflows.map(({ name, id }) => [name, id]));
}

/**
 * The statements behind each kind of request, as the server sends them, for the driver to repeat.
 *
 * @param {object} options of `startServer`, without a role
 * @param {() => Promise<object[]>} listScenarios asked last: capturing writes changes what lists answer
 */
export const captureOperations = (options, listScenarios) =>
  capturing({ ...options, role: 'api' }, async (server, captured) => {
    const workflows = await workflowsOf(server);
    let index = 0;
    const another = () => processOf(index++ % 1000);
    const [update] = await updateOf(server, captured, another);
    const [create] = await createOf(server, captured);
    const [execute, resume] = await approvalOf(server, captured, another, workflows);
    const [executeExternal, lease, complete] = await externalOf(server, captured, another, workflows);
    const lists = [];
    for (const scenario of await listScenarios()) {
      const [one, other] = await alike(async () => [await captured(() => server.get(listPath(scenario)))]);
      lists.push({ ...scenario, statements: repeatable(one, other)[0] });
    }
    return { lists, update, create, execute, resume, executeExternal, lease, complete };
  });

const approvalOf = (server, captured, another, workflows) =>
  givenOf(async (given) => {
    const { id: processId } = another();
    given[processId] = 'process';
    let run;
    const executed = await captured(async () => {
      run = (await server.post(paths.execute, execution(processId, workflows['manager-approval']))).runId;
    });
    return [executed, await captured(() => server.post(paths.resume, approval(run.id)))];
  });

/** Repeatable statements of what `perform` does, which notes what later repetitions are given. */
async function givenOf(perform) {
  const givens = [];
  const [one, other] = await alike(async () => {
    const given = {};
    const operations = await perform(given);
    givens.push(given);
    return operations;
  });
  return repeatable(one, other, givens.at(-2));
}

const updateOf = (server, captured, another) =>
  givenOf(async (given) => {
    const { id: processId, stageKey } = another();
    const filters = { id: processId };
    const { processes } = await server.get(listPath({ filters, page: '1', perPageCount: '1' }));
    const [{ state, priority }] = processes;
    const changed = priority === 'HIGH' ? 'LOW' : 'HIGH';
    const notes = `bench-notes-${next()}`;
    Object.assign(given, { [processId]: 'process', [notes]: 'notes', [changed]: 'priority', [state]: 'state' });
    given[stageKey] = 'stage';
    const updates = { priority: changed, notes };
    return [await captured(() => server.post(paths.update, { subProjectId, processId, updates }))];
  });

const createOf = (server, captured) =>
  givenOf(async (given) => {
    const [supplier, assignee] = [`bench-supplier-${next()}`, `bench-assignee-${next()}`];
    Object.assign(given, { [supplier]: 'supplier', [assignee]: 'assignee' });
    const fields = { supplier, assignee, amount: 12.5, currency: 'EUR' };
    return [await captured(() => server.post(paths.create, { subProjectId, fields }))];
  });

const externalOf = (server, captured, another, workflows) =>
  givenOf(async (given) => {
    for (;;) {
      // Jobs that an earlier run of the benchmark left.
      const { jobs } = await server.post(paths.activate, activation(100));
      if (jobs.length === 0) break;
      for (const job of jobs) await server.post(paths.complete, completion(job));
    }
    const { id: processId } = another();
    const executed = await captured(() => server.post(paths.execute, execution(processId, workflows.external)));
    let job;
    const activated = await captured(async () => {
      [job] = (await server.post(paths.activate, activation(leaseMark))).jobs;
    });
    Object.assign(given, {
      [processId]: 'process',
      [job.runId]: 'run',
      [job.key]: 'job',
      [`{"${job.runId}"}`]: 'runs',
      [`{${job.runId}}`]: 'runs',
    });
    for (const entry of activated) {
      entry.values = entry.values.map((value) => (String(value) === String(leaseMark) ? String(leased) : value));
    }
    return [executed, activated, await captured(() => server.post(paths.complete, completion(job)))];
  });

let counter = 0;
const next = () => `${Date.now()}-${counter++}`;
