import { expect, test } from 'vitest';
import { compile } from '../compile/compile.js';
import * as b from '../testing/bpmn.js';
import { Driver } from '../testing/driver.js';

const cancelDefinition = b.el('cancelEventDefinition');

/** The job `id`, undone by the job `undo-<id>`. */
const undoable = (id: string) =>
  [
    b.service(id),
    b.boundary(`comp-${id}`, id, b.compensate()),
    b.el('serviceTask', { id: `undo-${id}`, isForCompensation: true }, b.ext(b.taskDefinition(`undo-${id}`))),
    b.el('association', { id: `assoc-${id}`, sourceRef: `comp-${id}`, targetRef: `undo-${id}` }),
  ].join('');

const transaction = (id: string, ...content: string[]): string => b.el('transaction', { id }, ...content);
const cancelBoundary = (attachedToRef: string): string => b.boundary('cancelled', attachedToRef, cancelDefinition);

/** Jobs a and c, then a decision: the cancel end event, or the end. */
const booking = (...more: string[]): string[] => [
  b.start('xs'),
  undoable('a'),
  undoable('c'),
  b.parallel('xf'),
  b.users('beside decide'),
  b.exclusive('x', { default: 'x-xc' }),
  b.end('xe'),
  b.end('xc', cancelDefinition),
  b.flow('xs a c xf decide x xe', '= good'),
  b.flow('x xc'),
  b.flow('xf beside'),
  ...more,
];

const around = (loop = ''): string =>
  b.diagram(
    b.signal('S', 'alarm'),
    b.start(),
    transaction('t', loop, ...booking()),
    cancelBoundary('t'),
    b.users('u v'),
    b.flow('s t u'),
    b.flow('cancelled v'),
  );

test('[TXN-1] a transaction that is not cancelled completes like a sub-process', async () => {
  const run = await Driver.started(around(), { good: true });
  run.job('a').job('c').complete('decide').complete('beside');
  expect(run.open).toEqual(['task u']);
});

test('[TXN-2] a cancel end event cancels the rest, compensates in reverse and leaves by the cancel boundary event', async () => {
  const run = await Driver.started(around(), { good: false });
  run.job('a').job('c').complete('decide');
  expect(run.open).toEqual(['job undo-c']);
  expect(run.path('cancelled')).toEqual(['beside']);
  run.job('undo-c');
  expect(run.open).toEqual(['job undo-a']);
  run.job('undo-a');
  expect(run.open).toEqual(['task v']);
  expect(run.path().at(-1)).toBe('cancelled');
});

test('[TXN-2] with nothing to compensate it is left at once, and its event sub-processes do not start any more', async () => {
  const xml = b.diagram(
    b.signal('S', 'alarm'),
    b.start(),
    transaction(
      't',
      b.start('xs'),
      b.end('xc', cancelDefinition),
      b.flow('xs xc'),
      b.eventSub('h', b.el('startEvent', { id: 'hs' }, b.signalRef('S')), b.end('he'), b.flow('hs he')),
    ),
    cancelBoundary('t'),
    b.user('v'),
    b.flow('s t'),
    b.flow('cancelled v'),
  );
  expect((await Driver.started(xml)).open).toEqual(['task v']);
});

test('[TXN-2] in a loop, the instances are cancelled and compensated together', async () => {
  const run = await Driver.started(around(b.multiInstance({ inputCollection: '= [1, 2]' })), { good: false });
  run.job('a').job('a').job('c').complete('decide');
  expect(run.open).toEqual(['job undo-c']);
  run.job('undo-c').job('undo-a').job('undo-a');
  expect(run.open).toEqual(['task v']);
});

test('[TXN-2] a cancel end event in an event sub-process of the transaction', async () => {
  const xml = b.diagram(
    b.error('E', 'BAD'),
    b.start(),
    transaction(
      't',
      b.start('xs'),
      undoable('a'),
      b.service('j'),
      b.flow('xs a j'),
      b.eventSub(
        'h',
        b.el('startEvent', { id: 'hs' }, b.errorRef('E')),
        b.end('hc', cancelDefinition),
        b.flow('hs hc'),
      ),
    ),
    cancelBoundary('t'),
    b.user('v'),
    b.flow('s t'),
    b.flow('cancelled v'),
  );
  const run = await Driver.started(xml);
  run.job('a').throwError('j', 'BAD');
  expect(run.open).toEqual(['job undo-a']);
  expect(run.job('undo-a').open).toEqual(['task v']);
});

test('[TXN-3] an error leaves a transaction without compensation', async () => {
  const xml = b.diagram(
    b.error('E', 'BAD'),
    b.start(),
    transaction('t', b.start('xs'), undoable('a'), b.service('j'), b.flow('xs a j')),
    b.boundary('err', 't', b.errorRef('E')),
    b.user('v'),
    b.flow('s t'),
    b.flow('err v'),
  );
  const run = await Driver.started(xml);
  run.job('a').throwError('j', 'BAD');
  expect(run.open).toEqual(['task v']);
});

test('[DEP-8] cancel events outside a transaction, or without each other, are errors', async () => {
  const errors = async (...content: string[]) =>
    (await compile(b.diagram(b.start(), ...content))).report.errors.map(({ elementId, code }) => [elementId, code]);
  expect(await errors(b.end('e', cancelDefinition), b.flow('s e'))).toEqual([['e', 'bad-cancel']]);
  const sub = b.sub('x', b.start('xs'), b.end('xe', cancelDefinition), b.flow('xs xe'));
  expect(await errors(sub, b.flow('s x'))).toEqual([['xe', 'bad-cancel']]);
  const lone = transaction('x', b.start('xs'), b.end('xe', cancelDefinition), b.flow('xs xe'));
  expect(await errors(lone, b.flow('s x'))).toEqual([['xe', 'bad-cancel']]);
  const onTask = [b.user('u'), cancelBoundary('u'), b.end(), b.flow('s u'), b.flow('cancelled e')];
  expect(await errors(...onTask)).toEqual([['cancelled', 'bad-cancel']]);
  const soft = [
    transaction('x', b.start('xs'), b.end('xe', cancelDefinition), b.flow('xs xe')),
    b.boundary('cancelled', 'x', cancelDefinition, b.nonInterrupting),
    b.end(),
    b.flow('s x'),
    b.flow('cancelled e'),
  ];
  expect(await errors(...soft)).toEqual([['cancelled', 'bad-interruption']]);
});

const compensating = (isForCompensation: boolean, ...steps: string[]): string =>
  b.sub(
    'x',
    b.ext(b.io({ order: '= 7' })),
    b.start('xs'),
    undoable('a'),
    undoable('c'),
    b.flow('xs a c'),
    b.el(
      'subProcess',
      { id: 'h', triggeredByEvent: true, isForCompensation },
      b.el('startEvent', { id: 'hs' }, b.compensate()),
      ...steps,
    ),
  );

test('[COMP-5] an event sub-process with a compensation start event compensates its completed sub-process', async () => {
  const handler = compensating(
    true,
    b.service('note'),
    b.throwEvent('ht', b.compensate('a')),
    b.end('he'),
    b.flow('hs note ht he'),
  );
  const xml = b.diagram(b.start(), handler, b.throwEvent('throw', b.compensate()), b.user('u'), b.flow('s x throw u'));
  const run = await Driver.started(xml);
  run.job('a').job('c');
  expect(run.open).toEqual(['job note']);
  expect(run.of('createJob').at(-1)).toMatchObject({ input: { order: 7 } });
  run.job('note');
  expect(run.open).toEqual(['job undo-a']);
  run.job('undo-a');
  // What the handler left undone stays so.
  expect(run.open).toEqual(['task u']);
});

test('[COMP-5] ... of each instance of a loop, and only for a sub-process', async () => {
  const handler = compensating(false, b.service('note'), b.flow('hs note')).replace(
    '<bpmn:startEvent id="xs">',
    `${b.multiInstance({ inputCollection: '= [1, 2]' })}<bpmn:startEvent id="xs">`,
  );
  const xml = b.diagram(b.start(), handler, b.throwEvent('throw', b.compensate()), b.user('u'), b.flow('s x throw u'));
  const run = await Driver.started(xml);
  run.job('a').job('a').job('c').job('c').job('note').job('note');
  expect(run.open).toEqual(['task u']);
  const top = b.eventSub('h', b.el('startEvent', { id: 'hs' }, b.compensate()), b.end('he'), b.flow('hs he'));
  const { report } = await compile(b.diagram(b.start(), b.end(), b.flow('s e'), top));
  expect(report.errors).toMatchObject([{ elementId: 'hs', code: 'bad-start' }]);
});
