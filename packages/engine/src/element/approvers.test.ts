import { expect, test } from 'vitest';
import { compile } from '../compile/compile.js';
import { decision, input, modelOf, needs, table } from '../decision/testing/dmn.js';
import * as b from '../testing/bpmn.js';
import { Driver, NOW } from '../testing/driver.js';

const approval = (attributes: Record<string, string>, task: Record<string, string> = {}): string =>
  b.ext(
    b.el('millrace:approval', attributes),
    ...Object.entries(task).map(([name, value]) => b.el('zeebe:assignmentDefinition', { [name]: value })),
  );
const diagram = (attributes: Record<string, string> = {}, task: Record<string, string> = {}): string =>
  b.diagram(b.start(), b.user('t', approval({ matrix: 'd_Approvers', ...attributes }, task)), b.end(), b.flow('s t e'));

const rules = [
  '< 1000 -> "MANAGER, OWNER" | null | null | null',
  '[1000..5000] -> ["DIRECTOR"] | null | 2 | duration("P2D")',
  '(5000..9000] -> null | "ada" | 1 | null',
  '(9000..9500] -> null | null | 1 | null',
  '(9500..9600] -> "BOARD" | null | 51 | null',
];
const matrix = modelOf(
  input('amount', 'number'),
  decision(
    'Approvers',
    needs('amount'),
    table({ inputs: ['amount'], outputs: ['groups', 'users', 'quorum', 'within'], rules }),
  ),
);
const level = (result: string) =>
  modelOf(
    input('amount', 'number'),
    decision('Approvers', needs('amount'), table({ inputs: ['amount'], outputs: ['x'], rules: [`- -> ${result}`] })),
  );

async function started(amount: number, model = matrix, xml = diagram()): Promise<Driver> {
  const driver = await Driver.of(xml);
  driver.decisions.set('m1', model);
  driver.process = { amount };
  return driver.start({ amount });
}
const opened = (driver: Driver) => driver.of('openTask').at(-1);
const incident = (driver: Driver) => driver.of('raiseIncident').at(-1);

test('[VOTE-13] the decision may name the groups of the next level', async () => {
  const run = await started(1, level('{groups: "MANAGER", next: "DIRECTOR, BOARD"}'));
  expect(opened(run)).toMatchObject({ candidateGroups: ['MANAGER'], approval: { next: ['DIRECTOR', 'BOARD'] } });
  expect(opened(run)).not.toHaveProperty('next');
  expect(opened(await started(1, level('{groups: "MANAGER"}')))?.approval).not.toHaveProperty('next');
  expect(incident(await started(1, level('{groups: "MANAGER", next: 7}')))?.message).toContain('gives next');
});

test('[VOTE-13] the decision names groups, users, quorum and due date, in the step in which the task opens', async () => {
  const small = await started(120);
  expect(opened(small)).toMatchObject({
    candidateGroups: ['MANAGER', 'OWNER'],
    candidateUsers: [],
    approval: { quorum: 1 },
  });
  expect(small.of('decisionEvaluated')).toMatchObject([{ elementId: 't', decisionId: 'd_Approvers', modelId: 'm1' }]);
  expect(small.of('decisionEvaluated')[0]?.trace.decisions[0]?.tables[0]?.rules).toMatchObject([{ index: 1 }]);
  const large = await started(2000);
  const dueDate = new Date(NOW + 2 * 86_400_000).toISOString();
  expect(opened(large)).toMatchObject({ candidateGroups: ['DIRECTOR'], approval: { quorum: 2 }, dueDate });
  expect(large.of('resolveVoters')).toMatchObject([{ quorum: 2, candidateGroups: ['DIRECTOR'], candidateUsers: [] }]);
  expect(large.vote('ada', 'approve').status).toBe('PAUSED');
  expect(large.vote('bob', 'approve').status).toBe('COMPLETED');
  expect(opened(await started(6000))).toMatchObject({ candidateGroups: [], candidateUsers: ['ada'] });
  expect(opened(await started(1, level('"BOARD"')))).toMatchObject({ candidateGroups: ['BOARD'], candidateUsers: [] });
  expect(opened(await started(1, level('["A", "B"]')))).toMatchObject({ candidateGroups: ['A', 'B'] });
  expect(opened(await started(120, matrix, diagram({ quorum: '3' })))).toMatchObject({ approval: { quorum: 3 } });
});

test('[VOTE-13] a result that names nobody, or has another form, is an incident and opens no task', async () => {
  const said = async (amount: number, model = matrix) => {
    const driver = await started(amount, model);
    expect(driver.open).toEqual(['incident t']);
    return incident(driver);
  };
  expect(await said(20_000)).toMatchObject({
    kind: 'expression',
    message: expect.stringContaining('none of its rules applies'),
  });
  expect(await said(9200)).toMatchObject({ message: expect.stringContaining('names nobody: give groups or users') });
  expect(await said(9600)).toMatchObject({ message: expect.stringContaining('not a whole number from 1 to 50') });
  expect(await said(1, level('{group: "A"}'))).toMatchObject({
    message: expect.stringContaining('the result "group"'),
  });
  expect(await said(1, level('{groups: 1}'))).toMatchObject({
    message: expect.stringContaining('groups that are no list'),
  });
  expect(await said(1, level('{groups: "A", within: "soon"}'))).toMatchObject({
    message: expect.stringContaining('soon'),
  });
  expect(await said(1, level('{groups: "A", within: 2}'))).toMatchObject({
    message: expect.stringContaining('no duration'),
  });
});

test('[VOTE-13] a retry evaluates the decision again, with the values of that moment', async () => {
  const driver = await started(20_000);
  driver.do({ type: 'retryIncident', key: incident(driver)?.key ?? 0, variables: { amount: 120 } });
  expect(opened(driver)).toMatchObject({ candidateGroups: ['MANAGER', 'OWNER'] });
  const unapprovable = await Driver.of(diagram());
  unapprovable.decisions.set('m1', matrix);
  unapprovable.voters = 1;
  unapprovable.start({ amount: 2000 });
  expect(incident(unapprovable)).toMatchObject({ kind: 'unapprovable' });
  unapprovable.do({ type: 'retryIncident', key: incident(unapprovable)?.key ?? 0, variables: { amount: 120 } });
  expect(opened(unapprovable)).toMatchObject({ candidateGroups: ['MANAGER', 'OWNER'], approval: { quorum: 1 } });
});

test('[VOTE-13] an unknown decision is an incident; the model lists the decision; other answers do not fit', async () => {
  const driver = await Driver.of(diagram({ matrix: '= which' }));
  driver.start({ which: 'd_Other' });
  expect(incident(driver)).toMatchObject({ kind: 'decision' });
  const result = await compile(diagram());
  expect(result.models[0]?.calledDecisions).toMatchObject([
    { elementId: 't', decisionId: 'd_Approvers', binding: 'latest' },
  ]);
  const asked = await Driver.of(diagram());
  const effects = asked.once({ type: 'start', modelId: 'p', variables: {} });
  const key = effects.find((effect) => effect.type === 'resolveDecision')?.key ?? 0;
  expect(() => asked.do({ type: 'votersResolved', key, possible: 9 })).toThrow('waits for its matrix');
});

test('[VOTE-12] a matrix beside candidates is refused', async () => {
  const { report } = await compile(diagram({}, { candidateGroups: 'MANAGER' }));
  expect(report.errors).toMatchObject([
    { code: 'bad-approval', message: expect.stringContaining('the matrix names the persons') },
  ]);
});
