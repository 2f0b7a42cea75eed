import { expect, test } from 'vitest';
import { startTimerDue } from '../start-timer.js';
import * as b from '../testing/bpmn.js';
import { Driver } from '../testing/driver.js';
import { compile } from './compile.js';

const errors = async (xml: string) =>
  (await compile(xml)).report.errors.map(({ elementId, code }) => [elementId, code]);
const flowed = (element: string, ...extra: string[]) => b.diagram(b.start(), element, b.flow('s x'), ...extra);

test.each([
  [
    'transaction with an event start',
    b.el('transaction', { id: 'x' }, b.el('startEvent', { id: 'x1' }, b.duration('PT1S'))),
  ],
  ['ad hoc sub-process without an activity', b.el('adHocSubProcess', { id: 'x' })],
  [
    'called decision without a result variable',
    b.el('businessRuleTask', { id: 'x' }, b.ext(b.el('zeebe:calledDecision', { decisionId: 'd' }))),
  ],
  ['service task without a definition', b.el('serviceTask', { id: 'x' })],
  ['send task without anything', b.el('sendTask', { id: 'x' })],
  ['script in another language', b.el('scriptTask', { id: 'x', scriptFormat: 'groovy' }, b.el('script', {}, '1'))],
  ['receive task without a message', b.el('receiveTask', { id: 'x' })],
  ['cancel end event', b.end('x', b.el('cancelEventDefinition'))],
  ['compensation beside others', b.el('intermediateCatchEvent', { id: 'x' }, b.duration('PT1S'), b.compensate())],
  ['catch event without a trigger', b.el('intermediateCatchEvent', { id: 'x' })],
  ['bad duration', b.catchEvent('x', b.duration('1 hour'))],
  ['cron that is no cycle', b.catchEvent('x', b.duration('0 0 9 * * *'))],
  ['cron of five fields', b.catchEvent('x', b.cycle('0 9 * * *'))],
  ['intermediate error', b.throwEvent('x', b.errorRef())],
  ['no token to start', b.el('task', { id: 'x', startQuantity: 0 })],
  ['no token on completion', b.el('task', { id: 'x', completionQuantity: 0 })],
  ['called process missing', b.el('callActivity', { id: 'x' })],
  ['multi-instance without a collection', b.el('task', { id: 'x' }, b.el('multiInstanceLoopCharacteristics'))],
  [
    'output collection without an element',
    b.el('task', { id: 'x' }, b.multiInstance({ inputCollection: '= a', outputCollection: 'r' })),
  ],
  ['negative loop maximum', b.el('task', { id: 'x' }, b.standardLoop('= true', { loopMaximum: -1 }))],
  [
    'negative cardinality',
    b.el('task', { id: 'x' }, b.el('multiInstanceLoopCharacteristics', {}, b.el('loopCardinality', {}, '-1'))),
  ],
  ['link without a target', b.throwEvent('x', b.link('A'))],
  ['event gateway with one event', b.eventGateway('x')],
  ['bad retries', b.el('serviceTask', { id: 'x' }, b.ext(b.taskDefinition('t', 'many')))],
  ['bad expression', b.el('serviceTask', { id: 'x' }, b.ext(b.taskDefinition('= 1 +')))],
  ['sub-process with two starts', b.sub('x', b.start('x1'), b.start('x2'))],
  ['sub-process with a timer start', b.sub('x', b.el('startEvent', { id: 'x1' }, b.duration('PT1S')))],
  [
    'multi-instance that throws events',
    b.el(
      'task',
      { id: 'x' },
      b.el('multiInstanceLoopCharacteristics', { behavior: 'None' }, b.el('loopCardinality', {}, '2')),
    ),
  ],
  ['bad priority', b.user('x', b.ext(b.el('zeebe:priorityDefinition', { priority: '200' })))],
  ['unknown decision', b.el('userTask', { id: 'x', 'millrace:decision': 'maybe' })],
  ['missing form', b.user('x', b.ext(b.el('zeebe:formDefinition', { formKey: 'camunda-forms:bpmn:F' })))],
])('[DEP-1] %s is rejected with the element id', async (_, element) => {
  expect((await errors(flowed(element))).map(([id]) => id)).toContain('x');
  const { models, report } = await compile(flowed(element));
  expect(models).toEqual([]);
  expect(report.errors.every(({ message }) => message.length > 10)).toBe(true);
});

test('[DEP-1] start events that are not executed', async () => {
  const start = (definition: string) =>
    errors(b.diagram(b.el('startEvent', { id: 's' }, definition), b.end(), b.flow('s e')));
  expect(await start(b.conditional('= a'))).toEqual([['s', 'not-executed']]);
  expect(await start(b.errorRef())).toEqual([['s', 'not-executed']]);
  const several = b.el('startEvent', { id: 's' }, b.cycle('R/PT1H') + b.conditional('= a'));
  expect(await errors(b.diagram(several, b.end(), b.flow('s e')))).toEqual([['s', 'not-executed']]);
});

test('[DEP-1] choreographies and unknown elements', async () => {
  const globals = b.definitions(b.process('p', b.start(), b.end(), b.flow('s e')), b.el('choreography', { id: 'g' }));
  expect(await errors(globals)).toEqual([['g', 'not-executed']]);
  expect((await errors(flowed(b.el('fooTask', { id: 'x' })))).length).toBeGreaterThan(0);
});

const refused = async (xml: string): Promise<string> => {
  const { models, report } = await compile(xml);
  expect(models).toEqual([]);
  return report.errors[0]?.message ?? '';
};

test('[DEP-2] document types and entities are refused before parsing', async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${'a'.repeat(100)}"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>`;
  expect(await refused(bomb)).toMatch(/document type/);
  expect(await refused(`<!doctype html><x/>`)).toMatch(/document type/);
});

test('[DEP-2] nesting, size and truncation are refused', async () => {
  expect(await refused('<a>'.repeat(100_000))).toMatch(/nest deeper/);
  expect(await refused(`<a>${'<b/>'.repeat(150_000)}</a>`)).toMatch(/tags/);
  expect(await refused('x'.repeat(9_000_000))).toMatch(/larger/);
  expect(await refused('<a b="')).toMatch(/malformed tag/);
  expect(await refused('<a>')).toMatch(/inside an element/);
  expect(await refused('<!-- ')).toMatch(/comment/);
  expect(await refused('')).not.toBe('');
  expect(await refused('not xml')).not.toBe('');
  expect(await refused('<a></b>')).not.toBe('');
  expect(await refused('<a/>')).not.toBe('');
});

test('[DEP-2] deep sub-processes within the bound compile and run', async () => {
  let inner = b.task('deep');
  for (let level = 0; level < 60; level += 1) {
    const id = level === 0 ? 'deep' : `x${level - 1}`;
    inner = b.sub(`x${level}`, b.start(`s${level}`), inner, b.flow(`s${level} ${id}`));
  }
  const run = await Driver.started(b.diagram(b.start(), inner, b.end(), b.flow('s x59 e')));
  expect(run.status).toBe('COMPLETED');
});

test('[DEP-2] dangling and self-referencing flows, duplicate and reserved ids', async () => {
  expect(await errors(flowed(b.task('x'), b.flow('x nowhere')))).toContainEqual(['x-nowhere', 'dangling-flow']);
  expect(await errors(flowed(b.tasks('x x')))).toContainEqual(['x', 'duplicate-id']);
  expect(await errors(flowed(b.tasks('x constructor')))).toContainEqual(['constructor', 'reserved-id']);
  const self = await Driver.started(b.diagram(b.start(), b.user('x'), b.flow('s x'), b.flow('x x')));
  expect(self.complete().open).toEqual(['task x']);
});

test('[DEP-2] a large diagram with many inclusive joins compiles', async () => {
  const parts: string[] = [b.start()];
  for (let at = 0; at < 700; at += 1) {
    parts.push(
      b.inclusive(`i${at}`),
      b.flow(`${at === 0 ? 's' : `i${at - 1}`} i${at}`, at === 0 ? undefined : '= true'),
    );
    if (at > 0)
      parts.push(b.flow(`i${at - 1} i${at}`, '= true').replaceAll(`id="i${at - 1}-i${at}"`, `id="again${at}"`));
  }
  const run = await Driver.started(b.diagram(...parts));
  expect(run.status).toBe('COMPLETED');
});

test('[DEP-3] one model per executable process; without any, each says so', async () => {
  const simple = (id: string) => b.process(id, b.start(`${id}s`), b.end(`${id}e`), b.flow(`${id}s ${id}e`));
  const { models } = await compile(b.definitions(simple('a'), simple('c')));
  expect(models.map(({ processId }) => processId)).toEqual(['a', 'c']);
  const drawing = simple('a').replace('isExecutable="true"', 'isExecutable="false"');
  const { report } = await compile(b.definitions(drawing));
  expect(report.errors).toEqual([
    { elementId: 'a', code: 'not-executable', message: 'process a is not executable: set isExecutable' },
  ]);
  const mixed = await compile(b.definitions(drawing, simple('c')));
  expect(mixed.models).toHaveLength(1);
  expect(mixed.report.ignored).toMatchObject([{ elementId: 'a', code: 'not-executable' }]);
});

test('[DEP-4] pools, lanes, data and annotations do not run', async () => {
  const lanes = b.el('laneSet', { id: 'ls' }, b.el('lane', { id: 'l' }, '<bpmn:flowNodeRef>u</bpmn:flowNodeRef>'));
  const drawn = [
    b.el('dataObject', { id: 'do' }),
    b.el('dataObjectReference', { id: 'dr', dataObjectRef: 'do' }),
    b.el('dataStoreReference', { id: 'ds' }),
    b.el('textAnnotation', { id: 'ta' }, b.el('text', {}, 'why')),
    b.el('association', { id: 'as', sourceRef: 'u', targetRef: 'ta' }),
    b.el('group', { id: 'gr' }),
  ];
  const pool = b.el('collaboration', { id: 'co' }, b.el('participant', { id: 'pa', processRef: 'p' }));
  const xml = b.definitions(pool, b.process('p', lanes, b.start(), b.user('u'), b.flow('s u'), ...drawn));
  expect((await Driver.started(xml)).open).toEqual(['task u']);
});

test('[DEP-4] extensions without effect are listed as ignored', async () => {
  const resources = b.el('zeebe:linkedResources', {}, b.el('zeebe:linkedResource', { resourceId: 'x' }));
  const young = b.el('zeebe:somethingNew', { a: 1 });
  const properties = b.el('zeebe:properties', {}, b.el('zeebe:property', { name: 'a', value: 'b' }));
  const task = b.el(
    'serviceTask',
    { id: 'x', 'camunda:class': 'Old' },
    b.ext(b.taskDefinition('t'), resources, young, properties),
  );
  const xml = flowed(task).replace(
    '<bpmn:definitions',
    '<bpmn:definitions xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
  );
  const { models, report } = await compile(xml);
  expect(models).toHaveLength(1);
  expect(report.ignored.map(({ elementId, message }) => [elementId, message.split(' ').slice(0, 3).join(' ')])).toEqual(
    [
      [null, 'zeebe:somethingNew is not'],
      ['x', 'zeebe:linkedResources has no'],
      ['x', 'the attribute camunda:class'],
    ],
  );
});

test('[DEP-5] old expressions are refused with the FEEL form', async () => {
  const xml = b.diagram(
    b.start(),
    b.exclusive('g', { default: 'g-n' }),
    b.end('y'),
    b.end('n'),
    b.flow('s g n'),
    b.flow('g y', `$${'{approved == true && amount > 5}'}`),
  );
  const { report } = await compile(xml);
  expect(report.errors).toMatchObject([{ elementId: 'g-y', code: 'not-feel' }]);
  expect(report.errors[0]?.message).toContain('= approved = true and amount > 5');
  const script = flowed(b.el('scriptTask', { id: 'x', scriptFormat: 'javascript' }, b.el('script', {}, '1')));
  expect(await errors(script)).toEqual([['x', 'not-feel']]);
});

test('[DEP-6] the model tells the server what it must know', async () => {
  const xml = b.diagram(
    b.message('M', 'go'),
    b.ext(b.el('zeebe:versionTag', { value: 'v7' })),
    b.start(),
    b.el('startEvent', { id: 'ms' }, b.messageRef('M')),
    b.el('startEvent', { id: 'ts' }, b.cycle('R2/PT1H')),
    b.user('u'),
    b.call('c', 'other', { bindingType: 'deployment' }),
    b.call('d', '= which'),
    b.flow('s u c d'),
    b.flow('ms u'),
    b.flow('ts u'),
  );
  const { models } = await compile(xml);
  const [model] = models;
  expect(model).toMatchObject({ processId: 'p', versionTag: 'v7', hasNoneStart: true });
  expect(model?.starts).toMatchObject([
    { elementId: 'ms', kind: 'message', name: 'go' },
    { elementId: 'ts', kind: 'timer' },
  ]);
  expect(model?.calledProcesses).toEqual([
    { elementId: 'c', processId: 'other', binding: 'deployment', versionTag: null },
    { elementId: 'd', processId: null, binding: 'latest', versionTag: null },
  ]);
  expect(model?.userTasks).toMatchObject([{ elementId: 'u', decision: true, rejectionModelled: false }]);
  const timer = model?.starts.find((start) => start.kind === 'timer');
  if (timer?.kind !== 'timer') throw new Error('no timer start');
  const first = startTimerDue(timer, 0);
  expect(first).toEqual({ due: 3_600_000, left: 1, every: 'PT1H' });
  expect(first === null ? null : startTimerDue(timer, 3_600_000, first)).toEqual({
    due: 7_200_000,
    left: 0,
    every: 'PT1H',
  });
});

test('[DEP-6] models are frozen: every run of a version shares one', async () => {
  const { models } = await compile(flowed(b.service('x', 'x', b.io({ a: '= 1' }))));
  const node = models[0]?.nodeById.get('x');
  expect(Object.isFrozen(models[0])).toBe(true);
  expect(Object.isFrozen(node)).toBe(true);
  expect(Object.isFrozen(node?.inputs)).toBe(true);
  expect(Object.isFrozen(node?.inputs[0])).toBe(true);
});

test('[DEP-7] warnings: unreachable elements, exclusive gateways without a default', async () => {
  const xml = b.diagram(
    b.start(),
    b.exclusive('g'),
    b.end('y'),
    b.end('n'),
    b.task('lost'),
    b.flow('s g y', '= a'),
    b.flow('g n', '= not(a)'),
  );
  const { report } = await compile(xml);
  expect(report.warnings.map(({ elementId, code }) => [elementId, code])).toEqual([
    ['g', 'no-default-flow'],
    ['lost', 'unreachable'],
  ]);
});

test.each([
  ['a process in which nothing can begin', b.diagram(), 'missing-start'],
  ['a process that is one cycle', b.diagram(b.tasks('a c'), b.flow('a c a')), 'missing-start'],
  [
    'two none start events',
    b.diagram(b.start(), b.start('t'), b.end(), b.flow('s e'), b.flow('t e')),
    'several-starts',
  ],
  ['a flow into a start event', b.diagram(b.start(), b.task('a'), b.flow('s a s')), 'bad-flow'],
  ['a flow out of an end event', b.diagram(b.start(), b.end(), b.flow('s e s')), 'bad-flow'],
  [
    'a flow over the border of a sub-process',
    b.diagram(b.start(), b.sub('x', b.start('xs'), b.task('in'), b.flow('xs in')), b.flow('s in')),
    'crossing-flow',
  ],
  [
    'a boundary event on nothing',
    flowed(b.task('x'), b.el('boundaryEvent', { id: 'o' }, b.duration('PT1S'))),
    'not-attached',
  ],
  [
    'an error that does not interrupt',
    flowed(b.user('x'), b.boundary('o', 'x', b.errorRef(), b.nonInterrupting)),
    'bad-interruption',
  ],
  [
    'two handlers for one error',
    flowed(b.user('x'), b.boundary('o', 'x', b.errorRef()), b.boundary('q', 'x', b.errorRef())),
    'duplicate-handler',
  ],
  ['compensation without a handler', flowed(b.user('x'), b.boundary('o', 'x', b.compensate())), 'missing-handler'],
  [
    'an event sub-process with two starts',
    flowed(b.task('x'), b.eventSub('h', b.start('h1'), b.start('h2'))),
    'bad-start',
  ],
  ['an event sub-process with a none start', flowed(b.task('x'), b.eventSub('h', b.start('h1'))), 'bad-start'],
  [
    'a message to catch without a key',
    flowed(b.catchEvent('x', b.messageRef('M')), b.message('M', 'go')),
    'missing-correlation-key',
  ],
  [
    'a task behind an event gateway',
    b.diagram(b.start(), b.eventGateway('g'), b.tasks('a c'), b.flow('s g a'), b.flow('g c')),
    'bad-flow',
  ],
  [
    'a flow without a condition',
    b.diagram(b.start(), b.exclusive('g'), b.end('y'), b.end('n'), b.flow('s g y'), b.flow('g n', '= a')),
    'missing-condition',
  ],
  [
    'a flow out of a link throw event',
    b.diagram(
      b.start(),
      b.throwEvent('l', b.link('L')),
      b.catchEvent('c', b.link('L')),
      b.task('a'),
      b.end(),
      b.flow('s l a'),
      b.flow('c e'),
    ),
    'bad-flow',
  ],
  [
    'a flow into a link catch event',
    b.diagram(
      b.start(),
      b.throwEvent('l', b.link('L')),
      b.catchEvent('c', b.link('L')),
      b.parallel('f'),
      b.end(),
      b.flow('s f l'),
      b.flow('f c e'),
    ),
    'bad-flow',
  ],
  [
    'a flow out of a compensation boundary event',
    b.diagram(b.start(), ...b.undoable('a'), b.task('after'), b.flow('s a'), b.flow('ba after')),
    'bad-flow',
  ],
  [
    'two loop markers',
    flowed(
      b.task('x', '<bpmn:standardLoopCharacteristics loopMaximum="2" />', b.multiInstance({ inputCollection: '=[1]' })),
    ),
    'bad-xml',
  ],
])('[DEP-8] %s', async (_, xml, code) => {
  expect((await errors(xml)).map((entry) => entry[1])).toContain(code);
});

test('[DEP-11] elements without an id get a stable one, and sequence flows without one are taken', async () => {
  const flow = (source: string, target: string) => b.el('sequenceFlow', { sourceRef: source, targetRef: target });
  const xml = b.diagram(
    b.start(),
    b.parallel('f'),
    b.el('endEvent', {}),
    b.el('task', {}),
    b.el('task', { id: 'Task_1' }),
    b.service('u'),
    flow('s', 'f'),
    flow('f', 'Task_1'),
    flow('f', 'u'),
  );
  const { models, report } = await compile(xml);
  expect(report.errors).toEqual([]);
  expect(report.warnings).toMatchObject([
    { elementId: 'p', code: 'missing-id' },
    { elementId: 'EndEvent_1', code: 'unreachable' },
    { elementId: 'Task_2', code: 'unreachable' },
  ]);
  expect([...(models[0]?.flowById.keys() ?? [])]).toEqual(['SequenceFlow_1', 'SequenceFlow_2', 'SequenceFlow_3']);
  expect((await Driver.started(xml)).open).toEqual(['job u']);
});

test('[DEP-2] what is not well-formed, or well-formed and useless in bulk, is refused', async () => {
  const bulk = (part: string) => refused(b.diagram(b.start(), part.repeat(60_000)));
  expect(await bulk('<bpmn:task id="a">x</bpmn:task>')).toMatch(/text in many places/);
  expect(await bulk('<bpmn:task id="a" b/>')).toMatch(/malformed tag/);
  expect(await bulk('<bpmn:task id="a" id="b"/>')).toMatch(/is written twice/);
  expect(await bulk('<x:task id="a"/>')).toMatch(/prefix x is not declared/);
  expect(await bulk('<bpmn:task id="&boom;"/>')).toMatch(/unknown entity/);
  expect(await bulk('<bpmn:task id="a"/>')).toMatch(/two elements have this id/);
  expect(await bulk('<bpmn:foo/>')).toMatch(/unknown type/);
  expect(await refused('</a>')).toMatch(/end tag without a start tag/);
});

test('[DEP-4] a file as Camunda Modeler saves it, with layout, colors and templates, deploys unchanged', async () => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:bioc="http://bpmn.io/schema/bpmn/biocolor/1.0" xmlns:color="http://www.omg.org/spec/BPMN/non-normative/color/1.0" xmlns:modeler="http://camunda.org/schema/modeler/1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="Definitions_0abcdef" targetNamespace="http://bpmn.io/schema/bpmn" exporter="Camunda Modeler" exporterVersion="5.40.0" modeler:executionPlatform="Camunda Cloud" modeler:executionPlatformVersion="8.8.0">
  <bpmn:process id="Process_1c0r8k3" name="Approval &amp; more" isExecutable="true">
    <bpmn:documentation>Who may &lt;approve&gt;</bpmn:documentation>
    <bpmn:startEvent id="StartEvent_1"><bpmn:outgoing>Flow_1</bpmn:outgoing></bpmn:startEvent>
    <bpmn:userTask id="Activity_1" name="Approve" zeebe:modelerTemplate="x.y" zeebe:modelerTemplateVersion="2">
      <bpmn:extensionElements><zeebe:userTask /><zeebe:formDefinition formId="f" bindingType="latest" /></bpmn:extensionElements>
      <bpmn:incoming>Flow_1</bpmn:incoming><bpmn:outgoing>Flow_2</bpmn:outgoing>
    </bpmn:userTask>
    <bpmn:sequenceFlow id="Flow_1" sourceRef="StartEvent_1" targetRef="Activity_1" />
    <bpmn:exclusiveGateway id="Gateway_1" default="Flow_3"><bpmn:incoming>Flow_2</bpmn:incoming><bpmn:outgoing>Flow_3</bpmn:outgoing><bpmn:outgoing>Flow_4</bpmn:outgoing><bpmn:outgoing>Flow_gone</bpmn:outgoing></bpmn:exclusiveGateway>
    <bpmn:sequenceFlow id="Flow_2" sourceRef="Activity_1" targetRef="Gateway_1" />
    <bpmn:endEvent id="Event_no"><bpmn:incoming>Flow_3</bpmn:incoming></bpmn:endEvent>
    <bpmn:endEvent id="Event_yes"><bpmn:incoming>Flow_4</bpmn:incoming></bpmn:endEvent>
    <bpmn:sequenceFlow id="Flow_3" name="no" sourceRef="Gateway_1" targetRef="Event_no" />
    <bpmn:sequenceFlow id="Flow_4" name="yes" sourceRef="Gateway_1" targetRef="Event_yes">
      <bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">=approved</bpmn:conditionExpression>
    </bpmn:sequenceFlow>
    <bpmn:textAnnotation id="TextAnnotation_1"><bpmn:text>note</bpmn:text></bpmn:textAnnotation>
    <bpmn:association id="Association_1" associationDirection="None" sourceRef="Activity_1" targetRef="TextAnnotation_1" />
  </bpmn:process>
  <bpmndi:BPMNDiagram id="BPMNDiagram_1">
    <bpmndi:BPMNPlane id="BPMNPlane_1" bpmnElement="Process_1c0r8k3">
      <bpmndi:BPMNShape id="s_1" bpmnElement="StartEvent_1" bioc:stroke="#205022" color:border-color="#205022"><dc:Bounds x="182" y="162" width="36" height="36" /></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="s_2" bpmnElement="Activity_deleted"><dc:Bounds x="1" y="1" width="36" height="36" /><bpmndi:BPMNLabel /></bpmndi:BPMNShape>
      <bpmndi:BPMNEdge id="e_1" bpmnElement="Flow_1"><di:waypoint x="218" y="180" /><di:waypoint x="270" y="180" /></bpmndi:BPMNEdge>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</bpmn:definitions>`;
  const { report } = await compile(xml);
  expect(report.errors).toEqual([]);
  expect(report.warnings).toEqual([]);
  expect(report.ignored.map(({ code }) => code)).toEqual(['reference-ignored', 'reference-ignored']);
  const run = await Driver.started(xml);
  expect(run.complete().path()).toContain('Event_yes');
});

test('[DEP-2] a reference that leads nowhere is an error where it would change what happens', async () => {
  const gateway = b.el('exclusiveGateway', { id: 'g', default: 'gone' });
  const xml = b.diagram(b.start(), gateway, b.end('y'), b.end('n'), b.flow('s g y', '= a'), b.flow('g n', '= not(a)'));
  expect(await errors(xml)).toContainEqual(['g', 'dangling-reference']);
});
