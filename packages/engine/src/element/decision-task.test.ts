import { expect, test } from 'vitest';
import { compile } from '../compile/compile.js';
import { decision, input, modelOf, needs, table } from '../decision/testing/dmn.js';
import { diagram, el, end, ext, flow, io, start } from '../testing/bpmn.js';
import { compileOk, Driver } from '../testing/driver.js';

const rule = (attributes: Record<string, string> = {}, ...more: string[]): string =>
  el(
    'businessRuleTask',
    { id: 'rule' },
    ext(el('zeebe:calledDecision', { decisionId: 'd_Level', resultVariable: 'level', ...attributes }), ...more),
  );

const level = (rules: readonly string[]) =>
  modelOf(
    input('amount', 'number'),
    decision('Level', needs('amount'), table({ inputs: ['amount'], outputs: ['x'], rules })),
  );

const overlapping = ['> 10 -> "manager"', '> 100 -> "director"'];
const disjoint = ['[10..100] -> "manager"', '> 100 -> "director"'];

async function driverFor(xml: string, rules: readonly string[] = disjoint): Promise<Driver> {
  const driver = await Driver.of(xml);
  driver.decisions.set('m1', level(rules));
  return driver;
}

const chain = (task: string): string => diagram(start(), task, end(), flow('s rule e'));

test('[DMN-26] a business rule task evaluates its decision in the step and stores the result', async () => {
  const driver = (await driverFor(chain(rule()))).start({ amount: 500 });
  expect(driver.status).toBe('COMPLETED');
  expect(driver.variables).toEqual({ amount: 500, level: 'director' });
  expect(driver.of('createJob')).toEqual([]);
  const [evaluated] = driver.of('decisionEvaluated');
  expect(evaluated).toMatchObject({ elementId: 'rule', modelId: 'm1', decisionId: 'd_Level', value: 'director' });
  expect(evaluated?.trace.decisions).toMatchObject([{ decisionId: 'd_Level', inputs: { amount: 500 } }]);
  expect(evaluated?.trace.decisions[0]?.tables[0]?.rules).toMatchObject([{ ruleId: 'r2', index: 2 }]);
});

test('[DMN-26] mappings, the live process, and a variable named like a decision', async () => {
  const mapped = rule({ resultVariable: 'result' }, io({ amount: '= process.amount * 2' }, { approver: '= result' }));
  const driver = await driverFor(chain(mapped));
  driver.process = { amount: 60 };
  driver.start({ Level: 'stale' });
  expect(driver.variables).toEqual({ Level: 'stale', approver: 'director' });
});

test('[DMN-26] the effect names the binding, and an expression gives the id of the decision', async () => {
  const task = rule({ decisionId: '= which', bindingType: 'versionTag', versionTag: 'v1' });
  const driver = (await driverFor(chain(task))).start({ which: 'd_Level', amount: 20 });
  expect(driver.of('resolveDecision')).toMatchObject([
    { elementId: 'rule', callerModelId: 'p', decisionId: 'd_Level', binding: 'versionTag', versionTag: 'v1' },
  ]);
  expect(driver.variables.level).toBe('manager');
});

test('[DMN-26] the model lists the decisions that it calls', async () => {
  const models = await compileOk(chain(rule({ bindingType: 'deployment' })));
  expect(models.get('p')?.calledDecisions).toEqual([
    { elementId: 'rule', decisionId: 'd_Level', binding: 'deployment', versionTag: null },
  ]);
});

test.each([
  [{ resultVariable: '' }, 'missing-result-variable'],
  [{ decisionId: '' }, 'missing-decision'],
  [{ resultVariable: 'process' }, 'reserved-variable'],
  [{ bindingType: 'newest' }, 'bad-binding'],
  [{ bindingType: 'versionTag' }, 'bad-binding'],
])('[DMN-26] a called decision with %j is refused', async (attributes, code) => {
  const { report } = await compile(chain(rule(attributes)));
  expect(report.errors.map((error) => [error.elementId, error.code])).toEqual([['rule', code]]);
});

test('[DMN-27] rules that conflict are an incident that names them; a retry evaluates again', async () => {
  const driver = (await driverFor(chain(rule()), overlapping)).start({ amount: 500 });
  expect(driver.status).toBe('FAILED');
  expect(driver.of('raiseIncident')).toMatchObject([
    { kind: 'decision', message: expect.stringContaining('the rules 1 (r1), 2 (r2) of Level apply') },
  ]);
  expect(driver.of('decisionEvaluated')).toMatchObject([{ value: null, failure: expect.stringContaining('UNIQUE') }]);
  driver.retry('rule');
  expect(driver.of('raiseIncident')).toHaveLength(2);
  driver.decisions.set('m1', level(disjoint));
  driver.retry('rule');
  expect(driver.status).toBe('COMPLETED');
  expect(driver.variables.level).toBe('director');
});

test('[DMN-27] a decision that is not deployed is an incident; a retry asks again', async () => {
  const driver = await Driver.of(chain(rule()));
  driver.start({ amount: 20 });
  expect(driver.open).toEqual(['incident rule']);
  driver.decisions.set('m1', level(disjoint));
  driver.retry('rule');
  expect(driver.variables.level).toBe('manager');
});

test('[DMN-27] answers that fit no open decision are refused', async () => {
  const driver = await driverFor(chain(rule()));
  const effects = driver.once({ type: 'start', modelId: 'p', variables: { amount: 20 } });
  const key = effects.find(({ type }) => type === 'resolveDecision');
  if (key?.type !== 'resolveDecision') throw new Error('the task did not ask');
  expect(() => driver.once({ type: 'callResolved', key: key.key, modelId: 'p' })).toThrow(/no open call/);
  expect(() => driver.once({ type: 'decisionFailed', key: key.key + 1, message: '' })).toThrow(/no open call/);
  const unknown = { type: 'decisionResolved', key: key.key, modelId: 'm2', decisionId: 'd_Level' } as const;
  expect(() => driver.once(unknown)).toThrow(/not passed to the step/);
  expect(driver.status).toBe('RACING');
});
