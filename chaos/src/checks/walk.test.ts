import { compile, type Effect, type ExecutableModel, type RunState, step } from '@millrace/engine';
import { describe, expect, it } from 'vitest';
import { diagrams, errorCode } from '../load/diagrams.js';
import { checkWalk, type Step } from './walk.js';

const now = 1_767_225_600_000;
const process = { id: 'p', fields: { count: 0, calls: 0, marks: [] } };

async function modelOf(file: string): Promise<ExecutableModel> {
  const { models } = await compile(diagrams('http://127.0.0.1:1')[file] ?? '');
  const [model] = models;
  if (model === undefined) throw new Error(`${file} does not compile`);
  return model;
}

/** What the engine itself tells of a run of `work.bpmn`: its external job throws, its other jobs complete. */
async function history(model: ExecutableModel): Promise<readonly Step[]> {
  const models = new Map([['work', model]]);
  const effects: Effect[] = [];
  const variables = { otherDetails: { mark: 'm', mode: 'error' } };
  let state: RunState | null = null;
  let command: Parameters<typeof step>[0]['command'] | undefined = { type: 'start', modelId: 'work', variables };
  const jobs: { readonly key: number; readonly type: string }[] = [];
  while (command !== undefined) {
    const result: ReturnType<typeof step> = step({ models, state, command, now, process });
    state = result.state;
    effects.push(...result.effects);
    for (const effect of result.effects) {
      if (effect.type === 'createJob') jobs.push({ key: effect.key, type: effect.jobType });
    }
    const job = jobs.shift();
    if (job === undefined) command = undefined;
    else if (job.type === 'chaos-work') {
      command = { type: 'throwJobError', key: job.key, code: errorCode, message: '', variables: {} };
    } else command = { type: 'completeJob', key: job.key, variables: {} };
  }
  return effects
    .flatMap((effect) => (effect.type === 'history' ? [effect] : []))
    .map(({ event, elementId, key, scopeKey }, index) => ({ sequence: index + 1, event, elementId, key, scopeKey }));
}

const renumbered = (steps: readonly Step[]): Step[] => steps.map((one, index) => ({ ...one, sequence: index + 1 }));

describe('the walk of a run through its diagram', async () => {
  const model = await modelOf('work.bpmn');
  const models = new Map([['work', model]]);
  const legal = await history(model);
  const tokens = legal.filter(({ event }) => ['entered', 'completed', 'cancelled', 'flowTaken'].includes(event));

  it('is legal as the engine tells it, with a caught error and a parallel join', () => {
    expect(tokens.map(({ elementId }) => elementId)).toContain('caught');
    expect(tokens.at(-1)).toMatchObject({ event: 'completed', elementId: 'work' });
    expect(checkWalk(models, legal)).toEqual([]);
  });

  it.each(tokens.map((one) => [`${one.event} ${one.elementId}`, one] as const))(
    'is not legal without "%s"',
    (_, gone) => {
      expect(checkWalk(models, renumbered(legal.filter((one) => one !== gone)))).not.toEqual([]);
    },
  );

  it.each(tokens.map((one) => [`${one.event} ${one.elementId}`, one] as const))(
    'is not legal with "%s" twice',
    (_, twice) => {
      expect(checkWalk(models, renumbered(legal.flatMap((one) => (one === twice ? [one, one] : [one]))))).not.toEqual(
        [],
      );
    },
  );

  it('is not legal with a gap in its sequence', () => {
    expect(
      checkWalk(
        models,
        legal.map((one) => ({ ...one, sequence: one.sequence + 1 })),
      ),
    ).not.toEqual([]);
  });

  it('is not legal when a join fires before its last token', () => {
    const last = legal.findLastIndex(({ event, elementId }) => event === 'flowTaken' && elementId.endsWith('-join'));
    const fired = legal.findIndex(({ event, elementId }) => event === 'completed' && elementId === 'join');
    const swapped = legal.filter((_, index) => index !== last);
    swapped.splice(fired, 0, ...legal.slice(last, last + 1));
    expect(checkWalk(models, renumbered(swapped))).not.toEqual([]);
  });
});
