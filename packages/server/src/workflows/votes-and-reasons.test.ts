import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundary, diagram, end, error, flow, on, start, user } from './testing/diagram.js';
import { withVotes } from './testing/with-votes.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';

const workflows = {
  votes: withVotes(diagram('votes', start(), user('t'), user('next'), end(), flow('s t next e')), {
    t: 'quorum="2" veto="none"',
  }),
  changes: withVotes(
    diagram(
      'changes',
      error('E1', 'CHANGES_REQUESTED'),
      start(),
      user('t'),
      boundary('back', 't', on.error('E1')),
      user('fix'),
      end(),
      flow('s t e'),
      flow('back fix t'),
    ),
    { t: '' },
  ),
  form: diagram(
    'form',
    start(),
    user('t').replace(
      '<zeebe:userTask>',
      '<zeebe:formDefinition formKey="camunda-forms:bpmn:Form"></zeebe:formDefinition><zeebe:userTask>',
    ),
    user('next'),
    end(),
    flow('s t next e'),
  ).replace('<bpmn:startEvent', () =>
    `<bpmn:extensionElements><zeebe:userTaskForm id="Form">{"properties":{"comment":{"type":"string"}}}</zeebe:userTaskForm></bpmn:extensionElements><bpmn:startEvent`.replaceAll(
      /(?<=[{:,])"|"(?=[:}])/g,
      '&quot;',
    ),
  ),
};

/** PARTIAL reads the field `notes` and no other; READER reads all. */
describe('reasons of votes and comments of decisions after the task has closed', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows });
  });
  afterAll(() => fixture.drop());

  const begin = async (key: keyof typeof workflows) => {
    const run = await fixture.execute(key, await fixture.createProcess());
    const { detail } = await runFor('ADMIN', run.id);
    return { runId: run.id, taskId: detail.tasks[0]?.id ?? '', form: detail.tasks[0]?.form };
  };
  const runFor = (who: Who, runId: string) =>
    fixture.useCases.getWorkflowRun(fixture.caller(who), { subProjectId: fixture.subProjectId, runId });
  const timelineFor = async (who: Who, runId: string) =>
    JSON.stringify(
      await fixture.useCases.getRunTimeline(fixture.caller(who), {
        subProjectId: fixture.subProjectId,
        runId,
        perPageCount: '100',
      }),
    );
  const vote = (who: Who, taskId: string, outcome: 'approve' | 'requestChanges', reason: string) =>
    fixture.useCases.castVote(fixture.caller(who), { subProjectId: fixture.subProjectId, taskId, outcome, reason });

  it('[D125] shows the reasons in the variable votes to whoever reads every field, and to their authors', async () => {
    const { runId, taskId } = await begin('votes');
    await vote('MANAGER', taskId, 'approve', 'The amount is 5000');
    await vote('PARTIAL', taskId, 'approve', 'As agreed');
    const [manager, partial] = [fixture.userId('MANAGER'), fixture.userId('PARTIAL')];
    const cast = (by: string, reason?: string) => ({
      by,
      outcome: 'approve',
      ...(reason === undefined ? {} : { reason }),
    });
    expect((await runFor('READER', runId)).detail.variables).toHaveProperty('votes', [
      cast(manager, 'The amount is 5000'),
      cast(partial, 'As agreed'),
    ]);
    expect((await runFor('PARTIAL', runId)).detail.variables).toHaveProperty('votes', [
      cast(manager),
      cast(partial, 'As agreed'),
    ]);
    expect(await timelineFor('READER', runId)).toContain('The amount is 5000');
    expect(await timelineFor('PARTIAL', runId)).not.toContain('The amount is 5000');
    expect(await timelineFor('PARTIAL', runId)).toContain(manager);
    const events = await fixture.db<{ told: string }>`select data::text as told from event_inbox`;
    expect(events.map(({ told }) => told).join()).not.toContain('The amount is 5000');
    const texts = await fixture.db<{ told: string }>`select row_to_json(t)::text as told from search_texts t`;
    expect(texts.map(({ told }) => told).join()).not.toContain('5000');
  });

  it('[D125] hides what changes are requested in the same way', async () => {
    const { runId, taskId } = await begin('changes');
    await vote('MANAGER', taskId, 'requestChanges', 'The amount is 5000');
    expect((await runFor('READER', runId)).detail.variables).toMatchObject({ changesRequested: 'The amount is 5000' });
    const { variables } = (await runFor('PARTIAL', runId)).detail;
    expect(variables).toMatchObject({ changesRequested: null, votes: [{ outcome: 'requestChanges' }] });
    expect(JSON.stringify(variables)).not.toContain('5000');
    expect(await timelineFor('READER', runId)).toContain('"changesRequested":"The amount is 5000"');
    expect(await timelineFor('PARTIAL', runId)).toContain('"changesRequested":null');
    expect(await timelineFor('PARTIAL', runId)).not.toContain('5000');
  });

  it('[D125] hides the comment of a decision that a form has as data', async () => {
    const { runId, taskId, form } = await begin('form');
    expect(form).not.toBeNull();
    await fixture.useCases.resumeWorkflowRunsApi(fixture.caller('MANAGER'), {
      subProjectId: fixture.subProjectId,
      runId,
      taskId,
      approved: true,
      payload: { comment: 'The amount is 5000' },
    });
    expect((await runFor('READER', runId)).detail.variables).toMatchObject({ comment: 'The amount is 5000' });
    expect((await runFor('PARTIAL', runId)).detail.variables).toMatchObject({ comment: null });
    expect(await timelineFor('PARTIAL', runId)).not.toContain('5000');
    expect(await timelineFor('READER', runId)).toContain('5000');
  });
});
