import { isDeepStrictEqual } from 'node:util';
import {
  compileDecisionFiles,
  DecisionError,
  type DecisionModel,
  type DecisionTrace,
  evaluateDecision,
  type Variables,
} from '@millrace/engine';

/** A changed DMN file and past evaluations of one of its decisions. */
export interface Simulation {
  readonly dmn: string;
  /** The files that it may import. */
  readonly imports: readonly string[];
  readonly decisionId: string;
  readonly cases: readonly PastCase[];
}

/** A past evaluation. */
export interface PastCase {
  /** Values of the inputs by name. */
  readonly variables: Variables;
  /** When it was evaluated, epoch milliseconds: `now()` gives the same again. */
  readonly at: number;
  readonly before: Outcome;
}

/** What a decision resulted in. */
export interface Outcome {
  readonly value: unknown;
  /** Rules that applied, in their order. */
  readonly ruleIds: readonly string[];
  /** Null when there is a result. */
  readonly failure: string | null;
}

export interface SimulationResult {
  /** What keeps the file from being evaluated; nothing is compared then. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly compared: number;
  /** Other outcomes by the places of their cases. */
  readonly differences: readonly { readonly place: number; readonly after: Outcome }[];
}

/** For all evaluations of a simulation together. The limit of a thread is longer, so that there is an answer. */
const TIME_LIMIT_MS = 10_000;

/** Evaluates the changed file with the inputs of every case until its time is up. */
export function simulate({ dmn, imports, decisionId, cases }: Simulation): SimulationResult {
  const files = [dmn, ...imports].map((xml, index) => ({ name: String(index), xml }));
  const [changed] = compileDecisionFiles(files);
  const { model, problems = [] } = changed ?? {};
  const texts = (wanted: string) =>
    problems
      .filter(({ severity }) => severity === wanted)
      .map(({ line, message }) => (line === null ? message : `line ${line}: ${message}`));
  const warnings = texts('warning');
  const errors = texts('error');
  if (model === undefined || errors.length > 0) return { errors, warnings, compared: 0, differences: [] };
  if (![...model.decisions, ...model.services].some(({ id }) => id === decisionId)) {
    return { errors: [`the file has no decision "${decisionId}"`], warnings, compared: 0, differences: [] };
  }
  const end = Date.now() + TIME_LIMIT_MS;
  const differences: { place: number; after: Outcome }[] = [];
  let compared = 0;
  for (const [place, past] of cases.entries()) {
    if (Date.now() > end) break;
    const after = outcomeOf(model, decisionId, past);
    compared += 1;
    if (!isSame(past.before, after)) differences.push({ place, after });
  }
  return { errors, warnings, compared, differences };
}

/** Two failures are the same outcome, whatever their messages say. */
const isSame = (before: Outcome, after: Outcome): boolean =>
  before.failure === null && after.failure === null
    ? isDeepStrictEqual(before.value, after.value)
    : before.failure !== null && after.failure !== null;

function outcomeOf(model: DecisionModel, decisionId: string, { variables, at }: PastCase): Outcome {
  try {
    const { value, trace } = evaluateDecision(model, decisionId, variables, at);
    return { value, ruleIds: rulesOf(trace), failure: null };
  } catch (error) {
    if (!(error instanceof DecisionError)) throw error;
    return { value: null, ruleIds: rulesOf(error.trace), failure: error.message };
  }
}

/** The rules that applied in an evaluation, in the order of their decisions and tables. */
export const rulesOf = (trace: DecisionTrace): readonly string[] =>
  trace.decisions.flatMap(({ tables }) => tables.flatMap(({ rules }) => rules.map(({ ruleId }) => ruleId)));
