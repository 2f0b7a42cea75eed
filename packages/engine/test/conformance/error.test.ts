import * as b from '../../src/testing/bpmn.js';
import { conformance } from './runner.js';

const d = b.diagram;
const E = b.error('E', 'X');
const L = b.escalation('L', 'L');

const thrower = (...more: string[]) => b.sub('a', b.start('as'), b.end('x', b.errorRef('E')), b.flow('as x'), ...more);
conformance('ERR-1', [
  {
    name: 'error end event caught at the sub-process',
    xml: d(
      E,
      b.start(),
      thrower(),
      b.boundary('c', 'a', b.errorRef('E')),
      b.tasks('z n'),
      b.flow('s a n'),
      b.flow('c z'),
    ),
    done: 's as c z',
    cancelled: 'x a',
  },
  {
    name: 'error without code catches all',
    xml: d(E, b.start(), thrower(), b.boundary('c', 'a', b.errorRef()), b.task('z'), b.flow('s a'), b.flow('c z')),
    done: 's as c z',
  },
  {
    name: 'the exact code before catch-all',
    xml: d(
      E,
      b.start(),
      thrower(),
      b.boundary('c0', 'a', b.errorRef()),
      b.boundary('c', 'a', b.errorRef('E')),
      b.tasks('z y'),
      b.flow('s a'),
      b.flow('c z'),
      b.flow('c0 y'),
    ),
    done: 's as c z',
  },
  {
    name: 'another code goes further out',
    xml: d(
      E,
      b.error('F', 'F'),
      b.start(),
      b.sub('o', b.start('os'), thrower(), b.boundary('f', 'a', b.errorRef('F')), b.flow('os a')),
      b.boundary('c', 'o', b.errorRef('E')),
      b.task('z'),
      b.flow('s o'),
      b.flow('c z'),
    ),
    done: 's os as c z',
  },
  {
    name: 'the event sub-process inside goes before the boundary event',
    xml: d(
      E,
      b.start(),
      thrower(b.eventSub('v', b.el('startEvent', { id: 'c' }, b.errorRef('E')), b.task('z'), b.flow('c z'))),
      b.boundary('o', 'a', b.errorRef('E')),
      b.end(),
      b.flow('s a e'),
    ),
    done: 's as c z v a e',
  },
  {
    name: 'the innermost scope first',
    xml: d(
      E,
      b.start(),
      b.sub(
        'o',
        b.start('os'),
        thrower(),
        b.boundary('i', 'a', b.errorRef('E')),
        b.task('z'),
        b.flow('os a'),
        b.flow('i z'),
      ),
      b.boundary('c', 'o', b.errorRef('E')),
      b.end(),
      b.flow('s o e'),
    ),
    done: 's os as i z o e',
  },
  {
    name: 'other branches of the scope are cancelled',
    xml: d(
      E,
      b.start(),
      b.sub('a', b.start('as'), b.users('u k'), b.end('x', b.errorRef('E')), b.flow('as u'), b.flow('as k x')),
      b.boundary('c', 'a', b.errorRef('E')),
      b.flow('s a'),
    ),
    acts: 'k',
    done: 's as k c',
    cancelled: 'u x a',
  },
  {
    name: 'error event sub-process of the process',
    xml: d(
      E,
      b.start(),
      b.user('u'),
      b.end('x', b.errorRef('E')),
      b.flow('s u x'),
      b.eventSub('v', b.el('startEvent', { id: 'c' }, b.errorRef('E')), b.task('z'), b.flow('c z')),
    ),
    acts: 'u',
    done: 's u c z v',
  },
  {
    name: 'an error thrown by an error event sub-process goes out, not to itself',
    xml: d(
      E,
      b.start(),
      thrower(
        b.eventSub('v', b.el('startEvent', { id: 'c' }, b.errorRef('E')), b.end('y', b.errorRef('E')), b.flow('c y')),
      ),
      b.boundary('o', 'a', b.errorRef('E')),
      b.task('z'),
      b.flow('s a'),
      b.flow('o z'),
    ),
    done: 's as c o z',
  },
  {
    name: 'job error at the task',
    xml: d(
      E,
      b.start(),
      b.service('j'),
      b.boundary('c', 'j', b.errorRef('E')),
      b.task('z'),
      b.end(),
      b.flow('s j e'),
      b.flow('c z'),
    ),
    acts: 'error:j:X',
    done: 's c z',
    cancelled: 'j',
  },
  {
    name: 'through a call activity',
    xml: b.definitions(
      E,
      b.process(
        'p',
        b.start(),
        b.call('a', 'q'),
        b.boundary('c', 'a', b.errorRef('E')),
        b.task('z'),
        b.flow('s a'),
        b.flow('c z'),
      ),
      b.process('q', b.start('qs'), b.end('x', b.errorRef('E')), b.flow('qs x')),
    ),
    done: 's qs c z',
  },
]);

conformance('ERR-2', [
  {
    name: 'error end event at process level, uncaught',
    xml: d(E, b.start(), b.end('x', b.errorRef('E')), b.flow('s x')),
    open: 'incident:x',
    status: 'FAILED',
    done: 's',
  },
]);

const raiser = (definition = b.escalationRef('L')) =>
  b.sub('a', b.start('as'), b.throwEvent('t', definition), b.user('u'), b.flow('as t u'));
conformance('ERR-4', [
  {
    name: 'interrupting escalation',
    xml: d(
      L,
      b.start(),
      raiser(),
      b.boundary('c', 'a', b.escalationRef('L')),
      b.task('z'),
      b.end(),
      b.flow('s a e'),
      b.flow('c z'),
    ),
    done: 's as c z',
    cancelled: 't a',
  },
  {
    name: 'non-interrupting escalation',
    xml: d(
      L,
      b.start(),
      raiser(),
      b.boundary('c', 'a', b.escalationRef('L'), b.nonInterrupting),
      b.task('z'),
      b.end(),
      b.flow('s a e'),
      b.flow('c z'),
    ),
    acts: 'u',
    done: 's as t c z u a e',
  },
  {
    name: 'uncaught escalation',
    xml: d(L, b.start(), raiser(), b.end(), b.flow('s a e')),
    acts: 'u',
    done: 's as t u a e',
  },
  {
    name: 'escalation at process level',
    xml: d(L, b.start(), b.throwEvent('t', b.escalationRef('L')), b.end(), b.flow('s t e')),
    trace: 's t e',
  },
  {
    name: 'escalation end event',
    xml: d(
      L,
      b.start(),
      b.sub('a', b.start('as'), b.end('x', b.escalationRef('L')), b.flow('as x')),
      b.boundary('c', 'a', b.escalationRef('L'), b.nonInterrupting),
      b.task('z'),
      b.end(),
      b.flow('s a e'),
      b.flow('c z'),
    ),
    done: 's as x c z a e',
  },
  {
    name: 'escalation event sub-process',
    xml: d(
      L,
      b.start(),
      b.throwEvent('t', b.escalationRef('L')),
      b.user('u'),
      b.flow('s t u'),
      b.eventSub(
        'v',
        b.el('startEvent', { id: 'c', isInterrupting: false }, b.escalationRef('L')),
        b.task('z'),
        b.flow('c z'),
      ),
    ),
    acts: 'u',
    done: 's t c z v u',
  },
  {
    name: 'escalation without code catches all',
    xml: d(
      L,
      b.start(),
      raiser(),
      b.boundary('c', 'a', b.escalationRef(), b.nonInterrupting),
      b.task('z'),
      b.end(),
      b.flow('s a e'),
      b.flow('c z'),
    ),
    acts: 'u',
    done: 's as t c z u a e',
  },
  {
    name: 'escalation through a call activity',
    xml: b.definitions(
      L,
      b.process(
        'p',
        b.start(),
        b.call('a', 'q'),
        b.boundary('c', 'a', b.escalationRef('L'), b.nonInterrupting),
        b.task('z'),
        b.flow('s a'),
        b.flow('c z'),
      ),
      b.process('q', b.start('qs'), b.throwEvent('t', b.escalationRef('L')), b.user('u'), b.flow('qs t u')),
    ),
    acts: 'u',
    done: 's qs t c z u a',
  },
]);
