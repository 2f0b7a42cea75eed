import { alike, capturing } from './capture.mjs';
import { idOf, subProjectId } from './generate.mjs';
import { execution, paths } from './operations.mjs';
import { repeatable } from './statements.mjs';

/** The statements of an http job: of the run that waits for it, of leasing it, and of its completion. */
export const captureCalls = ({ options, server, workflows, details }) =>
  capturing({ ...options, role: 'api' }, (api, executed) =>
    capturing({ ...options, role: 'worker' }, async (_, worked) => {
      const givens = [];
      const [one, other] = await alike(async () => {
        const processId = idOf(Math.floor(Math.random() * 1000));
        let execute;
        let run;
        const entries = await worked(async () => {
          execute = await executed(async () => {
            run = (await api.post(paths.execute, execution(processId, workflows.call, details))).runId;
          });
          await completed(server, run.id);
        });
        const lease = entries.filter(({ text, rowCount }) => text.includes('update jobs set leased') && rowCount > 0);
        const settled = transactionOf(entries, run.id);
        const jobId = JSON.parse(execute.flatMap(({ values }) => values).find(isJobs))[0].id;
        givens.push({ [processId]: 'process', [run.id]: 'run', [jobId]: 'job' });
        return [execute, lease.slice(0, 1), settled];
      });
      const [execute, lease, complete] = repeatable(one, other, givens.at(-2));
      return { execute, lease, complete };
    }),
  );

const isJobs = (value) => typeof value === 'string' && value.startsWith('[{"id":') && value.includes('"lane"');

async function completed(server, runId) {
  const path = `/v1/process/workflows/getWorkflowRun?subProjectId=${subProjectId}&runId=${runId}`;
  for (let waited = 0; waited < 200; waited += 1) {
    const { run } = await server.get(path);
    if (run.state === 'COMPLETED') return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('the worker did not complete a job within 5 seconds');
}

/** The statements of the transaction that wrote the run. */
function transactionOf(entries, runId) {
  const connections = new Set(entries.map(({ connection }) => connection));
  for (const connection of connections) {
    let open;
    for (const entry of entries.filter((one) => one.connection === connection)) {
      if (entry.text === 'begin') open = [];
      open?.push(entry);
      if (entry.text === 'commit') {
        if (open?.some(({ text, values }) => text.includes('update runs set') && values.includes(runId))) return open;
        open = undefined;
      }
    }
  }
  throw new Error('the transaction that completed the job was not captured');
}
