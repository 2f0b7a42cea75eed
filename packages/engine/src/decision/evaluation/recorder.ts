import type { Evaluation as FeelEvaluation } from '../../expression/evaluation/evaluation.js';
import type { FeelValue } from '../../expression/values/expression-types.js';
import { toJson } from '../feel/values.js';
import type { DecisionTrace, EvaluatedDecision, TableTrace } from '../trace/decision-trace.js';

const MAX_TABLES = 1000;
const MAX_WARNINGS = 20;

/** Collects the trace of one evaluation. */
export class Recorder {
  readonly #feel: FeelEvaluation;
  readonly #decisions: EvaluatedDecision[] = [];
  readonly #variables = new Map<string, unknown>();
  readonly #warnings: { elementId: string; message: string }[] = [];
  /** Tables of the decisions in progress, the innermost last. */
  readonly #open: { readonly decisionId: string; readonly tables: TableTrace[] }[] = [];
  #tables = 0;
  #truncated = false;

  constructor(feel: FeelEvaluation) {
    this.#feel = feel;
  }

  json(value: unknown): FeelValue {
    return toJson(value, this.#feel);
  }

  begin(decisionId: string): void {
    this.#open.push({ decisionId, tables: [] });
  }

  end(name: string, inputs: ReadonlyMap<string, unknown>, value: unknown): void {
    const done = this.#open.pop();
    if (done === undefined) return;
    if (this.#decisions.length >= MAX_TABLES) {
      this.#truncated = true;
      return;
    }
    const shown = Object.fromEntries([...inputs].map(([key, input]) => [key, this.json(input)]));
    this.#decisions.push({
      decisionId: done.decisionId,
      name,
      inputs: shown,
      tables: done.tables,
      value: this.json(value),
    });
  }

  /** The innermost decision in progress; null outside of any. */
  get current(): string | null {
    return this.#open.at(-1)?.decisionId ?? null;
  }

  table(trace: TableTrace): void {
    const open = this.#open.at(-1);
    if (this.#tables >= MAX_TABLES || open === undefined) {
      this.#truncated ||= open !== undefined;
      return;
    }
    this.#tables += 1;
    open.tables.push(trace);
  }

  /** A value of the context was read. */
  read(name: string, value: unknown): void {
    this.#variables.set(name, value);
  }

  warn(elementId: string, message: string): void {
    if (this.#warnings.length < MAX_WARNINGS) this.#warnings.push({ elementId, message });
  }

  /** What was recorded, with the tables of decisions that did not complete. */
  trace(): DecisionTrace {
    const broken = this.#open
      .filter(({ tables }) => tables.length > 0)
      .reverse()
      .map(({ decisionId, tables }) => ({ decisionId, name: decisionId, inputs: {}, tables, value: null }));
    return {
      decisions: [...this.#decisions, ...broken],
      variables: Object.fromEntries(this.#variables) as DecisionTrace['variables'],
      warnings: this.#warnings,
      truncated: this.#truncated,
    };
  }
}
