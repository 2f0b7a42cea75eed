import * as b from '../../src/testing/bpmn.js';
import { conformance } from './runner.js';

const d = b.diagram;
const to = (id: string, flowId: string) => b.exclusive(id, { default: flowId });

conformance('GW-12', [
  { name: 'sequence', xml: d(b.start(), b.tasks('a b'), b.end(), b.flow('s a b e')), trace: 's a b e' },
  {
    name: 'elements in reverse order',
    xml: d(b.flow('s a b e'), b.end(), b.tasks('b a'), b.start()),
    trace: 's a b e',
  },
  { name: 'start straight to end', xml: d(b.start(), b.end(), b.flow('s e')), trace: 's e' },
  { name: 'start event alone', xml: d(b.start()), trace: 's' },
  { name: 'implicit end', xml: d(b.start(), b.task('a'), b.flow('s a')), trace: 's a' },
  {
    name: 'two flows leaving a task fork',
    xml: d(b.start(), b.task('a'), b.users('u v'), b.end(), b.flow('s a u e'), b.flow('a v e')),
    acts: 'v u',
    done: 's a u v e e',
  },
  {
    name: 'two flows leaving the start event fork',
    xml: d(b.start(), b.tasks('a b'), b.flow('s a'), b.flow('s b')),
    done: 's a b',
  },
  {
    name: 'two flows entering a task run it twice',
    xml: d(b.start(), b.tasks('a b c'), b.end(), b.flow('s a c e'), b.flow('s b c')),
    done: 's a b c c e e',
  },
  {
    name: 'two flows entering an end event end twice',
    xml: d(b.start(), b.parallel('f'), b.tasks('a b'), b.end(), b.flow('s f a e'), b.flow('f b e')),
    done: 's f a b e e',
  },
  {
    name: 'conditional flow true beside an unconditional one',
    xml: d(b.start(), b.tasks('a b c'), b.flow('s a'), b.flow('a b', '= x > 1'), b.flow('a c')),
    vars: { x: 2 },
    done: 's a b c',
  },
  {
    name: 'conditional flow false beside an unconditional one',
    xml: d(b.start(), b.tasks('a b c'), b.flow('s a'), b.flow('a b', '= x > 1'), b.flow('a c')),
    vars: { x: 1 },
    done: 's a c',
  },
  ...[
    { x: 2, done: 's a b' },
    { x: 0, done: 's a c' },
  ].map(({ x, done }) => ({
    name: `default flow of a task, x = ${x}`,
    xml: d(
      b.start(),
      b.el('task', { id: 'a', default: 'a-c' }),
      b.tasks('b c'),
      b.flow('s a'),
      b.flow('a b', '= x > 1'),
      b.flow('a c'),
    ),
    vars: { x },
    done,
  })),
  ...[
    { x: 2, done: 's a b n' },
    { x: 0, done: 's a c n' },
  ].map(({ x, done }) => ({
    name: `condition, default and unconditional flow of a task, x = ${x}`,
    xml: d(
      b.start(),
      b.el('task', { id: 'a', default: 'a-c' }),
      b.tasks('b c n'),
      b.flow('s a'),
      b.flow('a b', '= x > 1'),
      b.flow('a c'),
      b.flow('a n'),
    ),
    vars: { x },
    done,
  })),
  {
    name: 'all conditions of a task true: inclusive',
    xml: d(b.start(), b.tasks('a b c'), b.flow('s a'), b.flow('a b', '= x > 1'), b.flow('a c', '= x > 2')),
    vars: { x: 3 },
    done: 's a b c',
  },
  {
    name: 'intermediate none throw event passes',
    xml: d(b.start(), b.throwEvent('t'), b.end(), b.flow('s t e')),
    trace: 's t e',
  },
  { name: 'manual task', xml: d(b.start(), b.el('manualTask', { id: 'm' }), b.end(), b.flow('s m e')), trace: 's m e' },
]);

conformance('GW-1', [
  ...[
    [1, 's g a m e'],
    [2, 's g b m e'],
    [9, 's g c m e'],
  ].map(([x, trace]) => ({
    name: `exclusive choice and simple merge, x = ${x}`,
    xml: d(
      b.start(),
      to('g', 'g-c'),
      ...['a', 'b', 'c'].map((id) => b.task(id)),
      b.exclusive('m'),
      b.end(),
      b.flow('s g'),
      b.flow('g a', '= x = 1'),
      b.flow('g b', '= x <= 2'),
      b.flow('g c'),
      b.flow('a m e'),
      b.flow('b m'),
      b.flow('c m'),
    ),
    vars: { x },
    trace: String(trace),
  })),
  {
    name: 'default flow listed first is still the last resort',
    xml: d(b.start(), to('g', 'g-a'), b.tasks('a b'), b.flow('s g a'), b.flow('g b', '= true')),
    trace: 's g b',
  },
  {
    name: 'a condition on the default flow is ignored',
    xml: d(
      b.start(),
      to('g', 'g-a'),
      b.tasks('a b'),
      b.flow('s g'),
      b.flow('g a', '= false'),
      b.flow('g b', '= false'),
    ),
    trace: 's g a',
  },
  {
    name: 'one outgoing flow without condition',
    xml: d(b.start(), b.exclusive('g'), b.task('a'), b.flow('s g a')),
    trace: 's g a',
  },
  {
    name: 'a split written as converging still splits',
    xml: d(
      b.start(),
      b.exclusive('g', { gatewayDirection: 'Converging', default: 'g-c' }),
      b.tasks('a c'),
      b.flow('s g'),
      b.flow('g a', '= true'),
      b.flow('g c'),
    ),
    trace: 's g a',
  },
  {
    name: 'mixed: merges and decides',
    xml: d(
      b.start(),
      b.tasks('a c'),
      to('g', 'g-x'),
      b.tasks('x y'),
      b.flow('s a g x'),
      b.flow('s c g'),
      b.flow('g y', '= false'),
    ),
    done: 's a c g g x x',
  },
  {
    name: 'arbitrary cycle',
    xml: d(
      b.start(),
      b.exclusive('m'),
      b.script('inc', '= n + 1', 'n'),
      to('g', 'g-e'),
      b.end(),
      b.flow('s m inc g e'),
      b.flow('g m', '= n < 3'),
    ),
    vars: { n: 0 },
    trace: 's m inc g m inc g m inc g e',
    has: { n: 3 },
  },
  {
    name: 'cycle with two entries',
    xml: d(
      b.start(),
      to('g', 'g-b'),
      b.users('a b'),
      to('h', 'h-e'),
      b.end(),
      b.flow('s g'),
      b.flow('g a', '= first'),
      b.flow('g b'),
      b.flow('a b h e'),
      b.flow('h a', '= again'),
    ),
    vars: { first: false, again: true },
    acts: 'b a b:{"again":false}',
    trace: 's g b h a b h e',
  },
  {
    name: 'conditions over strings, lists and null',
    xml: d(
      b.start(),
      to('g', 'g-c'),
      b.tasks('a c'),
      b.flow('s g'),
      b.flow('g a', '= kind = "x" and missing = null and list contains(l, 2)'),
      b.flow('g c'),
    ),
    vars: { kind: 'x', l: [1, 2] },
    trace: 's g a',
  },
]);

conformance('GW-2', [
  {
    name: 'no condition true and no default',
    xml: d(
      b.start(),
      b.exclusive('g'),
      b.tasks('a b'),
      b.flow('s g'),
      b.flow('g a', '= x = 1'),
      b.flow('g b', '= x = 2'),
    ),
    vars: { x: 3 },
    open: 'incident:g',
    status: 'FAILED',
    done: 's',
  },
  {
    name: 'inclusive without any true condition',
    xml: d(
      b.start(),
      b.inclusive('g'),
      b.tasks('a b'),
      b.flow('s g'),
      b.flow('g a', '= x = 1'),
      b.flow('g b', '= x = 2'),
    ),
    vars: { x: 3 },
    open: 'incident:g',
    status: 'FAILED',
    done: 's',
  },
]);

conformance('SUB-7', [
  {
    name: 'an activity without incoming flow starts with the process when there is no start event',
    xml: d(b.task('a'), b.user('u'), b.end(), b.flow('a u e')),
    acts: 'u',
    trace: 'a u e',
  },
  {
    name: 'several activities without incoming flow all start',
    xml: d(b.users('a c'), b.end(), b.flow('a e')),
    acts: 'c a',
    done: 'a c e',
  },
  {
    name: 'a gateway without incoming flow starts too',
    xml: d(b.parallel('f'), b.tasks('a c'), b.flow('f a'), b.flow('f c')),
    done: 'f a c',
  },
  {
    name: 'implicit start inside a sub-process',
    xml: d(b.start(), b.sub('x', b.users('u v')), b.end(), b.flow('s x e')),
    acts: 'u v',
    trace: 's u v x e',
  },
  { name: 'an empty sub-process', xml: d(b.start(), b.sub('x'), b.end(), b.flow('s x e')), trace: 's x e' },
]);
