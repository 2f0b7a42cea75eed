import { randomUUID } from 'node:crypto';
import { parser } from 'lezer-feel';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { compileConnectorExpression } from '../expression/compile-connector-expression.js';
import { compileExpression } from '../expression/compile-expression.js';
import { compileFeel } from '../expression/compile-feel.js';
import { Budget } from '../expression/values/budget.js';
import { emptyScope } from '../expression/values/expression-types.js';
import { compileOk, Driver } from '../testing/driver.js';
import { compile } from './compile.js';
import { packModels, unpackModels } from './portable-models.js';

/** Every text that is parsed, by any configuration of the parser. */
const parses = vi.spyOn(Object.getPrototypeOf(parser), 'createParse');
beforeEach(() => {
  parses.mockClear();
});
afterAll(() => parses.mockRestore());

/** What an expression ends with that nothing in this process has compiled before. */
const fresh = (): string => `and "${randomUUID()}" != null`;

const diagram = (condition: string) => `<?xml version="1.0"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="d" targetNamespace="urn:test"><bpmn:process id="p" isExecutable="true">
<bpmn:startEvent id="s"/>
<bpmn:userTask id="u"><bpmn:extensionElements><zeebe:userTask/>
  <zeebe:assignmentDefinition candidateGroups="=[&quot;MANAGER&quot;, &quot;OWNER&quot;]"/>
  <zeebe:priorityDefinition priority="=70"/></bpmn:extensionElements></bpmn:userTask>
<bpmn:exclusiveGateway id="g" default="no"/><bpmn:endEvent id="e"/><bpmn:endEvent id="f"/>
<bpmn:sequenceFlow id="a" sourceRef="s" targetRef="u"/><bpmn:sequenceFlow id="b" sourceRef="u" targetRef="g"/>
<bpmn:sequenceFlow id="yes" sourceRef="g" targetRef="e"><bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${condition}</bpmn:conditionExpression></bpmn:sequenceFlow>
<bpmn:sequenceFlow id="no" sourceRef="g" targetRef="f"/>
</bpmn:process></bpmn:definitions>`;

test('[DEP-10] runs of a copied model parse each expression once, and constants never', async () => {
  const models = await compileOk(diagram(`= amount = 100 ${fresh()}`));
  expect(parses).toHaveBeenCalledTimes(3);
  parses.mockClear();
  const decide = () => {
    const driver = new Driver(models).start({ amount: 100 });
    const task = driver.effects.find(({ type }) => type === 'openTask');
    expect(task).toMatchObject({ candidateGroups: ['MANAGER', 'OWNER'], priority: 70 });
    return driver;
  };
  for (let run = 0; run < 5; run++) decide();
  expect(parses).not.toHaveBeenCalled();
  for (let run = 0; run < 5; run++) {
    const driver = decide();
    const task = driver.effects.find(({ type }) => type === 'openTask');
    driver.do({ type: 'completeTask', key: task?.type === 'openTask' ? task.key : 0, approved: true, variables: {} });
    expect(driver.status).toBe('COMPLETED');
  }
  expect(parses).toHaveBeenCalledTimes(1);
});

test('[DEP-10] copies of several models with the same text parse it once', async () => {
  const { models } = await compile(diagram(`= amount = 100 ${fresh()}`));
  const copies = [1, 2, 3].map(() => unpackModels(structuredClone(packModels(models))));
  parses.mockClear();
  for (const [model] of copies) {
    const condition = model?.flowById.get('yes')?.condition;
    expect(condition?.evaluate(emptyScope, new Date(0))).toBe(false);
    expect(condition?.constant).toBeNull();
  }
  expect(parses).toHaveBeenCalledTimes(1);
});

test.each([compileFeel, compileConnectorExpression])(
  'a text that jobs and subscriptions name is parsed once',
  (compiles) => {
    const source = `= status = 200 ${fresh()}`;
    for (let job = 0; job < 5; job++) expect(compiles(source)({ status: 200 }, new Date(0))).toBe(true);
    expect(parses).toHaveBeenCalledTimes(1);
    // Texts that are not FEEL are not kept.
    for (let job = 0; job < 2; job++) expect(() => compiles('= (')).toThrow('ends too early');
  },
);

test('texts that were not used for long are compiled anew', () => {
  const source = `= true ${fresh()}`;
  const others = Array.from({ length: 60 }, (_, index) => `= "${'x'.repeat(9900)}" = "${index}" ${fresh()}`);
  compileFeel(source);
  parses.mockClear();
  for (const other of others.slice(0, 30)) compileFeel(other);
  compileFeel(source);
  for (const other of others.slice(30)) compileFeel(other);
  compileFeel(source);
  expect(parses).toHaveBeenCalledTimes(60);
  compileFeel(others[0] ?? '');
  expect(parses).toHaveBeenCalledTimes(61);
});

test.each([
  ['= 70', 70],
  ['= "text"', 'text'],
  ['= (true)', true],
  ['= null', null],
  ['= ["a", [1, false], []]', ['a', [1, false], []]],
])('%s is a constant: frozen, and at the price of an evaluation', (source, value) => {
  const expression = compileExpression(source);
  expect(expression.constant?.value).toEqual(value);
  expect(Object.isFrozen(expression.evaluate(emptyScope, new Date(0)))).toBe(true);
  const { steps = 0 } = expression.constant ?? {};
  const enough = new Budget({ steps });
  expect(expression.evaluate(emptyScope, new Date(0), enough)).toEqual(value);
  expect(enough.steps).toBe(steps);
  expect(() => expression.evaluate(emptyScope, new Date(0), new Budget({ steps: steps - 1 }))).toThrow(
    `The expression "${source.slice(2)}" exceeds its budget`,
  );
});

test.each(['= now()', '= a', '= 1 + 1', '= [a]', '= if true then 1 else 2', '= {a: 1}', '= @"2026-01-01"'])(
  '%s is none',
  (source) => {
    expect(compileExpression(source).constant).toBeNull();
  },
);
