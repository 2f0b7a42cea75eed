import { expect, test } from 'vitest';
import { compile } from '../compile/compile.js';
import { CommandRejected } from '../protocol/command.js';
import * as b from '../testing/bpmn.js';
import { compileOk, Driver } from '../testing/driver.js';

const approval = (attributes: Record<string, string | number | boolean> = {}): string =>
  b.ext(b.el('millrace:approval', attributes));
const voted = (attributes: Record<string, string | number | boolean> = {}, ...more: string[]): string =>
  b.diagram(b.start(), b.user('t', approval(attributes)), b.end(), b.flow('s t e'), ...more);
/** Changes go to the task `fix` and from there back to `t`. */
const withChanges = (attributes: Record<string, string | number | boolean> = {}): string =>
  voted(
    attributes,
    b.error('E1', 'CHANGES_REQUESTED'),
    b.boundary('back', 't', b.errorRef('E1')),
    b.user('fix'),
    b.flow('back fix t'),
  );
const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof CommandRejected) return error.reason;
    throw error;
  }
  return 'accepted';
};
const because = (reason: string) => ({ variables: {}, reason });

test('[VOTE-1] a person has one vote; the task cannot be completed, and other tasks take no votes', async () => {
  const run = await Driver.started(voted({ quorum: 2 }));
  expect(run.open).toEqual(['task t']);
  expect(run.status).toBe('PAUSED');
  expect(refusal(() => run.complete())).toBe('needs-votes');
  run.vote('ada', 'approve');
  const { state } = run;
  expect(refusal(() => run.vote('ada', 'approve'))).toBe('already-voted');
  expect(refusal(() => run.vote('ada', 'reject'))).toBe('already-voted');
  expect(run.state).toBe(state);
  const plain = await Driver.started(b.diagram(b.start(), b.user('t'), b.flow('s t')));
  expect(refusal(() => plain.vote('ada', 'approve'))).toBe('cannot-vote');
  expect(refusal(() => plain.vote('ada', 'approve', { variables: {}, key: 999 }))).toBe('no-such-task');
});

test('[VOTE-14] a task that is overdue is handed on, and votes that were cast stay', async () => {
  const run = await Driver.started(voted({ quorum: 2 }));
  const { key } = run.of('openTask')[0] ?? { key: 0 };
  run.vote('ada', 'approve');
  run.do({ type: 'escalateTask', key, change: { candidateGroups: ['BOARD'] }, message: 'late' });
  expect(run.of('updateTask')).toMatchObject([{ key, change: { candidateGroups: ['BOARD'] } }]);
  expect(run.of('history').at(-1)).toMatchObject({ event: 'escalated', elementId: 't', message: 'late' });
  expect(run.open).toEqual(['task t']);
  expect(run.vote('cyd', 'approve').status).toBe('COMPLETED');
  expect(refusal(() => run.do({ type: 'escalateTask', key, change: {}, message: '' }))).toBe('run-ended');
});

test('[VOTE-15] a task that nobody decided in time is rejected, also with votes, and one that is no decision does not expire', async () => {
  const run = await Driver.started(voted({ quorum: 2 }));
  const { key } = run.of('openTask')[0] ?? { key: 0 };
  run.vote('ada', 'approve');
  expect(run.do({ type: 'expireTask', key, message: 'late' }).status).toBe('REJECTED');
  expect(run.of('closeTask')).toMatchObject([{ key, outcome: 'completed', approved: false }]);
  expect(run.of('history').map(({ event }) => event)).toEqual(expect.arrayContaining(['expired', 'rejected']));
  const plain = await Driver.started(b.diagram(b.start(), b.user('t'), b.end(), b.flow('s t e')));
  const [{ key: own } = { key: 0 }] = plain.of('openTask');
  expect(plain.do({ type: 'expireTask', key: own, message: 'late' }).status).toBe('REJECTED');
});

test('[VOTE-2] the quorum approves, and nobody votes after that; it may be FEEL, by default it is 1', async () => {
  const run = await Driver.started(voted({ quorum: '= size' }), { size: 2 });
  expect(run.vote('ada', 'approve').status).toBe('PAUSED');
  expect(run.vote('bob', 'approve').status).toBe('COMPLETED');
  expect(run.variables).toMatchObject({ approved: true });
  expect(run.of('closeTask')).toMatchObject([{ outcome: 'completed', approved: true }]);
  expect(refusal(() => run.vote('cleo', 'approve'))).toBe('run-ended');
  expect((await Driver.started(voted())).vote('ada', 'approve').status).toBe('COMPLETED');
  const bad = await Driver.started(voted({ quorum: '= size' }), { size: 51 });
  expect(bad.of('raiseIncident')).toMatchObject([
    { kind: 'expression', message: 'the quorum must be a whole number from 1 to 50 (= size)' },
  ]);
});

test('[VOTE-3] veto: the first rejection, as many as the quorum, or none of them rejects', async () => {
  const first = await Driver.started(voted({ quorum: 2 }));
  expect(first.vote('ada', 'approve').vote('bob', 'reject').status).toBe('REJECTED');
  const quorum = await Driver.started(voted({ quorum: 2, veto: 'quorum' }));
  expect(quorum.vote('ada', 'reject').vote('bob', 'approve').status).toBe('PAUSED');
  expect(quorum.vote('cleo', 'reject').status).toBe('REJECTED');
  const none = await Driver.started(voted({ quorum: 2, veto: 'none' }));
  for (const by of ['ada', 'bob', 'cleo', 'dan']) expect(none.vote(by, 'reject').status).toBe('PAUSED');
  expect(none.vote('eve', 'approve').vote('fay', 'approve').status).toBe('COMPLETED');
});

test('[VOTE-4] a quorum that cannot be reached any more rejects at once', async () => {
  const run = await Driver.started(voted({ quorum: 2, veto: 'none' }));
  run.vote('ada', 'reject', { variables: {}, remaining: 2 });
  expect(run.status).toBe('PAUSED');
  run.vote('bob', 'reject', { variables: {}, remaining: 1 });
  expect(run.status).toBe('REJECTED');
  expect(run.of('voteRecorded').at(-1)).toMatchObject({ approvals: 0, rejections: 2, quorum: 2, result: 'rejected' });
});

test('[VOTE-5] a request for changes leads back, with what is wanted; the next round begins without votes', async () => {
  const run = await Driver.started(withChanges({ quorum: 2 }), { approved: 'before' });
  run.vote('ada', 'approve').vote('bob', 'requestChanges', because('Add the offer'));
  expect(run.open).toEqual(['task fix']);
  expect(run.variables).toMatchObject({ approved: 'before', changesRequested: 'Add the offer' });
  expect(run.of('closeTask')).toEqual([{ type: 'closeTask', key: expect.any(Number), outcome: 'completed' }]);
  run.complete('fix');
  expect(run.open).toEqual(['task t']);
  expect(run.vote('bob', 'approve').status).toBe('PAUSED');
  expect(run.vote('ada', 'approve').status).toBe('COMPLETED');
});

test('[VOTE-5] without an event for exactly that code, changes cannot be requested', async () => {
  expect((await Driver.started(withChanges())).of('openTask')[0]?.approval?.changes).toBe(true);
  const catchAll = voted({}, b.boundary('all', 't', b.errorRef()), b.user('fix'), b.flow('all fix'));
  for (const xml of [voted(), catchAll]) {
    const run = await Driver.started(xml);
    expect(run.of('openTask')[0]?.approval?.changes).toBe(false);
    expect(refusal(() => run.vote('ada', 'requestChanges', because('More')))).toBe('cannot-request-changes');
    expect(run.open).toEqual(['task t']);
  }
});

test('[VOTE-5] an event around the task catches a request for changes too', async () => {
  const xml = b.diagram(
    b.error('E1', 'CHANGES_REQUESTED'),
    b.start(),
    b.sub('sub', b.start('s2'), b.user('t', approval()), b.user('beside'), b.flow('s2 t'), b.flow('s2 beside')),
    b.boundary('back', 'sub', b.errorRef('E1')),
    b.user('fix'),
    b.flow('s sub'),
    b.flow('back fix'),
  );
  const run = await Driver.started(xml);
  const key = run.ledger.keyOf('task', 't');
  run.vote('ada', 'requestChanges', { variables: {}, reason: 'More', key });
  expect(run.open).toEqual(['task fix']);
});

test('[VOTE-6] reasons are asked for as the diagram says', async () => {
  const run = async (reason: string) => Driver.started(withChanges({ quorum: 3, reason }));
  const onReject = await run('onReject');
  expect(refusal(() => onReject.vote('ada', 'reject'))).toBe('reason-missing');
  expect(refusal(() => onReject.vote('ada', 'reject', because('  ')))).toBe('reason-missing');
  expect(onReject.vote('ada', 'approve').vote('bob', 'reject', because('Too dear')).status).toBe('REJECTED');
  const always = await run('always');
  expect(refusal(() => always.vote('ada', 'approve'))).toBe('reason-missing');
  always.vote('ada', 'approve', because('Fine'));
  const never = await run('never');
  expect(refusal(() => never.vote('ada', 'requestChanges'))).toBe('reason-missing');
  expect(never.vote('ada', 'reject').status).toBe('REJECTED');
});

test('[VOTE-7] the variables of all votes are stored in their order, and the list of the votes', async () => {
  const run = await Driver.started(voted({ quorum: 2 }));
  run.vote('ada', 'approve', { variables: { limit: 1, note: 'a', approved: false }, reason: 'Fine' });
  run.vote('bob', 'approve', { variables: { limit: 2 } });
  expect(run.variables).toEqual({
    limit: 2,
    note: 'a',
    approved: true,
    votes: [
      { by: 'ada', outcome: 'approve', reason: 'Fine' },
      { by: 'bob', outcome: 'approve' },
    ],
  });
});

test('[VOTE-7] a rejection by votes follows the condition of the diagram', async () => {
  const xml = b.diagram(
    b.start(),
    b.user('t', approval({ quorum: 2 })),
    b.exclusive('x', { default: 'no' }),
    b.task('yes'),
    b.task('other'),
    b.flow('s t x'),
    '<bpmn:sequenceFlow id="ok" sourceRef="x" targetRef="yes"><bpmn:conditionExpression>= approved</bpmn:conditionExpression></bpmn:sequenceFlow>',
    '<bpmn:sequenceFlow id="no" sourceRef="x" targetRef="other"/>',
  );
  const run = await Driver.started(xml);
  run.vote('ada', 'reject');
  expect(run.status).toBe('COMPLETED');
  expect(run.path()).toContain('other');
});

test('[VOTE-8] too few voters are an incident before the task opens; a retry asks again', async () => {
  const run = await Driver.of(voted({ quorum: 2, separation: 'starter' }));
  run.voters = 1;
  run.start();
  expect(run.open).toEqual(['incident t']);
  expect(run.status).toBe('FAILED');
  expect(run.of('raiseIncident')).toMatchObject([
    { kind: 'unapprovable', message: '2 approvals are needed, and 1 person can vote' },
  ]);
  expect(run.of('resolveVoters')).toMatchObject([{ elementId: 't', quorum: 2, separation: ['starter'] }]);
  run.retry('t');
  expect(run.open).toEqual(['incident t']);
  run.voters = 2;
  run.retry('t');
  expect(run.open).toEqual(['task t']);
});

test('[VOTE-8] while the server counts, the run is RACING; its answer can name who is excluded', async () => {
  const run = await Driver.of(voted({ quorum: 1 }));
  run.once({ type: 'start', modelId: 'p', variables: {} });
  expect(run.status).toBe('RACING');
  const [{ key } = { key: 0 }] = run.of('resolveVoters');
  expect(refusal(() => run.do({ type: 'votersResolved', key: key + 1, possible: 1 }))).toBe('no-such-call');
  expect(refusal(() => run.do({ type: 'callFailed', key, message: 'x' }))).toBe('no-such-call');
  run.do({ type: 'votersResolved', key, possible: 0, details: 'Ada started the run' });
  expect(run.of('raiseIncident')[0]?.message).toBe('1 approval is needed, and 0 persons can vote: Ada started the run');
  expect(refusal(() => run.do({ type: 'votersResolved', key, possible: 1 }))).toBe('no-such-call');
});

test('[VOTE-8] a retry follows the diagram to which the run was migrated: without votes the task opens', async () => {
  const plain = b.diagram(b.start(), b.user('t'), b.end(), b.flow('s t e'));
  const listened = b.diagram(
    b.start(),
    b.user('t', b.ext(b.listenToTask(['creating', 'check']))),
    b.end(),
    b.flow('s t e'),
  );
  for (const [next, opened] of [
    [plain, 'task t'],
    [listened, 'job t'],
  ] as const) {
    const run = await Driver.of(voted({ quorum: 2, separation: 'starter' }));
    run.voters = 1;
    run.start();
    expect(run.open).toEqual(['incident t']);
    const [model] = (await compileOk(next)).values();
    if (model === undefined) throw new Error('no model');
    run.models.set('next', model);
    run.do({ type: 'migrate', toModelId: 'next', mapping: {} });
    run.retry('t');
    expect(run.open).toEqual([opened]);
    if (opened === 'task t') expect(run.complete().status).toBe('COMPLETED');
  }
});

test('[VOTE-9] a migration keeps the votes and the rules with which the task opened', async () => {
  const run = await Driver.started(voted({ quorum: 2 }));
  run.vote('ada', 'approve');
  const [next] = (await compileOk(voted({ quorum: 5, veto: 'none' }))).values();
  if (next === undefined) throw new Error('no model');
  run.models.set('next', next);
  run.do({ type: 'migrate', toModelId: 'next', mapping: {} });
  expect(refusal(() => run.vote('ada', 'approve'))).toBe('already-voted');
  expect(run.vote('bob', 'approve').status).toBe('COMPLETED');
});

test('[VOTE-10] each vote that counts is told, with what the votes decide', async () => {
  const run = await Driver.started(voted({ quorum: 2, reason: 'onReject' }));
  refusal(() => run.vote('ada', 'reject'));
  run.vote('ada', 'approve').vote('bob', 'approve', because('Fine'));
  const told = { type: 'voteRecorded', key: run.of('openTask')[0]?.key, elementId: 't', rejections: 0, quorum: 2 };
  expect(run.of('voteRecorded')).toEqual([
    { ...told, by: 'ada', outcome: 'approve', approvals: 1, result: 'open' },
    { ...told, by: 'bob', outcome: 'approve', reason: 'Fine', approvals: 2, result: 'approved' },
  ]);
  const history = run.of('history').filter(({ event }) => event === 'voted');
  expect(history.map(({ message }) => message)).toEqual([
    'approve: 1 of 2 approvals, 0 rejections',
    'approve: 2 of 2 approvals, 0 rejections',
  ]);
});

test('[VOTE-11] a rule between two tasks counts at both', async () => {
  const xml = b.diagram(
    b.start(),
    b.user('a', approval({ separation: 'starter, task:b, field:requester, editor:amount' })),
    b.user('b', approval()),
    b.flow('s a b'),
  );
  const [model] = (await compileOk(xml)).values();
  expect(model?.userTasks.map(({ separation }) => separation)).toEqual([
    ['starter', 'task:b', 'field:requester', 'editor:amount'],
    ['task:a'],
  ]);
  const plain = (await compileOk(b.diagram(b.start(), b.user('a'), b.flow('s a')))).values().next().value;
  expect(plain?.userTasks[0]?.separation).toBeNull();
});

const refused: readonly (readonly [string, string, RegExp])[] = [
  ['an unknown attribute', voted({ qourum: 2 }), /no attribute "qourum"/],
  ['a quorum of 0', voted({ quorum: 0 }), /quorum is a whole number from 1 to 50/],
  ['a quorum above the limit', voted({ quorum: 51 }), /quorum is a whole number from 1 to 50/],
  ['a quorum that is no number', voted({ quorum: 'most' }), /quorum is a whole number/],
  ['an unknown veto', voted({ veto: 'last' }), /veto is one of first, quorum, none, not "last"/],
  ['an unknown reason', voted({ reason: 'maybe' }), /reason is one of never, onReject, always/],
  ['unknown attachments', voted({ attachments: 'yes' }), /attachments is one of true, false/],
  ['an unknown separation', voted({ separation: 'boss' }), /separation "boss" is none of/],
  ['the same separation twice', voted({ separation: 'starter, starter' }), /names "starter" twice/],
  ['separation from itself', voted({ separation: 'task:t' }), /is the task itself/],
  ['separation from nothing', voted({ separation: 'task:nobody' }), /names no element/],
  ['separation from an event', voted({ separation: 'task:e' }), /names an element that is no user task/],
  [
    'separation from a task without votes',
    b.diagram(b.start(), b.user('t', approval({ separation: 'task:u' })), b.user('u'), b.flow('s t u')),
    /without votes/,
  ],
  [
    'data entry',
    b.diagram(b.start(), b.el('userTask', { id: 't', 'millrace:decision': 'none' }, approval()), b.flow('s t')),
    /a data entry task/,
  ],
  [
    'an assignee',
    b.diagram(
      b.start(),
      b.user('t', b.ext(b.el('millrace:approval'), b.el('zeebe:assignmentDefinition', { assignee: 'ada' }))),
      b.flow('s t'),
    ),
    /has no assignee/,
  ],
  [
    'task listeners',
    b.diagram(
      b.start(),
      b.user('t', b.ext(b.el('millrace:approval'), b.listenToTask(['completing', 'check']))),
      b.flow('s t'),
    ),
    /no task listeners/,
  ],
  [
    'fewer named persons than the quorum',
    b.diagram(
      b.start(),
      b.user(
        't',
        b.ext(
          b.el('millrace:approval', { quorum: 2 }),
          b.el('zeebe:assignmentDefinition', { candidateUsers: 'ada, ada' }),
        ),
      ),
      b.flow('s t'),
    ),
    /2 approvals are needed, and the task names 1/,
  ],
];

test.each(refused)('[VOTE-12] %s is refused at deployment', async (_, xml, message) => {
  const { models, report } = await compile(xml);
  expect(report.errors.filter(({ code }) => code === 'bad-approval').map((finding) => finding.message)).toEqual([
    expect.stringMatching(message),
  ]);
  expect(models).toEqual([]);
});

test('[VOTE-12] votes stand once, on user tasks only; an event for changes needs votes', async () => {
  const twice = b.diagram(
    b.start(),
    b.user('t', b.ext(b.el('millrace:approval'), b.el('millrace:approval'))),
    b.flow('s t'),
  );
  expect((await compile(twice)).report.errors).toMatchObject([{ code: 'duplicate-extension' }]);
  const onTask = b.diagram(b.start(), b.task('t', approval()), b.flow('s t'));
  expect((await compile(onTask)).report.ignored).toMatchObject([
    { elementId: 't', message: 'millrace:approval has no effect here' },
  ]);
  const plain = b.diagram(
    b.error('E1', 'CHANGES_REQUESTED'),
    b.start(),
    b.user('t'),
    b.boundary('back', 't', b.errorRef('E1')),
    b.flow('s t'),
    b.flow('back t'),
  );
  expect((await compile(plain)).report.warnings.map(({ code }) => code)).toContain('changes-never-requested');
  expect((await compile(withChanges())).report.warnings.map(({ code }) => code)).not.toContain(
    'changes-never-requested',
  );
});
