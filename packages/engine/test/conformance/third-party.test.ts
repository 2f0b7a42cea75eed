import { expect, test } from 'vitest';
import { compile } from '../../src/index.js';
import * as b from '../../src/testing/bpmn.js';
import { conformance } from './runner.js';

const MODEL = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
const rename = (xml: string, prefix: string): string =>
  prefix === ''
    ? xml
        .replaceAll('<bpmn:', '<')
        .replaceAll('</bpmn:', '</')
        .replace('xmlns:bpmn=', 'xmlns=')
        .replaceAll('"bpmn:', '"')
    : xml
        .replaceAll('<bpmn:', `<${prefix}:`)
        .replaceAll('</bpmn:', `</${prefix}:`)
        .replace('xmlns:bpmn=', `xmlns:${prefix}=`)
        .replaceAll('"bpmn:', `"${prefix}:`);

const timed = b.diagram(
  b.start(),
  b.exclusive('g', { default: 'g-e' }),
  b.catchEvent('t', b.duration('PT1M')),
  b.end(),
  b.flow('s g'),
  b.flow('g t', '= x'),
  b.flow('g e'),
  b.flow('t e'),
);

const wrapped = (process: string, extra = '', attributes = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="${MODEL}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"
  xmlns:activiti="http://activiti.org/bpmn" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:tns="http://www.jboss.org/drools"
  xmlns:drools="http://www.jboss.org/drools" xmlns:signavio="http://www.signavio.com" xmlns:flowable="http://flowable.org/bpmn"
  xmlns:trisobpmn="http://www.trisotech.com/2014/triso/bpmn" id="D" targetNamespace="http://x"
  expressionLanguage="http://www.w3.org/1999/XPath" typeLanguage="http://www.w3.org/2001/XMLSchema" ${attributes}>
  ${extra}${process}
</definitions>`;

const plain = '<startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="a"/><task id="a"/>';
const S = b.signal('S', 'S');

conformance('DEP-9', [
  ...['bpmn2', 'semantic', 'model', 'ns0', 'tns', ''].map((prefix) => ({
    name: `prefix ${prefix === '' ? '(none)' : prefix}`,
    xml: rename(timed, prefix),
    vars: { x: true },
    acts: 'fire:t',
    trace: 's g t e',
  })),
  {
    name: 'incoming and outgoing lists that lead nowhere',
    xml: b.diagram(
      b.start('s', '<bpmn:outgoing>gone</bpmn:outgoing>'),
      b.task('a', '<bpmn:incoming>gone</bpmn:incoming>'),
      b.flow('s a'),
    ),
    trace: 's a',
  },
  {
    name: 'vendor extensions and attributes',
    xml: wrapped(
      `<process id="p" isExecutable="true" tns:packageName="defaultPackage" camunda:historyTimeToLive="180" activiti:candidateStarterGroups="x" drools:version="1.0">
        <extensionElements><drools:import name="x"/><signavio:signavioMetaData metaKey="a" metaValue="b"/></extensionElements>
        <startEvent id="s" activiti:initiator="me"/><sequenceFlow id="f" sourceRef="s" targetRef="a"/>
        <userTask id="a" camunda:assignee="demo" flowable:formFieldValidation="true">
          <extensionElements><camunda:formData><camunda:formField id="x" type="string"/></camunda:formData>
            <activiti:taskListener event="create" class="X"/><trisobpmn:x><trisobpmn:y>text</trisobpmn:y></trisobpmn:x></extensionElements>
        </userTask></process>`,
    ),
    acts: 'a',
    trace: 's a',
  },
  {
    name: 'typed data of other engines',
    xml: wrapped(
      `<process id="p" isExecutable="true"><property id="x" itemSubjectRef="tns:gone"/>
        <ioSpecification><dataInput id="di" itemSubjectRef="xsd:string"/><inputSet><dataInputRefs>di</dataInputRefs></inputSet><outputSet/></ioSpecification>
        <dataObject id="o" itemSubjectRef="nowhere"/>${plain}</process>`,
      `<import importType="http://www.w3.org/2001/XMLSchema" location="x.xsd" namespace="http://x"/>
       <itemDefinition id="i" structureRef="xsd:string"/><message id="m" itemRef="gone" name="m"/>
       <interface id="if" name="If"><operation id="op" name="op"><inMessageRef>m</inMessageRef></operation></interface>
       <dataStore id="ds" name="ds"/>`,
    ),
    trace: 's a',
  },
  {
    name: 'collaboration before the process, with a black box pool and message flows',
    xml: wrapped(
      `<process id="p" isExecutable="true"><laneSet><lane id="l" name="l"><flowNodeRef>s</flowNodeRef></lane></laneSet>${plain}</process>`,
      `<collaboration id="c"><participant id="p1" processRef="p"/><participant id="p2" name="other" processRef="elsewhere"/>
        <messageFlow id="mf" sourceRef="p2" targetRef="a"/></collaboration>`,
    ),
    trace: 's a',
  },
  {
    name: 'collaboration after the process',
    xml: wrapped(
      `<process id="p" isExecutable="true" processType="Private" isClosed="false">${plain}<textAnnotation id="ta"><text>note</text></textAnnotation>
        <association id="as" sourceRef="ta" targetRef="a"/></process><collaboration id="c"><participant id="p1" processRef="p"/></collaboration>`,
    ),
    trace: 's a',
  },
  {
    name: 'references with the prefix of the target namespace, as the XML schema has them',
    xml: wrapped(
      `<process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f" sourceRef="own:s" targetRef="own:a"/>
        <task id="a"/><boundaryEvent id="b" attachedToRef="own:a"><signalEventDefinition signalRef="own:S"/></boundaryEvent>
        <sequenceFlow id="g" sourceRef="b" targetRef="z"/><task id="z"/>
        <sequenceFlow id="h" sourceRef="a" targetRef="c"/>
        <intermediateCatchEvent id="c"><eventDefinitionRef>own:shared</eventDefinitionRef></intermediateCatchEvent></process>`,
      '<signal id="S" name="S"/><signalEventDefinition id="shared" signalRef="own:S"/>',
      'xmlns:own="http://x"',
    ),
    acts: 'signal:S',
    trace: 's a c',
  },
  {
    name: 'shared event definition',
    xml: b
      .diagram(
        S,
        b.start(),
        b.sub('a', b.start('as'), b.throwEvent('t', b.signalRef('S')), b.task('k'), b.flow('as t k')),
        b.el(
          'boundaryEvent',
          { id: 'x', attachedToRef: 'a', cancelActivity: false },
          '<bpmn:eventDefinitionRef>D1</bpmn:eventDefinitionRef>',
        ),
        b.task('z'),
        b.flow('s a'),
        b.flow('x z'),
      )
      .replace('<bpmn:process', '<bpmn:signalEventDefinition id="D1" signalRef="S"/><bpmn:process'),
    done: 's as t k x z a',
  },
  { name: 'a byte order mark', xml: `\uFEFF${timed}`, vars: { x: false }, trace: 's g e' },
  { name: 'another declared encoding', xml: timed.replace('UTF-8', 'ISO-8859-1'), vars: { x: false }, trace: 's g e' },
  {
    name: 'comments and processing instructions',
    xml: timed.replace('<bpmn:startEvent', '<!-- a > b --><?pi x?><bpmn:startEvent'),
    vars: { x: false },
    trace: 's g e',
  },
  { name: 'CDATA in a condition', xml: timed.replace('= x<', '<![CDATA[= x]]><'), vars: { x: false }, trace: 's g e' },
  {
    name: 'documentation with markup',
    xml: timed.replace(
      '<bpmn:exclusiveGateway',
      '<bpmn:task id="d"><bpmn:documentation textFormat="text/html"><![CDATA[<b>x</b>]]></bpmn:documentation></bpmn:task><bpmn:exclusiveGateway',
    ),
    vars: { x: false },
    trace: 's g e',
  },
]);

conformance('SUB-4', [
  {
    name: 'the called element as a qualified name',
    xml: wrapped(
      `<process id="p" isExecutable="true"><callActivity id="a" calledElement="tns:q"/></process><process id="q" isExecutable="true"><task id="t"/></process>`,
    ),
    trace: 't a',
  },
]);

conformance('DEP-3', [
  { name: 'the only process without isExecutable', xml: wrapped(`<process id="p">${plain}</process>`), trace: 's a' },
]);

conformance('DEP-5', [
  {
    name: 'a condition whose language is FEEL',
    xml: b.diagram(
      b.start(),
      b.exclusive('g', { default: 'g-e' }),
      b.task('a'),
      b.end(),
      b.flow('s g'),
      b
        .flow('g a', 'x > 1')
        .replace(
          '<bpmn:conditionExpression',
          '<bpmn:conditionExpression language="https://www.omg.org/spec/DMN/20191111/FEEL/"',
        ),
      b.flow('g e'),
    ),
    vars: { x: 2 },
    trace: 's g a',
  },
  {
    name: 'literal conditions',
    xml: b.diagram(
      b.start(),
      b.exclusive('g', { default: 'g-e' }),
      b.tasks('a c'),
      b.end(),
      b.flow('s g'),
      b.flow('g a', ' false '),
      b.flow('g c', 'true'),
      b.flow('g e'),
    ),
    trace: 's g c',
  },
]);

conformance('EV-2', [
  {
    name: 'a cycle in the flow puts a token on its flow at every firing',
    xml: b.diagram(b.start(), b.catchEvent('t', b.cycle('R4/PT1S')), b.end(), b.flow('s t e')),
    acts: 'fire:t fire:t fire:t fire:t',
    trace: 's t e t e t e t e',
  },
  {
    name: 'a cycle at an interrupting boundary event fires once',
    xml: b.diagram(
      b.start(),
      b.user('u'),
      b.boundary('t', 'u', b.cycle('R4/PT1S')),
      b.task('z'),
      b.flow('s u'),
      b.flow('t z'),
    ),
    acts: 'fire:t',
    trace: 's t z',
  },
  {
    name: 'a cycle at an interrupting event sub-process fires once',
    xml: b.diagram(
      b.start(),
      b.user('u'),
      b.flow('s u'),
      b.eventSub('v', b.el('startEvent', { id: 'x' }, b.cycle('R/PT1S')), b.user('z'), b.flow('x z')),
    ),
    acts: 'fire:x z',
    trace: 's x z v',
  },
]);

const codes = async (xml: string) => (await compile(xml)).report.errors.map(({ code }) => code);

test('[DEP-5] a called element that is an expression of another engine is refused', async () => {
  const xml = wrapped(`<process id="p" isExecutable="true"><callActivity id="a" calledElement="\${which}"/></process>`);
  expect(await codes(xml)).toEqual(['not-feel']);
});

test('[DEP-3] isExecutable="false" and several processes without the attribute are not executed', async () => {
  expect(await codes(wrapped(`<process id="p" isExecutable="false">${plain}</process>`))).toEqual(['not-executable']);
  const second = plain.replaceAll('"s"', '"s2"').replaceAll('"a"', '"a2"').replaceAll('"f"', '"f2"');
  expect(await codes(wrapped(`<process id="p">${plain}</process><process id="q">${second}</process>`))).toEqual([
    'not-executable',
    'not-executable',
  ]);
});

test.each([`$\{x > 1}`, '#{x}', 'x > 1', 'next(Math.random())', 'return x == 1;'])(
  '[DEP-5] the condition %s is refused',
  async (condition) => {
    const xml = b.diagram(
      b.start(),
      b.exclusive('g', { default: 'g-e' }),
      b.task('a'),
      b.end(),
      b.flow('s g'),
      b.flow('g a', condition),
      b.flow('g e'),
    );
    const { report } = await compile(xml);
    expect(report.errors).toMatchObject([{ elementId: 'g-a', code: 'not-feel' }]);
  },
);

test.each(['default', 'attachedToRef', 'messageRef', 'signalRef', 'errorRef'])(
  '[DEP-9] %s must lead somewhere',
  async (reference) => {
    const holders: Record<string, string> = {
      default: b.el('exclusiveGateway', { id: 'x', default: 'gone' }),
      attachedToRef: b.boundary('x', 'gone', b.duration('PT1S')),
      messageRef: b.el('receiveTask', { id: 'x', messageRef: 'gone' }),
      signalRef: b.catchEvent('x', b.signalRef('gone')),
      errorRef: b.end('x', b.errorRef('gone')),
    };
    expect(await codes(b.diagram(b.start(), holders[reference] ?? ''))).toContain('dangling-reference');
  },
);
