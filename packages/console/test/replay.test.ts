import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Effect } from '../../engine/src/protocol/effect.js';
import { Driver } from '../../engine/src/testing/driver.js';
import { blockDiagram, blocks } from '../../engine/src/testing/random-models.js';
import { momentAt, type TimelineEntry } from '../src/runs/replay/replay.js';

/** As the server presents the history of a run. */
const timelineOf = (effects: readonly Effect[]): readonly TimelineEntry[] =>
  effects.flatMap((effect, index) => {
    if (effect.type !== 'history') return [];
    const { at, event, elementId, key, scopeKey, variables } = effect;
    const detail = variables === undefined ? null : { variables };
    return [
      { sequence: index, at: new Date(at).toISOString(), event, elementId, key, scopeKey: scopeKey || null, detail },
    ];
  });

/** The timeline does not have what a loop gives its instances when it makes them: the counter and the item. */
const ofLoops = new Set(['loopCounter', 'item']);
const told = (variables: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !ofLoops.has(name)));

const activeIn = (run: Driver) =>
  run.state.items
    .map(({ key, el, up, vars = {} }) => ({ key, el, up, vars: told(vars) }))
    .sort((a, b) => a.key - b.key);

const shown = (run: Driver) => {
  const timeline = timelineOf(run.effects);
  return [...momentAt(timeline, timeline.length).instances.values()]
    .map(({ key, elementId, scopeKey, variables }) => ({
      key,
      el: elementId,
      up: scopeKey ?? 0,
      vars: told(variables),
    }))
    .sort((a, b) => a.key - b.key);
};

test('after every command the timeline gives the instances and variables that the engine saved', async () => {
  await fc.assert(
    fc.asyncProperty(blocks, fc.array(fc.nat(1000), { minLength: 1, maxLength: 20 }), async (block, choices) => {
      const run = await Driver.started(blockDiagram(block));
      for (let at = 0; at < 60 && run.state.ended === undefined; at += 1) {
        expect(shown(run)).toEqual(activeIn(run));
        const open = run.ledger.entries();
        const choice = choices[at % choices.length] ?? 0;
        const entry = open[choice % Math.max(open.length, 1)];
        if (entry === undefined) return;
        const { key } = entry;
        const variables = { [`v${choice % 3}`]: choice };
        if (entry.kind === 'task') run.do({ type: 'completeTask', key, variables, approved: true });
        else if (entry.kind === 'job') run.do({ type: 'completeJob', key, variables });
        else if (entry.kind === 'timer') run.do({ type: 'fireTimer', key });
        else if (entry.kind === 'message') run.do({ type: 'correlateMessage', key, variables });
        else return;
      }
    }),
    { numRuns: 100 },
  );
});
