import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from './compile/compile.js';
import { type Command, CommandRejected } from './protocol/command.js';
import type { Effect } from './protocol/effect.js';
import { MAX_BUDGET_EXHAUSTIONS } from './run/drain.js';
import type { RunState } from './state/run-state.js';
import { step } from './step.js';
import * as b from './testing/bpmn.js';
import { compileOk, Driver, NOW } from './testing/driver.js';
import { type Block, blockDiagram, blocks, graphs } from './testing/random-models.js';

/** The command that finishes something open. */
function finish(run: Driver, choice: number): Command | null {
  const open = run.ledger.entries();
  const entry = open[choice % Math.max(open.length, 1)];
  switch (entry?.kind) {
    case 'task':
      return { type: 'completeTask', key: entry.key, variables: {}, approved: choice % 3 !== 0 };
    case 'job':
      return { type: 'completeJob', key: entry.key, variables: { last: choice } };
    case 'timer':
      return { type: 'fireTimer', key: entry.key };
    case 'incident':
      return { type: 'retryIncident', key: entry.key, variables: { maybe: choice % 2 === 0 } };
    case 'message':
      return { type: 'correlateMessage', key: entry.key, variables: {} };
    case 'signal':
      return { type: 'broadcastSignal', name: 'alarm', variables: {} };
    case 'condition':
      return { type: 'setVariables', variables: { maybe: choice % 2 === 0 } };
    default:
      return null;
  }
}

/** Finishes what is open in an order the choices decide, until nothing is. */
function runOut(run: Driver, choices: readonly number[], limit = 2000, most = 10_000): void {
  for (let at = 0; at < limit && run.state.items.length < most; at += 1) {
    const command = run.state.ended === undefined ? finish(run, choices[at % choices.length] ?? 0) : null;
    if (command === null) return;
    run.do(command);
  }
}

const choices = fc.array(fc.nat(1000), { minLength: 1, maxLength: 20 });
const RUNS = { numRuns: 60 };

// The driver checks after every single step: scopes count exactly their tokens, JSON round trips, effects open and close once.
test('[RUN-3] [RUN-7] block-structured diagrams always complete, tokens are conserved, everything opened is closed', async () => {
  await fc.assert(
    fc.asyncProperty(blocks, choices, async (block, order) => {
      const run = await Driver.started(blockDiagram(block));
      runOut(run, order);
      expect(run.status).toBe('COMPLETED');
      expect(run.ledger.open()).toEqual([]);
    }),
    RUNS,
  );
});

/** Everything a run does, with a given budget, answering nothing but `continue`. */
function effectsWith(run: Driver, budget: number, order: readonly number[]): readonly Effect[] {
  run.budget = budget;
  run.start();
  runOut(run, order);
  return run.effects.filter(({ type }) => type !== 'scheduleContinue');
}

test('[RUN-5] cutting a run into turns changes nothing, and no turn exceeds its budget', async () => {
  await fc.assert(
    fc.asyncProperty(blocks, choices, fc.integer({ min: 1, max: 9 }), async (block, order, budget) => {
      const models = await compileOk(blockDiagram(block));
      const whole = effectsWith(new Driver(models), 100_000, order);
      // A run whose turns are cut so short that they count as endless is another matter (RUN-6).
      const work = whole.filter((effect) => effect.type === 'history' && /entered|flowTaken/.test(effect.event));
      fc.pre(work.length <= MAX_BUDGET_EXHAUSTIONS * budget);
      const cut = new Driver(models);
      expect(effectsWith(cut, budget, order)).toEqual(whole);
      let entered = 0;
      for (const effect of cut.effects) {
        if (effect.type === 'history' && effect.event === 'entered') entered += 1;
        else if (effect.type === 'scheduleContinue') entered = 0;
        // Between two turns or commands: one element per unit of budget, plus the process itself.
        else if (effect.type === 'closeTask' || effect.type === 'closeJob' || effect.type === 'closeTimer') entered = 0;
        expect(entered).toBeLessThanOrEqual(budget + 1);
      }
    }),
    RUNS,
  );
});

test('[RUN-2] a state of another format is refused', async () => {
  const run = await Driver.started(b.diagram(b.start(), b.user('u'), b.flow('s u')));
  const command = { type: 'completeTask', variables: {}, approved: true } as const;
  const state: RunState = JSON.parse(JSON.stringify({ ...run.state, v: 2 }));
  expect(() => step({ models: run.models, state, command, now: NOW, process: {} })).toThrow(
    'the run was saved in format 2, and this engine reads format 1',
  );
});

test('[RUN-2] a state that went through JSON behaves as the one that did not', async () => {
  await fc.assert(
    fc.asyncProperty(blocks, choices, async (block, order) => {
      const models = await compileOk(blockDiagram(block));
      const run = new Driver(models);
      const commands: Command[] = [{ type: 'start', modelId: 'p', variables: {} }];
      run.start();
      for (let at = 0; at < 200 && run.state.ended === undefined; at += 1) {
        const command = finish(run, order[at % order.length] ?? 0);
        if (command === null) break;
        commands.push(command);
        run.do(command);
      }
      let state: RunState | null = null;
      const effects: Effect[] = [];
      const replay = (command: Command): void => {
        const result = step({ models, state, command, now: NOW, process: {} });
        state = result.state;
        effects.push(...result.effects);
        for (const { type } of result.effects) if (type === 'scheduleContinue') replay({ type: 'continue' });
      };
      for (const command of commands) replay(command);
      expect(effects).toEqual(run.effects);
      expect(state).toEqual(run.state);
    }),
    RUNS,
  );
});

test('[FIX-4] moving to an identical version at any time changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(blocks, choices, async (block, order) => {
      const models = await compileOk(blockDiagram(block));
      const both = new Map([...models.values()].flatMap((model) => [['p', model] as const, ['v2', model] as const]));
      const plain = new Driver(both).start();
      const moved = new Driver(both).start();
      for (let at = 0; plain.state.ended === undefined; at += 1) {
        moved.do({ type: 'migrate', toModelId: at % 2 === 0 ? 'v2' : 'p', mapping: {} });
        const command = finish(plain, order[at % order.length] ?? 0);
        if (command === null) break;
        plain.do(command);
        moved.do(command);
      }
      const others = moved.effects.filter((effect) => effect.type !== 'history' || effect.event !== 'migrated');
      expect(others).toEqual(plain.effects);
    }),
    RUNS,
  );
});

test('[REJ-4] [D24] after a rejection that no diagram handles, nothing runs any more and nothing is left open', async () => {
  let rejected = 0;
  await fc.assert(
    fc.asyncProperty(blocks, choices, fc.nat(4), async (block, order, patience) => {
      const withApproval: Block = { kind: 'seq', blocks: [block, { kind: 'user' }, { kind: 'service' }] };
      const run = await Driver.started(blockDiagram(withApproval, 'approvals'));
      for (let at = 0; run.state.ended === undefined; at += 1) {
        const command = finish(run, order[at % order.length] ?? 0);
        if (command === null) break;
        const rejects = command.type === 'completeTask' && at >= patience;
        const effects = run.once(command.type === 'completeTask' ? { ...command, approved: !rejects } : command);
        if (!rejects) continue;
        rejected += 1;
        expect(run.status).toBe('REJECTED');
        expect(effects.filter((effect) => effect.type === 'history' && effect.event === 'entered')).toEqual([]);
      }
      expect(run.ledger.open()).toEqual([]);
    }),
    RUNS,
  );
  expect(rejected).toBeGreaterThan(10);
});

test('[GW-4] the order in which independent work is finished does not matter for where the run ends', async () => {
  const branches = ['a', 'c', 'd', 'f'];
  const xml = b.diagram(
    b.start(),
    b.parallel('fork'),
    ...branches.flatMap((id) => [
      b.service(id),
      b.script(`${id}2`, `= ${id} + 1`, `${id}r`),
      b.flow(`fork ${id} ${id}2 join`),
    ]),
    b.parallel('join'),
    b.end(),
    b.flow('s fork'),
    b.flow('join e'),
  );
  const models = await compileOk(xml);
  const finalState = (order: readonly string[]) => {
    const run = new Driver(models).start();
    for (const id of order) run.job(id, { [id]: id.length });
    return { ended: run.state.ended, variables: run.variables, next: run.state.next, path: [...run.path()].sort() };
  };
  const expected = finalState(branches);
  fc.assert(
    fc.property(fc.shuffledSubarray(branches, { minLength: 4 }), (order) => {
      expect(finalState(order)).toEqual(expected);
    }),
  );
});

test('[DEP-2] [RUN-7] no graph makes the engine crash, hang, or get stuck without saying so', async () => {
  let ran = 0;
  await fc.assert(
    fc.asyncProperty(graphs, choices, async (xml, order) => {
      const { models, report } = await compile(xml);
      if (report.errors.length > 0) return;
      ran += 1;
      const run = new Driver(new Map(models.map((model) => [model.processId, model])));
      run.budget = 10;
      run.start();
      try {
        runOut(run, order, 25, 100);
      } catch (error) {
        if (!(error instanceof CommandRejected)) throw error;
      }
      if (run.state.ended === undefined) run.do({ type: 'cancel' });
      expect(run.ledger.open()).toEqual([]);
    }),
    { numRuns: 150 },
  );
  expect(ran).toBeGreaterThan(50);
});
