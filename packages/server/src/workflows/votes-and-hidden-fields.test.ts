import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { diagram, end, flow, start, user } from './testing/diagram.js';
import { withVotes } from './testing/with-votes.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';

const one = (id: string, approval: string, candidateGroups: string) =>
  withVotes(diagram(id, start(), user('t', { candidateGroups }), end(), flow('s t e')), { t: approval });

const everybody = 'OWNER, MANAGER, OPERATOR, PARTIAL';
const workflows = {
  hidden: one('hidden', 'separation="starter, field:assignee, editor:amount"', everybody),
  lonely: one('lonely', 'quorum="2" separation="starter, field:assignee, editor:amount"', 'OWNER, MANAGER, OPERATOR'),
};

/** PARTIAL reads the field `notes` and no other. */
describe('votes and fields that a caller does not read', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows });
  });
  afterAll(() => fixture.drop());

  /** OWNER starts the run, MANAGER is in the field `assignee`, and the third person has set the amount. */
  const begin = async (key: keyof typeof workflows, editor?: Who) => {
    const processId = await fixture.createProcess({ assignee: fixture.userId('MANAGER') });
    if (editor !== undefined) await setAmount(editor, processId);
    const run = await fixture.execute(key, processId);
    const { detail } = await fixture.useCases.getWorkflowRun(fixture.caller('ADMIN'), {
      subProjectId: fixture.subProjectId,
      runId: run.id,
    });
    return { processId, taskId: detail.tasks[0]?.id ?? '', message: detail.incidents[0]?.message ?? '' };
  };
  const setAmount = (who: Who, processId: string) =>
    fixture.db`
      insert into audit_log (id, sub_project_id, process_id, subject_type, subject_id, action, by_id, by_name, after, trace_id, created_ts)
      values (gen_random_uuid(), ${fixture.subProjectId}, ${processId}, 'process', ${processId}, 'process.update',
        ${fixture.userId(who)}, ${who}, '{"fields": {"amount": 5}}', 'trace', now())`;
  const explain = (who: Who, taskId: string, about: Who) =>
    fixture.useCases.explainApproval(fixture.caller(who), {
      subProjectId: fixture.subProjectId,
      taskId,
      userId: fixture.userId(about),
    });
  const statusFor = (who: Who, taskId: string) =>
    fixture.useCases.getApprovalStatus(fixture.caller(who), { subProjectId: fixture.subProjectId, taskId });
  const unseen = (name: string) => ({ rule: 'separation', text: expect.stringContaining(`${name} `) });

  it('[D124] explainApproval does not tell whom a rule on a hidden field excludes', async () => {
    const { taskId } = await begin('hidden');
    expect((await explain('OPERATOR', taskId, 'MANAGER')).reasons.map(({ separation }) => separation)).toEqual([
      'field:assignee',
    ]);
    expect(await explain('OPERATOR', taskId, 'OPERATOR')).toMatchObject({ mayVote: true });
    const named = await explain('PARTIAL', taskId, 'MANAGER');
    const other = await explain('PARTIAL', taskId, 'OPERATOR');
    expect(named.reasons).toEqual([unseen('MANAGER')]);
    expect(other.reasons).toEqual([unseen('OPERATOR')]);
    expect(named.reasons[0]?.text.replace('MANAGER', 'OPERATOR')).toBe(other.reasons[0]?.text);
    expect(named.reasons[0]?.text).toContain('a rule on fields you do not see');
    expect([named.mayVote, other.mayVote]).toEqual([false, false]);
    // What other rules say is told.
    expect((await explain('PARTIAL', taskId, 'OWNER')).reasons.map(({ separation }) => separation)).toContain(
      'starter',
    );
  });

  it('[D124] getApprovalStatus lists voters to a caller who does not read the field as if it excluded nobody', async () => {
    const { taskId } = await begin('hidden');
    const names = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name).toSorted();
    const whole = await statusFor('READER', taskId);
    expect(names(whole.canVote)).toEqual(['OPERATOR', 'PARTIAL']);
    expect(names(whole.excluded)).toEqual(['MANAGER', 'OWNER']);
    const part = await statusFor('PARTIAL', taskId);
    expect(names(part.canVote)).toEqual(['MANAGER', 'OPERATOR', 'PARTIAL']);
    expect(names(part.excluded)).toEqual(['OWNER']);
    expect(JSON.stringify(part)).not.toMatch(/MANAGER (is named|set)/);
  });

  it('[D124] who is excluded by a hidden field hears that, and not of the field', async () => {
    const { taskId, processId } = await begin('hidden');
    await setAmount('PARTIAL', processId);
    const own = await explain('PARTIAL', taskId, 'PARTIAL');
    const told = { rule: 'separation', text: 'PARTIAL is excluded by a rule on fields you do not see.' };
    expect(own).toMatchObject({ mayVote: false, reasons: [told] });
    expect(own.reasons[0]).not.toHaveProperty('separation');
    const status = await statusFor('PARTIAL', taskId);
    expect(status.excluded.find(({ name }) => name === 'PARTIAL')?.reasons).toEqual([told]);
    expect(status.canVote.map(({ name }) => name)).not.toContain('PARTIAL');
    const vote = { subProjectId: fixture.subProjectId, taskId, outcome: 'approve' } as const;
    const refused = await fixture.useCases
      .castVote(fixture.caller('PARTIAL'), vote)
      .catch((error: CatalogueError) => error);
    expect(refused).toMatchObject({
      id: 1209,
      detail: 'The caller may not vote: the caller is excluded by a rule on fields you do not see.',
    });
  });

  it('[D124] the incident unapprovable counts whom rules on fields exclude, and names nobody of them', async () => {
    const { message } = await begin('lonely', 'OPERATOR');
    expect(message).toBe(
      '2 approvals are needed, and 0 persons can vote: OWNER started the run (separation "starter"); 2 persons by fields of the process',
    );
  });
});
