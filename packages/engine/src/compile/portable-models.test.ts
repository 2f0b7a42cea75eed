import { expect, test } from 'vitest';
import { compile } from './compile.js';
import { packModels, unpackModels } from './portable-models.js';

const xml = `<?xml version="1.0"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"
  id="d" targetNamespace="urn:test"><bpmn:process id="p" isExecutable="true">
<bpmn:extensionElements><zeebe:userTaskForm id="f">{&quot;type&quot;:&quot;object&quot;,&quot;portableExpression&quot;:&quot;=x&quot;,&quot;variables&quot;:[]}</zeebe:userTaskForm></bpmn:extensionElements>
<bpmn:startEvent id="s"><bpmn:timerEventDefinition><bpmn:timeDuration>= duration("PT1H")</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:startEvent>
<bpmn:userTask id="u"><bpmn:extensionElements><zeebe:userTask/><zeebe:formDefinition formKey="camunda-forms:bpmn:f"/>
  <zeebe:taskHeaders><zeebe:header key="portableExpression" value="=x"/><zeebe:header key="__proto__" value="y"/></zeebe:taskHeaders></bpmn:extensionElements></bpmn:userTask>
<bpmn:endEvent id="e"/>
<bpmn:sequenceFlow id="a" sourceRef="s" targetRef="u"/><bpmn:sequenceFlow id="b" sourceRef="u" targetRef="e"/>
</bpmn:process></bpmn:definitions>`;

/** Without functions, which are equal to nothing but themselves. */
const comparable = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('[DEP-10] a copied model is the same, and what is shared in it stays shared', async () => {
  const { models, report } = await compile(xml);
  expect(report.errors).toEqual([]);
  const copies = unpackModels(structuredClone(packModels(models)));
  expect(comparable(copies)).toEqual(comparable(models));
  const [copy] = copies;
  expect(Object.isFrozen(copy?.nodes[1])).toBe(true);
  expect(copy?.nodes[1]?.outgoing[0]).toBe(copy?.nodes[2]?.incoming[0]);
  expect(copy?.nodeById.get('u')).toBe(copy?.nodes.find(({ id }) => id === 'u'));
  expect(copy?.flowById.get('a')).toBe(copy?.flows[0]);
  const task = copy?.nodes.find(({ id }) => id === 'u');
  expect(task).toMatchObject({
    headers: { portableExpression: '=x' },
    form: { portableExpression: '=x', variables: [] },
  });
  expect(copy?.starts).toMatchObject([
    { timer: { value: { expression: { source: expect.stringContaining('PT1H') } } } },
  ]);
});

test('[DEP-10] making a copy compiles and evaluates nothing', async () => {
  const { models } = await compile(xml);
  const portable: unknown = structuredClone(packModels(models));
  const broken = JSON.stringify(models[0]?.starts[0]);
  expect(broken).toContain('PT1H');
  const spoiled = breakSources(portable);
  const [copy] = unpackModels(spoiled as ReturnType<typeof packModels>);
  const [start] = copy?.starts ?? [];
  const value = start?.kind === 'timer' ? start.timer.value : undefined;
  expect(value?.type === 'feel' ? value.expression.source : '').toBe('= (');
  expect(
    () =>
      value?.type === 'feel' &&
      value.expression.evaluate({ get: () => undefined, has: () => false, names: () => [] }, new Date(0)),
  ).toThrow();
});

/** Every expression is no FEEL any more: only what looks at it finds out. */
function breakSources(value: unknown, seen = new Set<unknown>()): unknown {
  if (typeof value !== 'object' || value === null || seen.has(value)) return value;
  seen.add(value);
  if ('portableExpression' in value && 'variables' in value) value.portableExpression = '= (';
  for (const member of Object.values(value)) breakSources(member, seen);
  return value;
}
