import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInstallationMetrics, type InstallationFigures } from '../http/monitoring/installation-metrics.js';
import { newId } from '../kernel/identifiers.js';
import { diagram, end, flow, start, user } from '../workflows/testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from '../workflows/testing/workflow-fixture.js';
import { readInstallationFigures } from './installation-figures.js';

const approval = diagram('approval', start(), user('a'), end(), flow('s a e'));

let fixture: WorkflowFixture;
beforeAll(async () => {
  fixture = await createWorkflowFixture({ workflows: { approval } });
  await fixture.execute('approval', await fixture.createProcess());
  const { db, subProjectId } = fixture;
  const jobs: [lane: string, kind: string, type: string, seconds: number][] = [
    ['engine', 'timer', '', 120],
    ['engine', 'timer', '', 10],
    ['engine', 'timer', '', -3600],
    ['engine', 'continue', '', 5],
    ['handler', 'job', 'http', 30],
    ['handler', 'job', 'http', 300],
    ['background', 'bulk-update', '', 700],
    ['external', 'job', 'ocr-scan', 500],
    ['external', 'job', 'ocr-scan', 20],
    ['external', 'job', 'pack', -60],
    ['external', 'job', 'ship', 40],
  ];
  for (const [lane, kind, type, seconds] of jobs) {
    await db`
      insert into jobs (sub_project_id, id, kind, lane, type, due_ts, created_ts)
      values (${subProjectId}, ${newId()}, ${kind}, ${lane}, ${type}, now() - make_interval(secs => ${seconds}), now())`;
  }
  for (const resolved of [null, null, new Date()]) {
    await db`
      insert into incidents (sub_project_id, id, run_id, incident_key, element_id, kind, message, created_ts, resolved_ts)
      values (${subProjectId}, ${newId()}, ${newId()}, 1, 'a', 'job', 'x', now(), ${resolved}::timestamptz)`;
  }
});
afterAll(() => fixture.drop());

test('the figures of the installation are read from its database', async () => {
  const figures = await readInstallationFigures(fixture.db);
  expect(figures).toMatchObject({
    runs: { RACING: 0, PAUSED: 1, FAILED: 0 },
    openTasks: 1,
    openIncidents: [{ kind: 'job', count: 2 }],
    timers: { scheduled: 1, due: 1, overdue: 1 },
    totalsBacklog: expect.any(Number),
  });
  const waiting = figures.waitingJobs.map(({ lane, type, count, oldestSeconds }) => [
    `${lane} ${type}`,
    count,
    Math.floor(oldestSeconds / 10) * 10,
  ]);
  expect(waiting.toSorted()).toEqual([
    ['background bulk-update', 1, 700],
    ['engine continue', 1, 0],
    ['engine timer', 2, 120],
    ['external ocr-scan', 1, 500],
    ['external ship', 1, 40],
    ['handler http', 2, 300],
  ]);
});

const none: InstallationFigures = {
  runs: {},
  openTasks: 0,
  openIncidents: [],
  timers: {},
  waitingJobs: [],
  totalsBacklog: 0,
  webhooks: { subscriptions: {}, waiting: 0, dead: 0, oldestSeconds: 0 },
  mails: { waiting: 0, delayed: 0, oldestSeconds: 0 },
};
const storage = async () => ({ used: { stored: 1, open: 2 }, disk: undefined });

test('many scrapes read the figures once', async () => {
  let reads = 0;
  const figures = async () => {
    reads += 1;
    return none;
  };
  const metrics = createInstallationMetrics({ figures, storage });
  const texts = await Promise.all([metrics.text(), metrics.text(), metrics.text()]);
  expect(reads).toBe(1);
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain('millrace_installation_up 1\n');
  expect(texts[0]).toContain('millrace_storage_bytes{state="stored"} 1\n');
});

test('while the database is away the metrics say so, and are there', async () => {
  const metrics = createInstallationMetrics({ figures: () => Promise.reject(new Error('away')), storage });
  const text = await metrics.text();
  expect(text).toContain('millrace_installation_up 0\n');
  expect(text).not.toContain('millrace_runs');
});

test('job types beyond the most urgent ones are shown as one', async () => {
  const waitingJobs = Array.from({ length: 300 }, (_, n) => ({
    lane: 'external',
    type: `type-${n}`,
    count: 1,
    oldestSeconds: n,
  }));
  const metrics = createInstallationMetrics({ figures: async () => ({ ...none, waitingJobs }), storage });
  const text = await metrics.text();
  const ages = text.split('\n').filter((line) => line.startsWith('millrace_oldest_waiting_job_age_seconds{'));
  expect(ages).toHaveLength(51);
  expect(ages[0]).toBe('millrace_oldest_waiting_job_age_seconds{lane="external",type="type-299"} 299');
  expect(ages[50]).toBe('millrace_oldest_waiting_job_age_seconds{lane="external",type="other"} 249');
  expect(text).toContain('millrace_waiting_jobs{lane="external",type="other"} 250');
});
