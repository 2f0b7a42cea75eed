import * as b from '../../src/testing/bpmn.js';
import { conformance } from './runner.js';

const d = b.diagram;
const S = b.signal('S', 'S');
const M = b.message('M', 'M', '= "k"');
const on = { message: b.messageRef('M'), signal: b.signalRef('S') };

conformance('EV-4', [
  {
    name: 'throw and catch in parallel branches',
    xml: d(
      S,
      b.start(),
      b.parallel('f'),
      b.catchEvent('c', on.signal),
      b.user('u'),
      b.throwEvent('t', on.signal),
      b.flow('s f c'),
      b.flow('f u t'),
    ),
    acts: 'u',
    done: 's f u t c',
  },
  {
    name: 'one throw reaches many',
    xml: d(
      S,
      b.start(),
      b.parallel('f'),
      b.catchEvent('c', on.signal),
      b.catchEvent('c2', on.signal),
      b.user('u'),
      b.end('t', on.signal),
      b.flow('s f c'),
      b.flow('f c2'),
      b.flow('f u t'),
    ),
    acts: 'u',
    done: 's f u t c c2',
  },
  {
    name: 'a signal thrown before anybody waits is lost',
    xml: d(S, b.start(), b.throwEvent('t', on.signal), b.catchEvent('c', on.signal), b.flow('s t c')),
    done: 's t',
    open: 'signal:c',
  },
  {
    name: 'a signal to its own boundary event',
    xml: d(
      S,
      b.start(),
      b.sub('a', b.start('as'), b.throwEvent('t', on.signal), b.user('u'), b.flow('as t u')),
      b.boundary('x', 'a', on.signal),
      b.task('z'),
      b.flow('s a'),
      b.flow('x z'),
    ),
    done: 's as t x z',
    cancelled: 'a',
  },
  {
    name: 'a signal end event is heard at its own sub-process',
    xml: d(
      S,
      b.start(),
      b.sub('a', b.start('as'), b.end('x', on.signal), b.flow('as x')),
      b.boundary('c', 'a', on.signal),
      b.task('z'),
      b.end(),
      b.flow('s a e'),
      b.flow('c z'),
    ),
    done: 's as x c z',
    cancelled: 'a',
  },
  {
    name: 'a non-interrupting event sub-process hears every throw once',
    xml: d(
      S,
      b.start(),
      b.throwEvent('t', on.signal),
      b.throwEvent('t2', on.signal),
      b.flow('s t t2'),
      b.eventSub('v', b.el('startEvent', { id: 'x', isInterrupting: false }, on.signal), b.task('z'), b.flow('x z')),
    ),
    done: 's t t2 x z v x z v',
  },
  {
    name: 'a signal to a non-interrupting boundary event of its own sub-process',
    xml: d(
      S,
      b.start(),
      b.sub('a', b.start('as'), b.throwEvent('t', on.signal), b.user('u'), b.flow('as t u')),
      b.boundary('x', 'a', on.signal, b.nonInterrupting),
      b.tasks('z q'),
      b.flow('s a q'),
      b.flow('x z'),
    ),
    acts: 'u',
    done: 's as t x z u a q',
  },
]);

conformance('EV-10', [
  {
    name: 'a message thrown in the run reaches a wait with the same key',
    xml: d(
      M,
      b.start(),
      b.parallel('f'),
      b.catchEvent('c', on.message),
      b.user('u'),
      b.throwEvent('t', b.ext(b.el('zeebe:publishMessage', { correlationKey: '= "k"', messageId: '' })), on.message),
      b.flow('s f c'),
      b.flow('f u t'),
    ),
    acts: 'u',
    done: 's f u t c',
  },
  {
    name: 'message end event as a job',
    xml: d(M, b.start(), b.end('e', b.ext(b.taskDefinition('send')), on.message), b.flow('s e')),
    acts: 'e',
    trace: 's e',
  },
]);

conformance('EV-5', [
  {
    name: 'condition that already holds',
    xml: d(b.start(), b.catchEvent('c', b.conditional('= x > 1')), b.end(), b.flow('s c e')),
    vars: { x: 2 },
    trace: 's c e',
  },
  {
    name: 'condition that turns true',
    xml: d(
      b.start(),
      b.parallel('f'),
      b.catchEvent('c', b.conditional('= x > 1')),
      b.user('u'),
      b.flow('s f c'),
      b.flow('f u'),
    ),
    vars: { x: 0 },
    acts: 'u:{"x":5}',
    done: 's f u c',
  },
  {
    name: 'conditional boundary event',
    xml: d(b.start(), b.user('u'), b.boundary('c', 'u', b.conditional('= x > 1')), b.flow('s u')),
    vars: { x: 0 },
    acts: 'set:{"x":2}',
    done: 's c',
    cancelled: 'u',
  },
  {
    name: 'conditional event sub-process, non-interrupting',
    xml: d(
      b.start(),
      b.user('u'),
      b.flow('s u'),
      b.eventSub(
        'v',
        b.el('startEvent', { id: 'c', isInterrupting: false }, b.conditional('= x > 1')),
        b.task('z'),
        b.flow('c z'),
      ),
    ),
    vars: { x: 0 },
    acts: 'set:{"x":2} set:{"x":3} set:{"x":0} set:{"x":2} u',
    trace: 's c z v c z v u',
  },
]);

conformance('EV-8', [
  {
    name: 'link',
    xml: d(
      b.start(),
      b.throwEvent('t', b.link('go')),
      b.catchEvent('c', b.link('go')),
      b.end(),
      b.flow('s t'),
      b.flow('c e'),
    ),
    trace: 's t c e',
  },
  {
    name: 'link from several sources',
    xml: d(
      b.start(),
      b.parallel('f'),
      b.throwEvent('t', b.link('go')),
      b.throwEvent('t2', b.link('go')),
      b.catchEvent('c', b.link('go')),
      b.end(),
      b.flow('s f t'),
      b.flow('f t2'),
      b.flow('c e'),
    ),
    done: 's f t t2 c c e e',
  },
  {
    name: 'links of the same name in different scopes',
    xml: d(
      b.start(),
      b.sub('a', b.start('as'), b.throwEvent('t', b.link('go')), b.catchEvent('c', b.link('go')), b.flow('as t')),
      b.throwEvent('t2', b.link('go')),
      b.catchEvent('c2', b.link('go')),
      b.flow('s a t2'),
    ),
    trace: 's as t c a t2 c2',
  },
  {
    name: 'a loop by link',
    xml: d(
      b.start(),
      b.exclusive('m'),
      b.script('i', '= n + 1', 'n'),
      b.exclusive('g', { default: 'g-e' }),
      b.throwEvent('t', b.link('go')),
      b.catchEvent('c', b.link('go')),
      b.end(),
      b.flow('s m i g e'),
      b.flow('g t', '= n < 2'),
      b.flow('c m'),
    ),
    vars: { n: 0 },
    trace: 's m i g t c m i g e',
  },
]);

conformance('EV-9', [
  {
    name: 'terminate ends the process',
    xml: d(
      b.start(),
      b.parallel('f'),
      b.user('u'),
      b.task('k'),
      b.end('e', b.terminate()),
      b.flow('s f u'),
      b.flow('f k e'),
    ),
    done: 's f k e',
    cancelled: 'u',
  },
  {
    name: 'terminate in a sub-process ends only that',
    xml: d(
      b.start(),
      b.parallel('f'),
      b.user('o'),
      b.sub(
        'a',
        b.start('as'),
        b.parallel('g'),
        b.user('u'),
        b.end('ae', b.terminate()),
        b.flow('as g u'),
        b.flow('g ae'),
      ),
      b.task('z'),
      b.flow('s f a z'),
      b.flow('f o'),
    ),
    acts: 'o',
    done: 's f as g ae a z o',
    cancelled: 'u',
  },
  {
    name: 'terminate in an event sub-process',
    xml: d(
      M,
      b.start(),
      b.user('u'),
      b.flow('s u'),
      b.eventSub(
        'v',
        b.el('startEvent', { id: 'x', isInterrupting: false }, on.message),
        b.end('t', b.terminate()),
        b.flow('x t'),
      ),
    ),
    acts: 'message:x u',
    trace: 's x t v u',
  },
  {
    name: 'terminate in one instance of a multi-instance ends only that instance',
    xml: d(
      b.start(),
      b.sub(
        'a',
        b.start('as'),
        b.user('u'),
        b.end('t', b.terminate()),
        b.flow('as u t'),
        b.multiInstance({ inputCollection: '= [1,2]' }),
      ),
      b.end(),
      b.flow('s a e'),
    ),
    acts: 'u u',
    done: 's as as u u t t a a a e',
  },
]);
