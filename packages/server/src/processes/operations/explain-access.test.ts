import type { OperationId } from '@millrace/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { createProcessFixture, type ProcessFixture } from '../testing/process-fixture.js';

let fixture: ProcessFixture;
let mine: string;
let other: string;

beforeAll(async () => {
  fixture = await createProcessFixture();
  mine = await fixture.create({ assignee: fixture.userId('ASSIGNEE') });
  other = await fixture.create({}, { stageKey: 'stage_review' });
});
afterAll(() => fixture.drop());

const explain = (who: string, operation: OperationId, more: object = {}, options = {}) =>
  fixture.useCases.explainAccess(fixture.caller(who, options), {
    subProjectId: fixture.subProjectId,
    operation,
    ...more,
  });

const processOf = (which: string | undefined) =>
  which === undefined ? {} : { processId: which === 'mine' ? mine : which === 'other' ? other : newId() };

describe('[D13] the first check that fails decides, with the error the operation answers', () => {
  test.each<[string, OperationId, string | undefined, string | undefined, number | null, string]>([
    ['STRANGER', 'getProcess', undefined, undefined, 1204, '/members'],
    ['STRANGER', 'updateProcessField', undefined, undefined, 1207, '/members'],
    ['GUEST', 'getProcess', undefined, undefined, 1205, '/roles/GUEST'],
    ['CLERK', 'updateProcessField', undefined, undefined, 1207, '/roles/CLERK'],
    ['CLERK', 'createGroup', undefined, undefined, 1206, 'grant'],
    ['ADMIN', 'createGroup', undefined, undefined, null, 'administrator'],
    ['CLERK', 'getSubProjects', undefined, undefined, null, 'grant'],
    ['OWNER', 'getProcess', 'mine', undefined, null, '/roles/OWNER'],
    ['OWNER', 'getProcess', 'nothing', undefined, 1221, 'process'],
    ['OWNER', 'executeWorkflow', undefined, undefined, 1209, '/roles/OWNER'],
    ['ASSIGNEE', 'getProcess', 'mine', 'notes', null, '/roles/ASSIGNEE/read'],
    ['ASSIGNEE', 'getProcess', 'mine', 'amount', 1231, '/roles/ASSIGNEE/read'],
    ['ASSIGNEE', 'getProcess', 'other', undefined, 1210, '/roles/ASSIGNEE/filter'],
    ['ASSIGNEE', 'getAuditLogs', 'other', undefined, 1205, '/roles/ASSIGNEE/filter'],
    ['ASSIGNEE', 'updateProcessField', 'mine', 'amount', 1207, '/roles/ASSIGNEE/update'],
    ['ASSIGNEE', 'updateProcessField', 'mine', 'colour', 1231, '/fields'],
    ['REVIEWER', 'updateProcessField', 'mine', 'state', 1210, '/roles/REVIEWER/stages'],
    ['REVIEWER', 'updateProcessField', 'other', 'state', null, '/roles/REVIEWER/update'],
    ['CLERK', 'createProcess', undefined, 'amount', 1206, '/roles/CLERK/create'],
    ['ADMIN', 'updateProcessField', 'mine', 'amount', null, 'administrator'],
    ['BOTH', 'updateProcessField', 'other', 'notes', 1207, '/roles/REVIEWER/update'],
  ])('%s %s %s %s: %s', async (who, operation, process, field, error, decidedBy) => {
    const answer = await explain(who, operation, { ...processOf(process), ...(field === undefined ? {} : { field }) });
    expect([answer.error?.id ?? null, answer.decidedBy]).toEqual([error, decidedBy]);
    expect(answer.allowed).toBe(error === null);
    const failed = answer.checks.filter(({ outcome }) => outcome === 'failed');
    expect(failed).toHaveLength(error === null ? 0 : 1);
  });
});

test('[D12] every role of the user is considered, each with what it grants, covers and lists', async () => {
  const { roles, allowed } = await explain('BOTH', 'updateProcessField', { processId: other, field: 'state' });
  expect({ roles, allowed }).toEqual({
    allowed: true,
    roles: [
      { name: 'REVIEWER', grants: true, covers: true, field: true, sources: [] },
      { name: 'ASSIGNEE', grants: true, covers: false, field: false, sources: [] },
    ],
  });
});

test('[D10] the scope of the own token is checked before the roles', async () => {
  const answer = await explain('OWNER', 'getProcess', {}, { scopes: ['file'] });
  expect(answer).toMatchObject({ allowed: false, decidedBy: 'scope', error: { id: 1205, status: 403 } });
  expect(answer.checks.find(({ check }) => check === 'grant')?.outcome).toBe('skipped');
});

test('[D13] a sub-project that does not exist has the code of the operation', async () => {
  const subProjectId = newId();
  expect((await explain('OWNER', 'getProcess', { subProjectId })).error?.id).toBe(1202);
  expect((await explain('OWNER', 'updateProcessField', { subProjectId })).error?.id).toBe(1221);
});

describe('about others', () => {
  test('[D12] the administrator and readers of the audit log may ask', async () => {
    const userId = fixture.userId('GUEST');
    for (const who of ['ADMIN', 'OWNER']) {
      expect(await explain(who, 'getProcess', { userId })).toMatchObject({
        userId,
        allowed: false,
        error: { id: 1205 },
      });
    }
  });

  test('[D12] nobody else may', async () => {
    const userId = fixture.userId('OWNER');
    await expect(explain('REVIEWER', 'getProcess', { userId })).rejects.toMatchObject({ id: 1205 });
    await expect(explain('STRANGER', 'getProcess', { userId })).rejects.toMatchObject({ id: 1205 });
  });

  test('[D10] users who are disabled or do not exist cannot sign in', async () => {
    for (const userId of [fixture.userId('DISABLED'), newId(), 'x']) {
      expect(await explain('ADMIN', 'getProcess', { userId })).toMatchObject({ allowed: false, error: { id: 1001 } });
    }
  });
});
