import { send } from './bed.mjs';
import { idOf, processOf, subProjectId } from './generate.mjs';
import { approval, execution, paths } from './operations.mjs';
import { listPath, someAssignee, somePriority, someSupplier } from './scenarios.mjs';
import { repeat } from './statements.mjs';

/**
 * Everything that is measured on one database, as pairs: a request over HTTP and the driver repeating its statements.
 * Both check what they are answered, and answer false when there is nothing left to do.
 *
 * @returns {{ name: string, statements: number, http: (loop: number) => Promise<unknown>,
 *   driver: (client: import('pg').Client) => Promise<unknown> }[]}
 */
export function pairsOf(bed) {
  const { operations, size } = bed;
  const some = () => Math.floor(Math.random() * size);
  return [
    ...operations.lists.map((scenario) => listPair(bed, scenario)),
    {
      name: 'update',
      statements: operations.update.length,
      http: (loop) => {
        const updates = { priority: somePriority(), notes: `Changed ${Math.random()}` };
        return send(bed, loop, paths.update, { subProjectId, processId: idOf(some()), updates });
      },
      driver: (client) => {
        const { id, state, stageKey } = processOf(some());
        const filled = {
          process: id,
          state,
          stage: stageKey,
          priority: somePriority(),
          notes: `Changed ${Math.random()}`,
        };
        return repeat(client, operations.update, new Map(Object.entries(filled)));
      },
    },
    {
      name: 'create',
      statements: operations.create.length,
      http: (loop) => {
        const fields = { supplier: someSupplier(), assignee: someAssignee(), amount: 12.5, currency: 'EUR' };
        return send(bed, loop, paths.create, { subProjectId, fields });
      },
      driver: (client) =>
        repeat(
          client,
          operations.create,
          new Map([
            ['supplier', someSupplier()],
            ['assignee', someAssignee()],
          ]),
        ),
    },
    ...runPairs(bed, some),
  ];
}

function listPair(bed, scenario) {
  const path = listPath(scenario);
  const expected = bed.expected.get(scenario.name);
  return {
    name: scenario.name,
    statements: scenario.statements.length,
    http: async (loop) => {
      if ((await send(bed, loop, path)) !== expected) throw new Error(`${scenario.name}: the answer changed`);
    },
    driver: (client) => repeat(client, scenario.statements, new Map()),
  };
}

/** The approval of the examples: executed until it waits for a person, and approved until it is completed. */
function runPairs({ operations, workflows, ...bed }, some) {
  const waiting = { http: [], driver: [] };
  return [
    {
      name: 'executeWorkflow to PAUSED',
      statements: operations.execute.length,
      http: async (loop) => {
        const body = execution(idOf(some()), workflows['manager-approval']);
        waiting.http.push(runIn(await send(bed, loop, paths.execute, body), 'PAUSED'));
      },
      driver: async (client) => {
        const filled = new Map([['process', idOf(some())]]);
        await repeat(client, operations.execute, filled);
        waiting.driver.push(filled);
      },
    },
    {
      name: 'resumeWorkflow to COMPLETED',
      statements: operations.resume.length,
      http: async (loop) => {
        const id = waiting.http.pop();
        if (id === undefined) return false;
        runIn(await send(bed, loop, paths.resume, approval(id)), 'COMPLETED');
      },
      driver: async (client) => {
        const filled = waiting.driver.pop();
        if (filled === undefined) return false;
        await repeat(client, operations.resume, filled);
      },
    },
  ];
}

/** The id of the run in an answer, which must be in the state. */
export function runIn(body, state) {
  const { runId } = JSON.parse(body);
  if (runId.state !== state) throw new Error(`a run is ${runId.state} instead of ${state}`);
  return runId.id;
}
