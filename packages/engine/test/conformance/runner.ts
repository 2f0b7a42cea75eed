import { expect, test } from 'vitest';
import type { Command, Effect, RunState, RunStatus, Variables } from '../../src/index.js';
import { compile, step, variablesOf } from '../../src/index.js';
import { Ledger, type OpenKind } from '../../src/testing/ledger.js';

/**
 * One small diagram and what BPMN 2.0 says of it. Traces are element ids separated by blanks; the process itself is left out.
 */
export type Case = {
  readonly name: string;
  readonly xml: string;
  readonly vars?: Variables;
  /** A start event the world triggered. */
  readonly from?: string;
  /**
   * What the world does, in order, separated by blanks: `u` completes the open task or job `u`, `reject:u`, `fire:t`, `message:m`,
   * `signal:name`, `error:j:CODE`, `set:{"json":1}`, `u:{"json":1}` completes with variables.
   */
  readonly acts?: string;
  /** Completed elements in exactly this order. */
  readonly trace?: string;
  /** Completed elements in any order, repetitions counted. */
  readonly done?: string;
  /** Pairs `a<b`: every completion of a comes before the first of b. */
  readonly before?: string;
  /** Elements cancelled, in any order. */
  readonly cancelled?: string;
  /** What is open at the end, as `kind:element`. */
  readonly open?: string;
  readonly status?: RunStatus;
  /** Variables of the process at the end that must be so. */
  readonly has?: Variables;
};

const words = (text: string | undefined): string[] => (text ?? '').split(' ').filter((word) => word !== '');

/** Runs every case twice: with the state kept in memory, and restored from text with the models compiled anew after every step. */
export function conformance(rule: string, cases: readonly Case[]): void {
  for (const mode of ['kept', 'restored'] as const) {
    test.each(cases.map((entry) => [entry.name, entry] as const))(`[${rule}] %s (${mode})`, async (_, entry) => {
      check(entry, await play(entry, mode === 'restored'));
    });
  }
}

type Outcome = {
  readonly effects: readonly Effect[];
  readonly state: RunState;
  readonly status: RunStatus;
  readonly ledger: Ledger;
};

async function modelsOf(xml: string) {
  const { models, report } = await compile(xml);
  expect(report.errors).toEqual([]);
  return new Map(models.map((model) => [model.processId, model]));
}

async function play(entry: Case, restored: boolean): Promise<Outcome> {
  let models = await modelsOf(entry.xml);
  const ledger = new Ledger();
  const effects: Effect[] = [];
  let state: RunState | null = null;
  let status: RunStatus = 'RACING';

  async function apply(command: Command): Promise<void> {
    const queue: Command[] = [command];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (state?.ended !== undefined) return;
      const result = step({ models, state, command: next, now: 1_772_366_400_000, process: {} });
      ({ state, status } = result);
      if (restored) {
        state = JSON.parse(JSON.stringify(state)) as RunState;
        models = await modelsOf(entry.xml);
      }
      for (const effect of result.effects) {
        effects.push(effect);
        ledger.apply([effect]);
        queue.push(...answers(effect));
      }
    }
  }

  /** What a server does with an effect at once: resolve calls, go on, correlate messages to waits of this run. */
  function answers(effect: Effect): Command[] {
    switch (effect.type) {
      case 'scheduleContinue':
        return [{ type: 'continue' }];
      case 'resolveCall': {
        const { key, calledProcessId: modelId } = effect;
        return [
          models.has(modelId)
            ? { type: 'callResolved', key, modelId }
            : { type: 'callFailed', key, message: 'unknown' },
        ];
      }
      case 'publishMessage': {
        const wait = effects.find(
          (other) =>
            other.type === 'subscribe' &&
            other.name === effect.name &&
            other.correlationKey === effect.correlationKey &&
            ledger.entries().some(({ key }) => key === other.key),
        );
        return wait?.type === 'subscribe'
          ? [{ type: 'correlateMessage', key: wait.key, variables: effect.variables }]
          : [];
      }
      default:
        return [];
    }
  }

  const first = entry.xml.match(/isExecutable="true"/) === null ? undefined : [...models.keys()][0];
  const begin = { type: 'start', modelId: first ?? [...models.keys()][0] ?? '', variables: entry.vars ?? {} } as const;
  await apply(entry.from === undefined ? begin : { ...begin, startElementId: entry.from });
  for (const act of words(entry.acts)) await apply(commandFor(act, ledger));
  if (state === null) throw new Error('no run');
  return { effects, state, status, ledger };
}

function commandFor(act: string, ledger: Ledger): Command {
  const [verb = '', name = '', code = ''] = act.split(':');
  const key = (kind: OpenKind, id = name): number => ledger.keyOf(kind, id);
  switch (verb) {
    case 'reject':
      return { type: 'completeTask', key: key('task'), variables: {}, approved: false };
    case 'fire':
      return { type: 'fireTimer', key: key('timer') };
    case 'message':
      return { type: 'correlateMessage', key: key('message'), variables: {} };
    case 'signal':
      return { type: 'broadcastSignal', name, variables: {} };
    case 'error':
      return { type: 'throwJobError', key: key('job'), code, variables: {} };
    case 'set':
      return { type: 'setVariables', variables: JSON.parse(act.slice(4)) as Variables };
    default: {
      const variables = act.includes(':') ? (JSON.parse(act.slice(verb.length + 1)) as Variables) : {};
      const isTask = ledger.entries().some((open) => open.kind === 'task' && open.elementId === verb);
      if (isTask) return { type: 'completeTask', key: key('task', verb), variables, approved: true };
      return { type: 'completeJob', key: key('job', verb), variables };
    }
  }
}

function check(entry: Case, { effects, state, status, ledger }: Outcome): void {
  const processes = new Set([...entry.xml.matchAll(/<(?:\w+:)?process id="([^"]+)"/g)].map((match) => match[1]));
  const path = (event: string): string[] =>
    effects.flatMap((effect) =>
      effect.type === 'history' && effect.event === event && !processes.has(effect.elementId) ? [effect.elementId] : [],
    );
  const completed = path('completed');
  const incidents = effects.flatMap((effect) => (effect.type === 'raiseIncident' ? [effect.message] : []));
  if (entry.open?.includes('incident') !== true) expect(incidents).toEqual([]);
  if (entry.trace !== undefined) expect(completed.join(' ')).toBe(entry.trace);
  if (entry.done !== undefined) expect([...completed].sort().join(' ')).toBe(words(entry.done).sort().join(' '));
  for (const pair of words(entry.before)) {
    const [first = '', then = ''] = pair.split('<');
    expect(completed).toContain(first);
    expect(completed).toContain(then);
    expect(completed.lastIndexOf(first), pair).toBeLessThan(completed.indexOf(then));
  }
  if (entry.cancelled !== undefined) {
    expect(path('cancelled').sort().join(' ')).toBe(words(entry.cancelled).sort().join(' '));
  }
  const open = ledger.open().map((line) => line.replace(' ', ':'));
  expect(open.join(' ')).toBe(words(entry.open).sort().join(' '));
  expect(status).toBe(entry.status ?? (open.length === 0 ? 'COMPLETED' : status));
  if (entry.has !== undefined) expect(variablesOf(state)).toMatchObject(entry.has);
}
