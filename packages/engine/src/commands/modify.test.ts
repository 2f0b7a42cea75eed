import { expect, test } from 'vitest';
import type { Command } from '../protocol/command.js';
import * as b from '../testing/bpmn.js';
import { Driver } from '../testing/driver.js';

type Modification = Omit<Extract<Command, { type: 'modify' }>, 'type'>;
const modify = (run: Driver, modification: Modification) => run.do({ type: 'modify', ...modification });
const refused = (run: Driver, modification: Modification, message: RegExp) =>
  expect(() => run.once({ type: 'modify', ...modification })).toThrow(message);
const keyOf = (run: Driver, el: string, nth = 0) => run.state.items.filter((item) => item.el === el)[nth]?.key ?? 0;

const inner = b.sub('x', b.ext(b.io({ local: '= 1' })), b.start('xs'), b.users('u v'), b.flow('xs u v'));
const diagram = b.diagram(
  b.message('M', 'go', '= 1'),
  b.start(),
  b.user('a'),
  inner,
  b.boundary('late', 'x', b.duration('PT1H')),
  b.user('z'),
  b.flow('s a x z'),
  b.flow('late z'),
  b.eventSub('h', b.el('startEvent', { id: 'hs' }, b.messageRef('M')), b.user('note'), b.flow('hs note')),
);

test('[FIX-7] elements are activated and instances terminated in one step', async () => {
  const run = await Driver.started(diagram);
  modify(run, { activate: [{ elementId: 'z' }] });
  expect(run.open).toEqual(['message hs', 'task a', 'task z']);
  modify(run, { terminate: [{ key: keyOf(run, 'a') }] });
  expect(run.open).toEqual(['message hs', 'task z']);
  modify(run, { activate: [{ elementId: 'a' }], terminate: [{ elementId: 'z' }] });
  expect(run.open).toEqual(['message hs', 'task a']);
  expect(run.complete('a').open).toContain('task u');
});

test('[FIX-7] a move terminates an instance and activates another element, also inside a scope or around it', async () => {
  const run = await Driver.started(diagram);
  modify(run, { move: [{ elementId: 'a', toElementId: 'v' }] });
  expect(run.open).toEqual(['message hs', 'task v', 'timer late']);
  modify(run, { move: [{ key: keyOf(run, 'v'), toElementId: 'z' }] });
  expect(run.open).toEqual(['message hs', 'task z']);
  expect(run.path('cancelled')).toEqual(['a', 'v', 'x']);
});

test('[FIX-7] one instruction that does not fit refuses all of them', async () => {
  const run = await Driver.started(diagram);
  const before = JSON.stringify(run.state);
  refused(run, {}, /names nothing/);
  refused(run, { activate: [{ elementId: 'z' }], terminate: [{ key: 999 }] }, /no element instance 999/);
  refused(run, { activate: [{ elementId: 'z' }, { elementId: 'nowhere' }] }, /no element nowhere/);
  refused(run, { move: [{ elementId: 'z', toElementId: 'a' }] }, /not active/);
  refused(run, { move: [{ elementId: 'a', toElementId: 'nowhere' }] }, /no element nowhere/);
  expect(JSON.stringify(run.state)).toBe(before);
});

test('[FIX-8] a scope that is not active is created without start event and input mappings, with its boundary events', async () => {
  const run = await Driver.started(diagram);
  modify(run, {
    activate: [
      {
        elementId: 'v',
        variableInstructions: [
          { variables: { everywhere: 1 } },
          { variables: { inside: 2 }, scopeId: 'x' },
          { variables: { own: 3 }, scopeId: 'v' },
        ],
      },
    ],
    terminate: [{ elementId: 'a' }],
  });
  expect(run.open).toEqual(['message hs', 'task v', 'timer late']);
  expect(run.variables).toEqual({ everywhere: 1 });
  expect(run.state.items.find(({ el }) => el === 'x')?.vars).toEqual({ inside: 2 });
  expect(run.of('openTask').at(-1)?.input).toEqual({ own: 3 });
  modify(run, { activate: [{ elementId: 'u' }] });
  expect(run.state.items.filter(({ el }) => el === 'x')).toHaveLength(1);
  run.complete('u').complete('v').complete('v');
  expect(run.open).toEqual(['message hs', 'task z']);
});

test('[FIX-8] an event sub-process is activated without interrupting, and elements inside it can be', async () => {
  const run = await Driver.started(diagram);
  modify(run, { activate: [{ elementId: 'h' }] });
  expect(run.open).toEqual(['message hs', 'task a', 'task note']);
  run.complete('note');
  modify(run, { activate: [{ elementId: 'note' }] });
  expect(run.open).toEqual(['message hs', 'task a', 'task note']);
});

test('[FIX-8] what cannot be activated, and scopes that are not clear, are refused', async () => {
  const run = await Driver.started(diagram);
  for (const elementId of ['s', 'xs', 'late', 'p', 'hs']) {
    refused(run, { activate: [{ elementId }] }, /cannot be activated/);
  }
  const wrongScope = [{ variables: { n: 1 }, scopeId: 'h' }];
  refused(run, { activate: [{ elementId: 'v', variableInstructions: wrongScope }] }, /does not contain v/);
  modify(run, { activate: [{ elementId: 'x' }, { elementId: 'x' }] });
  refused(run, { activate: [{ elementId: 'v' }] }, /x has 2 active instances/);
  modify(run, { activate: [{ elementId: 'v', ancestorKey: keyOf(run, 'x', 1) }] });
  expect(run.state.items.find(({ el }) => el === 'v')?.up).toBe(keyOf(run, 'x', 1));
  refused(run, { activate: [{ elementId: 'z', ancestorKey: keyOf(run, 'x') }] }, /x does not contain z/);
  const gateway = b.diagram(
    b.start(),
    b.eventGateway('g'),
    b.catchEvent('t', b.duration('PT1H')),
    b.catchEvent('c', b.duration('PT2H')),
    b.flow('s g t'),
    b.flow('g c'),
  );
  refused(await Driver.started(gateway), { activate: [{ elementId: 't' }] }, /event-based gateway/);
});

test('[FIX-9] scopes that a termination leaves empty end too, the run with the last of them', async () => {
  const run = await Driver.started(diagram);
  run.complete('a');
  modify(run, { activate: [{ elementId: 'z' }], terminate: [{ elementId: 'u' }] });
  expect(run.open).toEqual(['message hs', 'task z']);
  expect(modify(run, { terminate: [{ elementId: 'z' }] }).status).toBe('CANCELLED');
  expect(run.open).toEqual([]);
});

test('[FIX-9] a called process ends with its call activity; elements inside it are activated by its key', async () => {
  const xml = b.definitions(
    b.process('p', b.start(), b.call('c', 'q'), b.user('z'), b.flow('s c z')),
    b.process('q', b.start('qs'), b.users('u v'), b.flow('qs u v')),
  );
  const run = await Driver.started(xml);
  refused(run, { terminate: [{ elementId: 'u' }] }, /terminate its call activity/);
  refused(run, { terminate: [{ elementId: 'q' }] }, /terminate its call activity/);
  refused(run, { terminate: [{ elementId: 'p' }] }, /cancel the run/);
  refused(run, { activate: [{ elementId: 'v' }] }, /no element v/);
  const variableInstructions = [{ variables: { n: 1 } }];
  modify(run, { activate: [{ elementId: 'v', ancestorKey: keyOf(run, 'q'), variableInstructions }] });
  expect(run.open).toEqual(['task u', 'task v']);
  expect(run.state.items.find(({ el }) => el === 'q')?.vars).toEqual({ n: 1 });
  modify(run, { terminate: [{ elementId: 'c' }], activate: [{ elementId: 'z' }] });
  expect(run.open).toEqual(['task z']);
});

const looped = (isSequential: boolean) =>
  b.diagram(
    b.start(),
    b.sub(
      'x',
      b.multiInstance({ inputCollection: '= [1, 2, 3]', outputCollection: 'r', outputElement: '= n' }, isSequential),
      b.start('xs'),
      b.service('u'),
      b.service('v'),
      b.flow('xs u v'),
    ),
    b.user('z'),
    b.flow('s x z'),
  );

test('[FIX-10] a parallel loop goes on without the instance that was terminated or moved away', async () => {
  const run = await Driver.started(looped(false));
  const instances = run.state.items.filter((item) => item.nth !== undefined).map(({ key }) => key);
  refused(run, { activate: [{ elementId: 'v' }] }, /x is a loop/);
  modify(run, { activate: [{ elementId: 'v', ancestorKey: instances[1] ?? 0 }] });
  modify(run, { terminate: [{ key: instances[0] ?? 0 }] });
  expect(run.open).toEqual(['job u', 'job u', 'job v']);
  run.job('v', { n: 5 }).job('u').job('v', { n: 6 });
  const [last] = run.state.items.filter(({ el }) => el === 'u');
  modify(run, { move: [{ key: last?.key ?? 0, toElementId: 'z' }] });
  expect(run.open).toEqual(['task z', 'task z']);
  expect(run.variables).toEqual({ r: [null, 6, null] });
});

test('[FIX-10] a sequential loop begins the next instance; the whole loop can be terminated', async () => {
  const run = await Driver.started(looped(true));
  modify(run, { terminate: [{ elementId: 'u' }] });
  expect(run.open).toEqual(['job u']);
  expect(run.state.items.find((item) => item.nth !== undefined)?.nth).toBe(2);
  modify(run, { terminate: [{ elementId: 'x' }], activate: [{ elementId: 'z' }] });
  expect(run.open).toEqual(['task z']);
});

test('[FIX-8] an element of an ad-hoc sub-process is activated as a new activation, also when it is not active', async () => {
  const xml = b.diagram(
    b.start(),
    b.user('w'),
    b.adHoc('x', {}, b.service('a'), b.service('c'), b.flow('a c')),
    b.flow('s w x'),
  );
  const run = await Driver.started(xml);
  modify(run, { move: [{ elementId: 'w', toElementId: 'a' }] });
  modify(run, { activate: [{ elementId: 'a' }] });
  expect(run.state.items.filter(({ el }) => el === 'x')).toHaveLength(1);
  expect(run.state.items.filter(({ el }) => el === 'x#innerInstance')).toHaveLength(2);
  refused(run, { activate: [{ elementId: 'c' }] }, /2 active instances/);
  run.job('a').job('a').job('c').job('c');
  expect(run.status).toBe('COMPLETED');
});
