import * as b from '../../src/testing/bpmn.js';
import { conformance } from './runner.js';

const d = b.diagram;

conformance('COMP-1', [
  {
    name: 'end event, reverse order',
    xml: d(b.start(), ...b.undoable('a'), ...b.undoable('c'), b.end('e', b.compensate()), b.flow('s a c e')),
    trace: 's a c hc ha e',
  },
  {
    name: 'intermediate throw goes on afterwards',
    xml: d(b.start(), ...b.undoable('a'), b.throwEvent('t', b.compensate()), b.end(), b.flow('s a t e')),
    trace: 's a ha t e',
  },
  {
    name: 'without any handler',
    xml: d(b.start(), b.task('a'), b.end('e', b.compensate()), b.flow('s a e')),
    trace: 's a e',
  },
  {
    name: 'what has not run is not compensated',
    xml: d(
      b.start(),
      b.exclusive('g', { default: 'g-c' }),
      ...b.undoable('a'),
      ...b.undoable('c'),
      b.end('e', b.compensate()),
      b.flow('s g'),
      b.flow('g a', '= false'),
      b.flow('g c e'),
      b.flow('a e'),
    ),
    trace: 's g c hc e',
  },
  {
    name: 'an activity that ran twice is compensated twice',
    xml: d(
      b.start(),
      b.exclusive('m'),
      ...b.undoable('a', b.script('a', '= n + 1', 'n')),
      b.exclusive('g', { default: 'g-e' }),
      b.end('e', b.compensate()),
      b.flow('s m a g e'),
      b.flow('g m', '= n < 2'),
    ),
    vars: { n: 0 },
    trace: 's m a g m a g ha ha e',
  },
  {
    name: 'an active activity is not compensated',
    xml: d(
      b.start(),
      b.parallel('f'),
      ...b.undoable('a', b.user('a')),
      ...b.undoable('c'),
      b.throwEvent('t', b.compensate()),
      b.flow('s f a'),
      b.flow('f c t'),
    ),
    acts: 'a',
    done: 's f c hc t a',
  },
]);

conformance('COMP-2', [
  {
    name: 'only the activity named',
    xml: d(b.start(), ...b.undoable('a'), ...b.undoable('c'), b.end('e', b.compensate('a')), b.flow('s a c e')),
    trace: 's a c ha e',
  },
  {
    name: 'not twice',
    xml: d(
      b.start(),
      ...b.undoable('a'),
      b.throwEvent('t', b.compensate()),
      b.end('e', b.compensate()),
      b.flow('s a t e'),
    ),
    trace: 's a ha t e',
  },
  {
    name: 'of a cancelled activity: nothing',
    xml: d(
      b.start(),
      ...b.undoable('a', b.user('a')),
      b.boundary('x', 'a', b.duration('PT1S')),
      b.end('e', b.compensate()),
      b.flow('s a'),
      b.flow('x e'),
    ),
    acts: 'fire:x',
    trace: 's x e',
    cancelled: 'a',
  },
]);

conformance('COMP-3', [
  {
    name: 'the activities inside a completed sub-process',
    xml: d(
      b.start(),
      b.sub('x', b.start('xs'), ...b.undoable('a'), ...b.undoable('c'), b.flow('xs a c')),
      b.end('e', b.compensate()),
      b.flow('s x e'),
    ),
    done: 's xs a c x hc ha e',
    before: 'hc<ha',
  },
  {
    name: 'the handler of the sub-process itself',
    xml: d(
      b.start(),
      ...b.undoable('x', b.sub('x', b.start('xs'), ...b.undoable('a'), b.flow('xs a'))),
      b.end('e', b.compensate()),
      b.flow('s x e'),
    ),
    done: 's xs a x hx e',
  },
  {
    name: 'sub-process named by the throw event',
    xml: d(
      b.start(),
      ...b.undoable('o'),
      b.sub('x', b.start('xs'), ...b.undoable('a'), b.flow('xs a')),
      b.end('e', b.compensate('x')),
      b.flow('s o x e'),
    ),
    done: 's o xs a x ha e',
  },
]);

conformance('COMP-4', [
  {
    name: 'thrown in an error event sub-process',
    xml: d(
      b.error('E', 'X'),
      b.start(),
      b.sub(
        'x',
        b.start('xs'),
        ...b.undoable('a'),
        b.end('err', b.errorRef('E')),
        b.flow('xs a err'),
        b.eventSub('v', b.el('startEvent', { id: 'c' }, b.errorRef('E')), b.end('t', b.compensate()), b.flow('c t')),
      ),
      b.end(),
      b.flow('s x e'),
    ),
    done: 's xs a c ha t v x e',
    before: 'ha<t',
  },
]);
