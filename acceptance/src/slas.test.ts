import { expect, test } from 'vitest';
import { signInDemoClients } from './support/demo-clients.js';
import { configuration, createProcess, deploy } from './support/sub-project.js';

const { admin, owner, manager } = await signInDemoClients();

const answer = {
  key: 'answer',
  name: 'First answer',
  start: { state: 'INIT' },
  pause: { 'fields.paid': true },
  stop: { state: ['APPROVED', 'REJECTED'] },
  budget: [{ time: 'PT0.1S' }],
  at: [
    { reached: '100%', notify: { roles: ['READER'] }, set: { notes: 'late' } },
    { reached: '+P1D', notify: { roles: ['OWNER'] } },
  ],
};
const calendars = [{ key: 'office', zone: 'Europe/Berlin', week: { 'MON-FRI': ['09:00-17:00'] } }];

test('[D170] a clock runs out: it is told, the process is changed, and explainSla says why', {
  timeout: 60_000,
}, async () => {
  const { id: subProjectId } = await deploy(admin, configuration({ slas: [answer] }));
  const processId = await createProcess(owner, subProjectId);
  const read = async () => (await owner.ok('explainSla', { subProjectId, processId })).clocks[0];
  await expect.poll(async () => (await read())?.state, { timeout: 30_000, interval: 200 }).toBe('BREACHED');
  const clock = await read();
  expect(clock).toMatchObject({ key: 'answer', name: 'First answer', taskId: null, budget: 'PT0.1S', endedTs: null });
  expect(clock?.ledger.map(({ what }) => what)).toEqual(['started', 'breached']);
  expect(clock?.breachedTs).toBe(clock?.dueTs);
  expect([clock?.calendar, clock?.budgetMinutes, clock?.ledger.map(({ countedMinutes }) => countedMinutes)]).toEqual([
    null,
    0,
    [0, 0],
  ]);
  expect((await owner.ok('getSubProjectSchema', { subProjectId })).clocks).toEqual([
    { key: 'answer', name: 'First answer', on: 'process' },
  ]);
  const told = async () => {
    const { notifications } = await manager.ok('getNotifications', { limit: '100' });
    return notifications.find(({ process }) => process.id === processId)?.reasons.map(({ reason }) => reason);
  };
  await expect.poll(told, { timeout: 30_000, interval: 200 }).toEqual(['breached']);
  const { processes } = await owner.ok('getProcess', {
    page: '1',
    perPageCount: '1',
    filters: { subProjectId_id: subProjectId, id: processId },
    include: 'clocks',
  });
  expect(processes[0]).toMatchObject({
    fields: { notes: 'late' },
    clocks: [{ key: 'answer', name: 'First answer', taskId: null, state: 'BREACHED', open: true }],
  });
});

test('[D170] changed rules count from the beginning, and tell nobody of what was before', {
  timeout: 60_000,
}, async () => {
  const document = configuration({ slas: [{ ...answer, budget: [{ time: 'P2D' }], calendar: 'office' }], calendars });
  const { id: subProjectId } = await deploy(admin, document);
  const processId = await createProcess(owner, subProjectId);
  const read = async () => (await owner.ok('explainSla', { subProjectId, processId })).clocks[0];
  await expect.poll(async () => (await read())?.budget, { timeout: 30_000, interval: 200 }).toBe('P2D');
  const slas = [{ ...answer, at: [] }];
  const { changes } = await admin.ok('deploySubProject', { subProjectId, document: { ...document, slas } });
  expect(changes.some((line) => line.startsWith('clock answer: budget'))).toBe(true);
  await expect.poll(async () => (await read())?.budget, { timeout: 30_000, interval: 200 }).toBe('PT0.1S');
  await expect.poll(async () => (await read())?.state, { timeout: 30_000, interval: 200 }).toBe('BREACHED');
  const { notifications } = await manager.ok('getNotifications', { limit: '100' });
  expect(notifications.some(({ process }) => process.id === processId)).toBe(false);
});

test.each([
  [{ start: { stat: 'INIT' } }, /stat/],
  [{ start: { createdTs: '2026-01-01T00:00:00Z' } }, /createdTs/],
  [{ stop: undefined }, /a clock on processes needs "stop"/],
  [{ budget: [{ time: '2 days' }] }, /not an ISO 8601 duration/],
  [{ budget: [{ time: '-P1D' }] }, /must be longer than zero/],
  [{ calendar: 'ofice' }, /there is no calendar "ofice"; did you mean "office"\?/],
  [{ at: [{ reached: '110%' }] }, /"110%" is neither a share such as 80% nor a time after the budget/],
  [{ at: [{ reached: '50%' }, { reached: '50%' }] }, /\/at\/0 of the clock is at the same time/],
  [{ at: [{ reached: '50%', notify: { roles: ['READR'] } }] }, /there is no role "READR"/],
  [{ at: [{ reached: '50%', set: { amout: 1 } }] }, /there is no field "amout"/],
  [{ at: [{ reached: '50%', run: 'folow' }] }, /there is no workflow "folow"/],
  [{ at: [{ reached: '50%', message: { name: 'late', field: 'amout' } }] }, /there is no field "amout"/],
  [{ at: [{ reached: '50%', decide: 'reject' }] }, /only a clock with "on: task" can do this/],
  [{ at: [{ reached: '50%', decide: 'approve' }] }, /must be reject/],
  [{ at: [{ reached: '50%', assign: { roles: ['OWNER'] } }] }, /only a clock with "on: task" can do this/],
  [{ on: 'task', at: [{ reached: '50%', assign: { roles: ['READR'] } }] }, /there is no role "READR"/],
  [{ on: 'task', at: [{ reached: '50%', assign: {} }] }, /names nobody/],
  [{ elements: ['check'] }, /only a clock with "on: task" has elements/],
  [{ pause: undefined, resume: { state: 'INIT' } }, /without "pause" the clock is never paused/],
])('[D170] a clock with %j is refused', async (wrong, reason) => {
  const document = configuration({ calendars, slas: [{ ...answer, ...wrong }] });
  const { detail } = await admin.refused('deploySubProject', { document: JSON.stringify(document) }, 1232);
  expect(detail).toMatch(reason);
});
