import { expect } from 'vitest';
import { compile } from '../compile/compile.js';
import { packModels, unpackModels } from '../compile/portable-models.js';
import type { DecisionModel } from '../decision/model/decision-model.js';
import type { ExecutableModel } from '../model/executable-model.js';
import type { Command } from '../protocol/command.js';
import type { Effect } from '../protocol/effect.js';
import type { VoteOutcome } from '../state/ballot.js';
import type { RunState, RunStatus, Variables } from '../state/run-state.js';
import { variablesOf } from '../state/status.js';
import { step } from '../step.js';
import { checkState } from './check-state.js';
import { Ledger } from './ledger.js';
import { office } from './office.js';

type VoteCommand = Extract<Command, { type: 'vote' }>;

export const NOW = Date.parse('2026-03-01T12:00:00.000Z');

/** Compiles a diagram that must be accepted; models by process id, copied as to another thread [DEP-10]. */
export async function compileOk(xml: string): Promise<ReadonlyMap<string, ExecutableModel>> {
  const { models, report } = await compile(xml);
  expect(report.errors).toEqual([]);
  const copied = unpackModels(structuredClone(packModels(models)));
  return new Map(copied.map((model) => [model.processId, model]));
}

/**
 * Drives one run the way a server does: keeps the ledger of what is open, answers calls from the models at hand, and after every
 * step round-trips the state through JSON and checks its invariants. A process's id serves as its model id.
 */
export class Driver {
  readonly models: Map<string, ExecutableModel>;
  /** Decision models by id; asked for by the id of a decision. */
  readonly decisions = new Map<string, DecisionModel>();
  readonly ledger = new Ledger();
  readonly effects: Effect[] = [];
  process: Variables = {};
  /** How many persons can vote on tasks that open. */
  voters = 50;
  /** Calendars of every run, by key. */
  readonly calendars = new Map([['office', office]]);
  now = NOW;
  budget: number | undefined;
  #state: RunState | null = null;
  #status: RunStatus = 'RACING';

  constructor(models: ReadonlyMap<string, ExecutableModel>) {
    this.models = new Map(models);
  }

  static async of(xml: string): Promise<Driver> {
    return new Driver(await compileOk(xml));
  }

  /** Compiles and starts process `p` (or the file's only one). */
  static async started(xml: string, variables: Variables = {}, startElementId?: string): Promise<Driver> {
    const driver = await Driver.of(xml);
    return driver.start(variables, startElementId);
  }

  start(variables: Variables = {}, startElementId?: string, modelId = [...this.models.keys()][0] ?? ''): this {
    const entry = startElementId === undefined ? {} : { startElementId };
    return this.do({ type: 'start', modelId, variables, ...entry });
  }

  /** Applies a command and answers resolveCall and scheduleContinue as a server would. */
  do(command: Command): this {
    const effects = this.once(command);
    for (const effect of effects) {
      // An answer may end the run, and with it what the later effects ask for.
      if (this.state.ended !== undefined) break;
      if (effect.type === 'resolveCall') {
        const { key, calledProcessId } = effect;
        if (this.models.has(calledProcessId)) this.do({ type: 'callResolved', key, modelId: calledProcessId });
        else this.do({ type: 'callFailed', key, message: `no process ${calledProcessId}` });
      } else if (effect.type === 'resolveDecision') {
        const { key, decisionId } = effect;
        const holds = ([, model]: [string, DecisionModel]) => model.decisions.some(({ id }) => id === decisionId);
        const [modelId] = [...this.decisions].find(holds) ?? [];
        if (modelId === undefined) this.do({ type: 'decisionFailed', key, message: `no decision ${decisionId}` });
        else this.do({ type: 'decisionResolved', key, modelId, decisionId });
      } else if (effect.type === 'resolveVoters') {
        this.do({ type: 'votersResolved', key: effect.key, possible: this.voters });
      } else if (effect.type === 'scheduleContinue') {
        this.do({ type: 'continue' });
      }
    }
    return this;
  }

  /** Applies a command and answers nothing. */
  once(command: Command): readonly Effect[] {
    const before = JSON.stringify(this.#state);
    const { budget } = this;
    const { decisions, calendars } = this;
    const input = {
      models: this.models,
      decisions,
      calendars,
      state: this.#state,
      command,
      now: this.now,
      process: this.process,
    };
    const result = step(budget === undefined ? input : { ...input, budget });
    expect(JSON.stringify(this.#state)).toBe(before);
    const state: RunState = JSON.parse(JSON.stringify(result.state));
    expect(state).toStrictEqual(result.state);
    checkState(state, this.models);
    this.#state = state;
    this.#status = result.status;
    this.effects.push(...result.effects);
    this.ledger.apply(result.effects);
    if (state.ended !== undefined) expect(this.ledger.open()).toEqual([]);
    return result.effects;
  }

  get state(): RunState {
    if (this.#state === null) throw new Error('the run has not started');
    return this.#state;
  }

  get status(): RunStatus {
    return this.#status;
  }

  get variables(): Variables {
    return variablesOf(this.state);
  }

  /** Completes the oldest open task, or the oldest of an element. */
  complete(elementId?: string, approved = true, variables: Variables = {}): this {
    if (elementId === undefined) return this.do({ type: 'completeTask', variables, approved });
    return this.do({ type: 'completeTask', key: this.ledger.keyOf('task', elementId), variables, approved });
  }

  /** Votes on the oldest open task, or on that of an element. */
  vote(by: string, outcome: VoteOutcome, more: Omit<VoteCommand, 'type' | 'by' | 'outcome'> = { variables: {} }): this {
    return this.do({ type: 'vote', by, outcome, ...more });
  }

  reject(elementId?: string, variables: Variables = {}): this {
    return this.complete(elementId, false, variables);
  }

  job(elementId: string, variables: Variables = {}): this {
    return this.do({ type: 'completeJob', key: this.ledger.keyOf('job', elementId), variables });
  }

  failJob(elementId: string, retries = 0): this {
    return this.do({ type: 'failJob', key: this.ledger.keyOf('job', elementId), message: 'failed', retries });
  }

  throwError(elementId: string, code: string, variables: Variables = {}): this {
    return this.do({ type: 'throwJobError', key: this.ledger.keyOf('job', elementId), code, variables });
  }

  fire(elementId: string): this {
    return this.do({ type: 'fireTimer', key: this.ledger.keyOf('timer', elementId) });
  }

  correlate(elementId: string, variables: Variables = {}): this {
    return this.do({ type: 'correlateMessage', key: this.ledger.keyOf('message', elementId), variables });
  }

  retry(elementId: string, extra: { readonly variables?: Variables; readonly retries?: number } = {}): this {
    return this.do({ type: 'retryIncident', key: this.ledger.keyOf('incident', elementId), ...extra });
  }

  /** What is open, as `kind element`, sorted. */
  get open(): readonly string[] {
    return this.ledger.open();
  }

  /** Elements of one history event, in order. */
  path(event: 'entered' | 'completed' | 'cancelled' | 'flowTaken' = 'completed'): readonly string[] {
    return this.effects.flatMap((effect) =>
      effect.type === 'history' && effect.event === event ? [effect.elementId] : [],
    );
  }

  of<T extends Effect['type']>(type: T): readonly Extract<Effect, { type: T }>[] {
    return this.effects.filter((effect): effect is Extract<Effect, { type: T }> => effect.type === type);
  }
}
