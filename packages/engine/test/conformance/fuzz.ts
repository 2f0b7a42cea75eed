import { type Command, CommandRejected, compile, type Effect, type RunState, step } from '../../src/index.js';
import { checkState } from '../../src/testing/check-state.js';
import { Ledger } from '../../src/testing/ledger.js';
import { random } from './mutate.js';

const NOW = 1_772_366_400_000;

/** Compiles and, when accepted, runs a diagram with what chance decides; throws when anything is not as it must be. */
export async function survive(xml: string, seed: number): Promise<'rejected' | 'ran'> {
  const { models: compiled, report } = await compile(xml);
  if (compiled.length === 0) {
    const [first] = report.errors;
    if (first === undefined || first.message.length < 10) throw new Error('rejected without a reason');
    return 'rejected';
  }
  const models = new Map(compiled.map((model) => [model.processId, model]));
  for (const model of compiled) {
    const startElementId = model.hasNoneStart ? undefined : model.starts[0]?.elementId;
    if (!model.hasNoneStart && startElementId === undefined) throw new Error(`${model.processId} has no start`);
    const pick = random(seed);
    const ledger = new Ledger();
    let state: RunState | null = null;
    let queue: Command[] = [
      {
        type: 'start',
        modelId: model.processId,
        variables: { x: pick(3), n: 0, l: [1, 2], k: 'k' },
        ...(startElementId === undefined ? {} : { startElementId }),
      },
    ];
    for (let turn = 0; turn < 60 && state?.ended === undefined; turn += 1) {
      const command: Command | null = queue.shift() ?? chosen(ledger, pick);
      if (command === null) break;
      try {
        const result = step({ models, state, command, now: NOW, process: {}, budget: 200 });
        state = JSON.parse(JSON.stringify(result.state)) as RunState;
        checkState(state, models);
        ledger.apply(result.effects);
        queue = [...queue, ...result.effects.flatMap((effect) => answer(effect, models))];
      } catch (error) {
        if (!(error instanceof CommandRejected)) throw error;
      }
      if (state !== null && state.items.length > 500) break;
    }
    if (state?.ended !== undefined && ledger.open().length > 0)
      throw new Error(`left open: ${ledger.open().join(', ')}`);
    if (state !== null && state.ended === undefined && state.items.length === 0)
      throw new Error('neither ended nor alive');
  }
  return 'ran';
}

function answer(effect: Effect, models: ReadonlyMap<string, unknown>): Command[] {
  if (effect.type === 'scheduleContinue') return [{ type: 'continue' }];
  if (effect.type !== 'resolveCall') return [];
  const { key, calledProcessId: modelId } = effect;
  return [
    models.has(modelId) ? { type: 'callResolved', key, modelId } : { type: 'callFailed', key, message: 'unknown' },
  ];
}

function chosen(ledger: Ledger, pick: (below: number) => number): Command | null {
  const open = ledger.entries();
  const entry = open[pick(Math.max(open.length, 1))];
  const variables = { x: pick(3) };
  switch (entry?.kind) {
    case 'task':
      return { type: 'completeTask', key: entry.key, variables, approved: pick(4) > 0 };
    case 'job':
      return pick(4) === 0
        ? { type: 'throwJobError', key: entry.key, code: 'X', variables }
        : { type: 'completeJob', key: entry.key, variables };
    case 'timer':
      return { type: 'fireTimer', key: entry.key };
    case 'message':
      return { type: 'correlateMessage', key: entry.key, variables };
    case 'signal':
      return { type: 'broadcastSignal', name: 'S', variables };
    case 'condition':
      return { type: 'setVariables', variables };
    case 'incident':
      return { type: 'retryIncident', key: entry.key, variables };
    default:
      return null;
  }
}
