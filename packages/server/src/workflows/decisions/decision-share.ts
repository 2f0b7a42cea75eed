import { type Command, type Effect, step } from '@millrace/engine';
import { inTurn } from '../../kernel/time-slices.js';
import type { Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type ResolveDecision, resolveDecision } from './answer-decision.js';
import type { DecisionModels } from './decision-models.js';

/**
 * The share of one transaction: decisions, milliseconds for them, and characters of their traces, which become one row. What
 * is beyond one of them becomes a job.
 */
const DECISIONS = 500;
const TIME_MS = 2000;
const CHARACTERS = 4_000_000;

/** After so many decisions without waiting a run counts as an endless loop. */
const MOST_WITHOUT_WAITING = 10_000;

/** The decisions of a run that one transaction evaluates, and those that it leaves to the next. */
export class DecisionShare {
  readonly #tx: Transaction;
  readonly #models: DecisionModels;
  readonly #subProject: SubProject;
  readonly #before: number;
  readonly #open: ResolveDecision[] = [];
  #evaluated = 0;
  #time = 0;
  #characters = 0;

  /** @param before how many the transactions before evaluated without waiting */
  constructor(tx: Transaction, models: DecisionModels, subProject: SubProject, before: number) {
    this.#tx = tx;
    this.#models = models;
    this.#subProject = subProject;
    this.#before = before;
  }

  /** How many were evaluated without waiting, with those of the transactions before. */
  get withoutWaiting(): number {
    return this.#before + this.#evaluated;
  }

  /** Those that have no answer yet. */
  get open(): readonly ResolveDecision[] {
    return this.#open;
  }

  /** A business rule task asks for a decision. */
  add(decision: ResolveDecision): void {
    this.#open.push(decision);
  }

  /** The answer to the next decision; undefined when there is none, or the transaction has done its share. */
  async next(): Promise<Command | undefined> {
    if (this.#evaluated >= DECISIONS || this.#time >= TIME_MS || this.#characters >= CHARACTERS) return undefined;
    const next = this.#open.shift();
    return next === undefined ? undefined : this.answer(next);
  }

  /** The answer to a decision. */
  async answer(decision: ResolveDecision): Promise<Command> {
    if (this.withoutWaiting >= MOST_WITHOUT_WAITING) {
      const message = `The run evaluated ${MOST_WITHOUT_WAITING} decisions without waiting for anything.`;
      return { type: 'decisionFailed', key: decision.key, message };
    }
    this.#evaluated += 1;
    return resolveDecision(this.#tx, this.#subProject, decision);
  }

  /** The step that evaluates a decision. Each takes up to 50 ms, so other requests are let through between two of them. */
  async evaluate(
    input: Parameters<typeof step>[0],
    { modelId }: Extract<Command, { type: 'decisionResolved' }>,
  ): Promise<ReturnType<typeof step>> {
    const { model } = await this.#models.load(this.#tx, this.#subProject.id, modelId);
    return inTurn(() => {
      const begun = performance.now();
      try {
        return step({ ...input, decisions: new Map([[modelId, model]]) });
      } finally {
        this.#time += performance.now() - begun;
      }
    });
  }

  /** A decision was evaluated. @returns key and number of its DMN file */
  async evaluated(effect: Extract<Effect, { type: 'decisionEvaluated' }>): Promise<{ key: string; number: number }> {
    this.#characters += JSON.stringify([effect.value, effect.trace]).length;
    const { key, number } = await this.#models.load(this.#tx, this.#subProject.id, effect.modelId);
    return { key, number };
  }
}
