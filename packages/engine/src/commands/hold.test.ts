import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HeldCommand } from '../protocol/command.js';
import * as b from '../testing/bpmn.js';
import { compileOk, Driver, NOW } from '../testing/driver.js';
import { blockDiagram, blocks } from '../testing/random-models.js';

const message = 'The server ended three times.';
const hold = (run: Driver, command: HeldCommand) => run.do({ type: 'hold', command, message });
const timerThen = b.diagram(
  b.start(),
  b.catchEvent('t', b.duration('PT1H')),
  b.script('x', '= 1 + 1', 'r'),
  b.end(),
  b.flow('s t x e'),
);

test('[FIX-5] a held timer is an incident at its event; the retry has a continue do what follows', async () => {
  const run = await Driver.started(timerThen);
  hold(run, { type: 'fireTimer', key: run.ledger.keyOf('timer', 't') });
  expect(run.open).toEqual(['incident t']);
  expect(run.status).toBe('FAILED');
  expect(run.of('raiseIncident')).toMatchObject([{ kind: 'crash', message, elementId: 't' }]);
  const effects = run.once({ type: 'retryIncident', key: run.ledger.keyOf('incident', 't'), variables: { a: 1 } });
  expect(effects.map(({ type }) => type)).toContain('scheduleContinue');
  expect(run.status).toBe('RACING');
  expect(run.variables).toEqual({ a: 1 });
  expect(run.do({ type: 'continue' }).status).toBe('COMPLETED');
  expect(run.variables).toEqual({ a: 1, r: 2 });
});

test('[FIX-5] a held timer can be held again, cancelled and moved away from', async () => {
  const again = await Driver.started(timerThen);
  const fire = { type: 'fireTimer', key: again.ledger.keyOf('timer', 't') } as const;
  hold(again, fire);
  expect(() => again.once({ type: 'hold', command: fire, message })).toThrow(/no open timer/);
  again.once({ type: 'retryIncident', key: again.ledger.keyOf('incident', 't') });
  hold(again, { type: 'continue' });
  expect(again.open).toEqual(['incident p']);
  expect(again.retry('p').status).toBe('COMPLETED');

  const cancelled = await Driver.started(timerThen);
  hold(cancelled, { type: 'fireTimer', key: cancelled.ledger.keyOf('timer', 't') });
  expect(cancelled.do({ type: 'cancel' }).open).toEqual([]);

  const moved = await Driver.started(timerThen);
  hold(moved, { type: 'fireTimer', key: moved.ledger.keyOf('timer', 't') });
  const key = moved.state.items.find((item) => item.el === 't')?.key ?? 0;
  expect(moved.do({ type: 'moveToken', key, toElementId: 'e' }).status).toBe('COMPLETED');
});

test('[FIX-5] a held boundary timer leaves its task open, and the cycle goes on after the retry', async () => {
  const xml = b.diagram(
    b.start(),
    b.user('u'),
    b.boundary('late', 'u', b.cycle('R3/PT1H'), b.nonInterrupting),
    b.end(),
    b.end('noted'),
    b.flow('s u e'),
    b.flow('late noted'),
  );
  const run = await Driver.started(xml);
  hold(run, { type: 'fireTimer', key: run.ledger.keyOf('timer', 'late') });
  expect(run.status).toBe('PAUSED');
  expect(run.open).toEqual(['incident late', 'task u']);
  run.retry('late');
  expect(run.open).toEqual(['task u', 'timer late']);
  hold(run, { type: 'fireTimer', key: run.ledger.keyOf('timer', 'late') });
  expect(run.complete('u').status).toBe('COMPLETED');
  expect(run.open).toEqual([]);
});

test('[FIX-5] a held message keeps its variables, and an event that does not interrupt waits for the next one', async () => {
  const xml = b.diagram(
    b.message('m', 'order', '= "k"'),
    b.start(),
    b.user('u'),
    b.boundary('got', 'u', b.messageRef('m'), b.nonInterrupting),
    b.user('note'),
    b.end(),
    b.flow('s u e'),
    b.flow('got note e'),
  );
  const run = await Driver.started(xml);
  hold(run, { type: 'correlateMessage', key: run.ledger.keyOf('message', 'got'), variables: { n: 7 } });
  expect(run.open).toEqual(['incident got', 'task u']);
  run.retry('got');
  expect(run.open).toEqual(['message got', 'task note', 'task u']);
  expect(run.variables).toEqual({ n: 7 });
});

test('[FIX-5] a held signal, a held start and a held job', async () => {
  const xml = b.diagram(
    b.signal('g', 'alarm'),
    b.start(),
    b.catchEvent('c', b.signalRef('g')),
    b.service('j'),
    b.end(),
    b.flow('s c j e'),
  );
  const run = await Driver.of(xml);
  hold(run, { type: 'start', modelId: 'p', variables: { a: 1 } });
  expect(run.open).toEqual(['incident p']);
  expect(run.status).toBe('FAILED');
  run.retry('p');
  hold(run, { type: 'broadcastSignal', name: 'alarm', variables: { b: 2 } });
  expect(run.open).toEqual(['incident c', 'signal c']);
  run.retry('c');
  expect(run.open).toEqual(['job j']);
  hold(run, { type: 'failJob', key: run.ledger.keyOf('job', 'j'), message: '', retries: 0 });
  expect(run.of('raiseIncident').at(-1)).toMatchObject({ kind: 'crash', elementId: 'j' });
  run.retry('j');
  expect(run.job('j').variables).toEqual({ a: 1, b: 2 });
});

test('[FIX-6] while pending work is held, no step does any of it and no condition is evaluated', async () => {
  const xml = b.diagram(
    b.start(),
    b.parallel('fork'),
    b.users('u v'),
    b.boundary('when', 'v', b.conditional('= done')),
    b.user('after'),
    b.end(),
    b.flow('s fork u after e'),
    b.flow('fork v e'),
    b.flow('when e'),
  );
  const run = await Driver.started(xml);
  hold(run, { type: 'evaluateConditions' });
  hold(run, { type: 'continue' });
  expect(run.open).toEqual(['condition when', 'incident p', 'task u', 'task v']);
  run.do({ type: 'setVariables', variables: { done: true } }).complete('u');
  expect(run.open).toEqual(['condition when', 'incident p', 'task v']);
  expect(run.state.pending).toHaveLength(1);
  run.retry('p');
  expect(run.open).toEqual(['task after']);
});

test('[RUN-3] [FIX-5] whatever is held and retried, block-structured diagrams complete', async () => {
  const choices = fc.array(fc.nat(1000), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(blocks, choices, async (block, order) => {
      const run = new Driver(await compileOk(blockDiagram(block)));
      hold(run, { type: 'start', modelId: 'p', variables: {} });
      for (let at = 0; at < 2000 && run.state.ended === undefined; at += 1) {
        const choice = order[at % order.length] ?? 0;
        const open = run.ledger.entries();
        const entry = open[(choice + at) % open.length];
        const held = at % 3 === 0;
        if (entry === undefined) break;
        const { key } = entry;
        if (entry.kind === 'incident') run.do({ type: 'retryIncident', key, variables: { maybe: true } });
        else if (entry.kind === 'task') run.do({ type: 'completeTask', key, variables: {}, approved: true });
        else if (entry.kind === 'condition') run.do({ type: 'setVariables', variables: { maybe: choice % 2 === 0 } });
        else if (entry.kind === 'job') {
          if (held) hold(run, { type: 'failJob', key, message: '', retries: 0 });
          else run.do({ type: 'completeJob', key, variables: {} });
        } else {
          const command: HeldCommand =
            entry.kind === 'timer'
              ? { type: 'fireTimer', key }
              : entry.kind === 'message'
                ? { type: 'correlateMessage', key, variables: {} }
                : { type: 'broadcastSignal', name: 'alarm', variables: {} };
          if (held) hold(run, command);
          else run.do(command);
        }
        // Not after every command: the work would never go on.
        if ((at + choice) % 7 === 0 && run.state.ended === undefined) hold(run, { type: 'continue' });
      }
      expect(run.status).toBe('COMPLETED');
      expect(run.now).toBe(NOW);
    }),
    { numRuns: 60 },
  );
});
