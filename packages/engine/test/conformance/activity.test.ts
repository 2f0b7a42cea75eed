import * as b from '../../src/testing/bpmn.js';
import { conformance } from './runner.js';

const d = b.diagram;
const cardinality = (count: string, isSequential = false, ...more: string[]) =>
  b.el(
    'multiInstanceLoopCharacteristics',
    { isSequential },
    b.el('loopCardinality', { 'xsi:type': 'bpmn:tFormalExpression' }, count),
    ...more,
  );
const one = (activity: string, ...more: string[]) => d(b.start(), activity, b.end(), b.flow('s a e'), ...more);

conformance('TASK-1', [
  { name: 'service task', xml: one(b.service('a')), acts: 'a:{"r":1}', trace: 's a e', has: { r: 1 } },
  {
    name: 'send task with job',
    xml: one(b.el('sendTask', { id: 'a' }, b.ext(b.taskDefinition('x')))),
    acts: 'a',
    trace: 's a e',
  },
  {
    name: 'business rule task with job',
    xml: one(b.el('businessRuleTask', { id: 'a' }, b.ext(b.taskDefinition('x')))),
    acts: 'a',
    trace: 's a e',
  },
  { name: 'script task', xml: one(b.script('a', '= x * 2', 'y')), vars: { x: 4 }, trace: 's a e', has: { y: 8 } },
  {
    name: 'script task, BPMN script in FEEL',
    xml: one(
      b.el(
        'scriptTask',
        { id: 'a', scriptFormat: 'feel' },
        b.ext(b.el('zeebe:script', { expression: '= 1', resultVariable: 'y' })),
      ),
    ),
    trace: 's a e',
    has: { y: 1 },
  },
  {
    name: 'receive task',
    xml: d(
      b.message('M', 'M', '= k'),
      b.start(),
      b.el('receiveTask', { id: 'a', messageRef: 'M' }),
      b.end(),
      b.flow('s a e'),
    ),
    vars: { k: 'x' },
    acts: 'message:a',
    trace: 's a e',
  },
  {
    name: 'user task with mappings',
    xml: one(b.user('a', b.ext(b.io({ l: '= x' }, { y: '= l + z' })))),
    vars: { x: 1 },
    acts: 'a:{"z":2}',
    trace: 's a e',
    has: { y: 3 },
  },
  {
    name: 'data objects and associations do not run',
    xml: d(
      b.start(),
      b.el('dataObject', { id: 'o' }),
      b.el('dataObjectReference', { id: 'or', dataObjectRef: 'o' }),
      b.el('dataStoreReference', { id: 'ds' }),
      b.el(
        'task',
        { id: 'a' },
        b.el('property', { id: 'pr', name: 'x' }),
        b.el('dataInputAssociation', { id: 'dia' }, b.el('sourceRef', {}, 'or'), b.el('targetRef', {}, 'pr')),
      ),
      b.end(),
      b.flow('s a e'),
    ),
    trace: 's a e',
  },
]);

conformance('LOOP-1', [
  {
    name: 'parallel multi-instance, results in order',
    xml: one(
      b.service(
        'a',
        'a',
        b.multiInstance({ inputCollection: '= l', inputElement: 'i', outputCollection: 'out', outputElement: '= r' }),
      ),
    ),
    vars: { l: [1, 2] },
    acts: 'a:{"r":"x"} a:{"r":"y"}',
    done: 's a a a e',
    has: { out: ['x', 'y'] },
  },
  {
    name: 'parallel multi-instance of a sub-process',
    xml: one(b.sub('a', b.start('xs'), b.user('u'), b.flow('xs u'), b.multiInstance({ inputCollection: '= [1,2]' }))),
    acts: 'u u',
    done: 's xs xs u u a a a e',
  },
  {
    name: 'parallel multi-instance with a join inside',
    xml: one(
      b.sub(
        'a',
        b.start('xs'),
        b.parallel('f'),
        b.task('x'),
        b.user('u'),
        b.parallel('j'),
        b.flow('xs f x j'),
        b.flow('f u j'),
        b.multiInstance({ inputCollection: '= [1,2]' }),
      ),
    ),
    acts: 'u u',
    done: 's xs xs f f x x u u j j a a a e',
  },
  {
    name: 'multi-instance call activity',
    xml: b.definitions(
      b.process(
        'p',
        b.start(),
        b.call('a', 'q', {}, b.multiInstance({ inputCollection: '= [1,2,3]' })),
        b.end(),
        b.flow('s a e'),
      ),
      b.process('q', b.start('qs'), b.task('qt'), b.flow('qs qt')),
    ),
    done: 's qs qs qs qt qt qt a a a a e',
  },
  { name: 'cardinality as a number', xml: one(b.user('a', cardinality('3'))), acts: 'a a a', done: 's a a a a e' },
  {
    name: 'cardinality as FEEL',
    xml: one(b.user('a', cardinality('= n'))),
    vars: { n: 2 },
    acts: 'a a',
    done: 's a a a e',
  },
  { name: 'cardinality of abstract tasks', xml: one(b.task('a', cardinality('3'))), done: 's a a a a e' },
  { name: 'cardinality 0 completes at once', xml: one(b.user('a', cardinality('0'))), done: 's a e' },
]);

conformance('LOOP-2', [
  {
    name: 'sequential multi-instance',
    xml: one(b.user('a', b.multiInstance({ inputCollection: '= [1,2]' }, true))),
    acts: 'a',
    done: 's a',
    open: 'task:a',
  },
  {
    name: 'sequential multi-instance to the end',
    xml: one(b.user('a', b.multiInstance({ inputCollection: '= [1,2]' }, true))),
    acts: 'a a',
    done: 's a a a e',
  },
  {
    name: 'sequential by cardinality counts',
    xml: one(b.script('a', '= append(l, loopCounter)', 'l', cardinality('3', true))),
    vars: { l: [] },
    done: 's a a a a e',
    has: { l: [1, 2, 3] },
  },
]);

conformance('LOOP-3', [
  {
    name: 'completion condition',
    xml: one(b.user('a', b.multiInstance({ inputCollection: '= [1,2,3]' }, false, '= done'))),
    vars: { done: false },
    acts: 'a a:{"done":true}',
    done: 's a a a e',
    cancelled: 'a',
  },
  {
    name: 'completion condition by counters',
    xml: one(
      b.user('a', b.multiInstance({ inputCollection: '= [1,2,3]' }, false, '= numberOfCompletedInstances >= 2')),
    ),
    acts: 'a a',
    done: 's a a a e',
    cancelled: 'a',
  },
  {
    name: 'completion condition by the collected output',
    xml: one(
      b.user(
        'a',
        b.multiInstance(
          { inputCollection: '= [1,2,3]', outputCollection: 'o', outputElement: '= v' },
          true,
          '= o[1] = 7',
        ),
      ),
    ),
    acts: 'a:{"v":7}',
    done: 's a a e',
  },
  {
    name: 'sequential by cardinality with a completion condition',
    xml: one(
      b.user(
        'a',
        cardinality('5', true, b.el('completionCondition', { 'xsi:type': 'bpmn:tFormalExpression' }, '= stop')),
      ),
    ),
    vars: { stop: false },
    acts: 'a a:{"stop":true}',
    done: 's a a a e',
  },
]);

conformance('LOOP-5', [
  {
    name: 'a boundary timer on a multi-instance cancels all',
    xml: d(
      b.start(),
      b.user('a', b.multiInstance({ inputCollection: '= [1,2]' })),
      b.boundary('t', 'a', b.duration('PT1M')),
      b.task('z'),
      b.end(),
      b.flow('s a e'),
      b.flow('t z'),
    ),
    acts: 'a fire:t',
    done: 's a t z',
    cancelled: 'a a',
  },
  {
    name: 'an error in one instance cancels all',
    xml: d(
      b.error('E', 'X'),
      b.start(),
      b.service('a', 'a', b.multiInstance({ inputCollection: '= [1,2,3]' })),
      b.boundary('t', 'a', b.errorRef('E')),
      b.task('z'),
      b.end(),
      b.flow('s a e'),
      b.flow('t z'),
    ),
    acts: 'a error:a:X',
    done: 's a t z',
    cancelled: 'a a a',
  },
]);

conformance('LOOP-6', [
  {
    name: 'loops while the condition is true',
    xml: one(b.script('a', '= n + 1', 'n', b.standardLoop('= n < 3'))),
    vars: { n: 0 },
    done: 's a a a a e',
    has: { n: 3 },
  },
  {
    name: 'at least once without testBefore',
    xml: one(b.script('a', '= n + 1', 'n', b.standardLoop('= false'))),
    vars: { n: 0 },
    done: 's a a e',
  },
  {
    name: 'testBefore may skip',
    xml: one(b.script('a', '= n + 1', 'n', b.standardLoop('= false', { testBefore: true }))),
    vars: { n: 0 },
    done: 's a e',
    has: { n: 0 },
  },
  { name: 'loopMaximum', xml: one(b.task('a', b.standardLoop('= true', { loopMaximum: 3 }))), done: 's a a a a e' },
  {
    name: 'loopMaximum with a literal true',
    xml: one(b.task('a', b.standardLoop('true', { loopMaximum: 3 }))),
    done: 's a a a a e',
  },
  {
    name: 'loopMaximum alone',
    xml: one(b.task('a', b.el('standardLoopCharacteristics', { loopMaximum: 2 }))),
    done: 's a a a e',
  },
  {
    name: 'a sub-process loops',
    xml: one(b.sub('a', b.start('xs'), b.user('u'), b.flow('xs u'), b.standardLoop('= again'))),
    vars: { again: true },
    acts: 'u u:{"again":false}',
    done: 's xs u xs u a a a e',
  },
]);

const called = (...content: string[]) => b.process('q', ...content);
conformance('SUB-4', [
  {
    name: 'call activity',
    xml: b.definitions(
      b.process('p', b.start(), b.call('a', 'q'), b.end(), b.flow('s a e')),
      called(b.start('qs'), b.user('u'), b.end('qe'), b.flow('qs u qe')),
    ),
    acts: 'u',
    trace: 's qs u qe a e',
  },
  {
    name: 'variables go in and out',
    xml: b.definitions(
      b.process(
        'p',
        b.start(),
        b.call('a', 'q', { propagateAllChildVariables: false }, b.io({ n: '= x' }, { y: '= m' })),
        b.end(),
        b.flow('s a e'),
      ),
      called(b.start('qs'), b.script('t', '= n + 1', 'm'), b.flow('qs t')),
    ),
    vars: { x: 1 },
    trace: 's qs t a e',
    has: { x: 1, y: 2 },
  },
  {
    name: 'calls in a chain',
    xml: b.definitions(
      b.process('p', b.start(), b.call('a', 'q'), b.end(), b.flow('s a e')),
      called(b.start('qs'), b.call('c', 'r'), b.flow('qs c')),
      b.process('r', b.task('rt')),
    ),
    trace: 's rt c a e'.replace('s rt', 's qs rt'),
  },
  {
    name: 'interrupting timer on a call activity',
    xml: b.definitions(
      b.process(
        'p',
        b.start(),
        b.call('a', 'q'),
        b.boundary('t', 'a', b.duration('PT1M')),
        b.task('z'),
        b.end(),
        b.flow('s a e'),
        b.flow('t z'),
      ),
      called(b.start('qs'), b.user('u'), b.flow('qs u')),
    ),
    acts: 'fire:t',
    done: 's qs t z',
    cancelled: 'u a',
  },
  {
    name: 'terminate in the called process ends only that',
    xml: b.definitions(
      b.process('p', b.start(), b.call('a', 'q'), b.end(), b.flow('s a e')),
      called(
        b.start('qs'),
        b.parallel('f'),
        b.user('u'),
        b.task('k'),
        b.end('qe', b.terminate()),
        b.flow('qs f u'),
        b.flow('f k qe'),
      ),
    ),
    done: 's qs f k qe a e',
    cancelled: 'u',
  },
]);

conformance('SUB-1', [
  {
    name: 'embedded sub-process',
    xml: one(b.sub('a', b.start('xs'), b.task('x'), b.end('xe'), b.flow('xs x xe'))),
    trace: 's xs x xe a e',
  },
  {
    name: 'nested three deep',
    xml: one(
      b.sub(
        'a',
        b.start('as'),
        b.sub('c', b.start('cs'), b.sub('g', b.start('gs'), b.user('u'), b.flow('gs u')), b.flow('cs g')),
        b.flow('as c'),
      ),
    ),
    acts: 'u',
    trace: 's as cs gs u g c a e',
  },
  {
    name: 'waits for all its branches',
    xml: one(b.sub('a', b.start('xs'), b.users('u v'), b.flow('xs u'), b.flow('xs v'))),
    acts: 'u',
    done: 's xs u',
    open: 'task:v',
  },
  {
    name: 'several end events',
    xml: one(b.sub('a', b.start('xs'), b.users('u v'), b.end('x1'), b.end('x2'), b.flow('xs u x1'), b.flow('xs v x2'))),
    acts: 'v u',
    trace: 's xs v x2 u x1 a e',
  },
  {
    name: 'run twice by two tokens',
    xml: d(
      b.start(),
      b.task('m'),
      b.sub('a', b.start('xs'), b.user('u'), b.flow('xs u')),
      b.end(),
      b.flow('s a e'),
      b.flow('s m a'),
    ),
    acts: 'u u',
    done: 's m xs xs u u a a e e',
  },
  {
    name: 'a join in a sub-process run twice joins its own tokens',
    xml: d(
      b.start(),
      b.task('m'),
      b.sub(
        'a',
        b.start('xs'),
        b.parallel('f'),
        b.user('u'),
        b.task('x'),
        b.parallel('j'),
        b.flow('xs f u j'),
        b.flow('f x j'),
      ),
      b.end(),
      b.flow('s a e'),
      b.flow('s m a'),
    ),
    acts: 'u u',
    done: 's m xs xs f f u u x x j j a a e e',
  },
]);
