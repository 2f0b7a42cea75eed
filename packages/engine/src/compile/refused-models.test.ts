import { expect, test } from 'vitest';
import * as b from '../testing/bpmn.js';
import { Driver } from '../testing/driver.js';
import { compile } from './compile.js';

const roots = [
  b.message('M', 'go', '= 1'),
  b.message('N', 'go', '= 2'),
  b.signal('S', 'alarm'),
  b.error('E', 'BAD'),
  b.escalation('H', 'HELP'),
];
const flowed = (...content: string[]): string => b.diagram(...roots, b.start(), ...content);
const timer = (...children: string[]): string =>
  b.catchEvent('x', b.el('timerEventDefinition', {}, ...children.map((text) => b.el('timeDuration', {}, text))));
const guarded = (one: string, other: string, attributes = {}): string =>
  flowed(
    b.user('u'),
    b.boundary('x', 'u', one, attributes),
    b.boundary('y', 'u', other, attributes),
    b.end(),
    b.flow('s u'),
    b.flow('x e'),
    b.flow('y e'),
  );
const listening = (id: string, definition: string): string =>
  b.eventSub(id, b.el('startEvent', { id: `${id}s` }, definition), b.end(`${id}e`), b.flow(`${id}s ${id}e`));
const service = (...extensions: string[]): string =>
  flowed(b.el('serviceTask', { id: 'x' }, b.ext(...extensions)), b.flow('s x'));
const racing = (attributes: Record<string, string>, one: string, other: string): string =>
  flowed(
    b.el('eventBasedGateway', { id: 'g', ...attributes }),
    b.catchEvent('a', one),
    b.catchEvent('c', other),
    b.flow('s g a'),
    b.flow('g c'),
  );

/** The element and the code of the first error. */
const refused: readonly (readonly [name: string, element: string | null, code: string, xml: string])[] = [
  ['two texts of one timer', null, 'bad-xml', flowed(timer('PT1S', 'PT2S'), b.flow('s x'))],
  [
    'two conditions of one flow',
    null,
    'bad-xml',
    flowed(
      b.exclusive('g', { default: 'g-e' }),
      b.end(),
      b.el(
        'sequenceFlow',
        { id: 'f', sourceRef: 'g', targetRef: 'e' },
        b.conditionExpression('= a'),
        b.conditionExpression('= b'),
      ),
      b.flow('s g e'),
    ),
  ],
  [
    'two extensionElements',
    null,
    'bad-xml',
    flowed(b.el('userTask', { id: 'x' }, b.ext(b.io({ a: '= 1' })), b.ext()), b.flow('s x')),
  ],
  ['a boolean that is none', null, 'bad-xml', guarded(b.signalRef('S'), b.errorRef('E'), { cancelActivity: 'maybe' })],
  ['two task definitions', 'x', 'duplicate-extension', service(b.taskDefinition('a'), b.taskDefinition('b'))],
  ['two mappings', 'x', 'duplicate-extension', service(b.taskDefinition('a'), b.io({ a: '= 1' }), b.io({ c: '= 1' }))],
  [
    'two headers of one name',
    'x',
    'duplicate-header',
    service(
      b.taskDefinition('a'),
      b.el(
        'zeebe:taskHeaders',
        {},
        b.el('zeebe:header', { key: 'k', value: '1' }),
        b.el('zeebe:header', { key: 'k', value: '2' }),
      ),
    ),
  ],
  [
    'an unknown kind of gateway',
    'g',
    'bad-gateway',
    racing({ eventGatewayType: 'Some' }, b.signalRef('S'), b.duration('PT1S')),
  ],
  ['one message behind a gateway twice', 'c', 'duplicate-handler', racing({}, b.messageRef('M'), b.messageRef('M'))],
  ['one message at an activity twice', 'y', 'duplicate-handler', guarded(b.messageRef('M'), b.messageRef('M'))],
  ['one signal at an activity twice', 'y', 'duplicate-handler', guarded(b.signalRef('S'), b.signalRef('S'))],
  [
    'one message for two event sub-processes',
    'i',
    'duplicate-handler',
    flowed(b.user('u'), b.flow('s u'), listening('h', b.messageRef('M')), listening('i', b.messageRef('M'))),
  ],
  [
    'one message for two start events',
    't',
    'duplicate-handler',
    b.diagram(
      ...roots,
      b.el('startEvent', { id: 's' }, b.messageRef('M')),
      b.el('startEvent', { id: 't' }, b.messageRef('M')),
      b.end(),
      b.flow('s e'),
      b.flow('t e'),
    ),
  ],
  ['a condition after a start event', 's-e', 'bad-condition', flowed(b.end(), b.flow('s e', '= ready'))],
  [
    'a condition after an event-based gateway',
    'g-a',
    'bad-condition',
    racing({}, b.signalRef('S'), b.duration('PT1S')).replace(
      b.flow('s g a'),
      `${b.flow('s g')}${b.flow('g a', '= ready')}`,
    ),
  ],
  ['a signal that is a message', 'x', 'bad-reference', flowed(b.catchEvent('x', b.signalRef('M')), b.flow('s x'))],
  ['a message that is a signal', 'x', 'bad-reference', flowed(b.catchEvent('x', b.messageRef('S')), b.flow('s x'))],
  ['an error that is a signal', 'y', 'bad-reference', guarded(b.errorRef('E'), b.errorRef('S'))],
  [
    'compensation of an activity without a handler',
    'x',
    'bad-compensation',
    flowed(b.task('a'), b.throwEvent('x', b.compensate('a')), b.flow('s a x')),
  ],
  [
    'compensation of an event',
    'x',
    'bad-compensation',
    flowed(b.catchEvent('a', b.duration('PT1S')), b.throwEvent('x', b.compensate('a')), b.flow('s a x')),
  ],
  [
    'an intermediate event as the start',
    'x',
    'bad-start',
    b.diagram(b.catchEvent('x', b.duration('PT1S')), b.end(), b.flow('x e')),
  ],
];

test.each(refused)('[DEP-13] %s is refused', async (_, element, code, xml) => {
  const [first] = (await compile(xml)).report.errors;
  expect(first).toMatchObject({ elementId: element, code });
});

test('[DEP-13] what decides nothing, or has one meaning, is accepted', async () => {
  const accepted = [
    guarded(b.messageRef('M'), b.messageRef('N')),
    guarded(b.signalRef('S'), b.signalRef('S'), b.nonInterrupting),
    flowed(
      b.exclusive('g', { default: 'g-c', gatewayDirection: 'Converging' }),
      b.tasks('a c'),
      b.flow('s g a', '= x'),
      b.flow('g c', '= y'),
    ),
    flowed(b.parallel('g'), b.task('a'), b.flow('s g a', '= x')),
    b.diagram(
      ...roots,
      ...['s', 't'].map((id) => b.el('startEvent', { id }, b.signalRef('S'))),
      b.end(),
      b.flow('s e'),
      b.flow('t e'),
    ),
  ];
  for (const xml of accepted) expect((await compile(xml)).report.errors).toEqual([]);
});

test('[DEP-9] booleans may be written as 1 and 0', async () => {
  const xml = (cancelActivity: string) =>
    flowed(
      b.user('u'),
      b.boundary('x', 'u', b.signalRef('S'), { cancelActivity }),
      b.user('v'),
      b.flow('s u'),
      b.flow('x v'),
    );
  const broadcast = { type: 'broadcastSignal', name: 'alarm', variables: {} } as const;
  expect((await Driver.started(xml('1'))).do(broadcast).open).toEqual(['task v']);
  expect((await Driver.started(xml(' 0 '))).do(broadcast).open).toEqual(['signal x', 'task u', 'task v']);
});

test('[COMP-1] a boundary event that interrupts a handler takes its place, and the compensation goes on', async () => {
  const xml = flowed(
    ...b.undoable('a'),
    b.service('c'),
    b.boundary('bc', 'c', b.compensate()),
    b.el('serviceTask', { id: 'hc', isForCompensation: true }, b.ext(b.taskDefinition('undo'))),
    b.el('association', { id: 'asc', sourceRef: 'bc', targetRef: 'hc' }),
    b.boundary('late', 'hc', b.duration('PT1H')),
    b.user('v'),
    b.throwEvent('t', b.compensate()),
    b.user('u'),
    b.flow('s a c t u'),
    b.flow('late v'),
  );
  const run = await Driver.started(xml);
  run.job('c').fire('late');
  expect(run.open).toEqual(['task u', 'task v']);
  expect(run.path()).toContain('ha');
});
