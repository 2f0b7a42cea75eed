import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProcessFixture, type ProcessFixture } from '../testing/process-fixture.js';

let fixture: ProcessFixture;
let early: string;
let late: string;
beforeAll(async () => {
  fixture = await createProcessFixture();
  early = await fixture.create({ assignee: fixture.userId('BOTH') });
  late = await fixture.create({}, { stageKey: 'stage_review' });
});
afterAll(() => fixture.drop());

const allowed = async (who: string, scopes: readonly string[] = []) => {
  const { processes } = await fixture.useCases.getProcess(fixture.caller(who, { scopes }), {
    page: '1',
    perPageCount: '10',
    include: 'allowed',
    filters: JSON.stringify({ subProjectId_id: fixture.subProjectId }),
  });
  return new Map(processes.map((process) => [process.id, process.allowed]));
};
const everyName = [
  'state',
  'priority',
  'stageKey',
  'supplier',
  'amount',
  'currency',
  'tags',
  'assignee',
  'document',
  'notes',
];

test('[D12] include=allowed says per process what the roles that cover it allow', async () => {
  const owner = (await allowed('OWNER')).get(early);
  expect(owner).toEqual({ updates: everyName, states: ['IN_REVIEW', 'REJECTED'], workflows: [], delete: false });
  expect((await allowed('ADMIN')).get(late)).toMatchObject({ updates: everyName, delete: true });
  // As ASSIGNEE the one, as REVIEWER the other.
  const both = await allowed('BOTH');
  expect(both.get(early)).toEqual({ updates: ['notes'], states: [], workflows: [], delete: false });
  expect(both.get(late)).toMatchObject({ updates: ['state', 'stageKey'], states: ['IN_REVIEW', 'REJECTED'] });
  expect((await allowed('CLERK')).get(early)).toMatchObject({ updates: [], states: [] });
});

test('[D12] a token without the scope is allowed nothing', async () => {
  expect((await allowed('OWNER', ['process.read'])).get(early)).toMatchObject({ updates: [], states: [] });
  expect((await allowed('ADMIN', ['process.read'])).get(early)).toMatchObject({ updates: [], delete: false });
});

test('[D12] what is allowed is what updateProcessField does', async () => {
  for (const who of ['OWNER', 'REVIEWER', 'BOTH', 'CLERK', 'ADMIN']) {
    for (const [processId, may] of await allowed(who)) {
      const same: Readonly<Record<string, unknown>> = {
        state: 'INIT',
        priority: 'MEDIUM',
        stageKey: processId === early ? 'stage_init' : 'stage_review',
        supplier: 'Acme',
        currency: 'EUR',
        assignee: processId === early ? fixture.userId('BOTH') : null,
      };
      for (const name of everyName) {
        const updates = { [name]: same[name] ?? null };
        const update = fixture.useCases.updateProcessField(fixture.caller(who), {
          subProjectId: fixture.subProjectId,
          processId,
          updates,
        });
        if (may?.updates.includes(name) === true) await update;
        else await expect(update).rejects.toMatchObject({ status: 403 });
      }
    }
  }
});
