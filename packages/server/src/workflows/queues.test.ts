import { afterAll, beforeAll, expect, test } from 'vitest';
import { listExternalQueues } from '../jobs/records/queue-figures.js';
import { catching, diagram, end, flow, on, service, start } from './testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from './testing/workflow-fixture.js';

const withJob = (type: string) => diagram(type, start(), service('j', type, { retries: 3 }), end(), flow('s j e'));
const waits = diagram('waits', start(), catching('wait', on.timer('PT9H')), end(), flow('s wait e'));

let fixture: WorkflowFixture;
beforeAll(async () => {
  fixture = await createWorkflowFixture({ workflows: { pack: withJob('pack'), send: withJob('send'), waits } });
});
afterAll(() => fixture.drop());

const begin = async (key: string) => fixture.execute(key, await fixture.createProcess());
const queues = () => fixture.useCases.getQueues(fixture.caller('OPERATOR'), { subProjectId: fixture.subProjectId });

test('getQueues tells by type how many jobs wait, are in work or come later, and who works; and timers', async () => {
  expect(await queues()).toEqual({ queues: [], timers: { scheduled: 0, due: 0, overdue: 0 }, complete: true });
  await begin('send');
  for (let at = 0; at < 4; at += 1) await begin('pack');
  await begin('waits');
  const { subProjectId } = fixture;
  const worker = fixture.caller('WORKER');
  const take = async (name: string) => {
    const { jobs } = await fixture.useCases.activateJobs(worker, {
      ...{ subProjectId, type: 'pack', worker: name, maxJobsToActivate: 1 },
    });
    return { subProjectId, jobKey: jobs[0]?.key ?? '', token: jobs[0]?.token ?? '' };
  };
  await take('box-1');
  await take('box-2');
  await fixture.useCases.failJob(worker, { ...(await take('box-3')), retryBackOff: 3_600_000 });
  expect(await queues()).toEqual({
    queues: [
      {
        lane: 'external',
        type: 'send',
        waiting: 1,
        inWork: 0,
        later: 0,
        oldestDueTs: expect.any(String),
        workers: [],
      },
      {
        lane: 'external',
        type: 'pack',
        waiting: 1,
        inWork: 2,
        later: 1,
        oldestDueTs: expect.any(String),
        workers: ['box-1', 'box-2'],
      },
    ],
    timers: { scheduled: 1, due: 0, overdue: 0 },
    complete: true,
  });
});

test('jobs of a type and types are read up to their bounds', async () => {
  const few = await listExternalQueues(fixture.db, fixture.subProjectId, { types: 0, ofType: 1, own: 1 });
  expect(few.map(({ type, waiting, inWork, later }) => [type, waiting, inWork + later])).toEqual([['pack', 1, 1]]);
});

test('the jobs are of all runs: a role that is limited to some processes is refused', async () => {
  const { subProjectId } = fixture;
  await expect(fixture.useCases.getQueues(fixture.caller('OWN_RUNS'), { subProjectId })).rejects.toMatchObject({
    id: 1209,
  });
});
