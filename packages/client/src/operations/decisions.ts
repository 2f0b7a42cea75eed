// Generated from packages/contract by `npm run build`; do not edit.
import type { Decision, DecisionDifference, DecisionFailure, DecisionTrace, TableCoverage } from './models.js';
import type { SubProjectRequest } from './shared.js';

/** The request of evaluateDecision: evaluate a decision. */
export interface EvaluateDecisionRequest extends SubProjectRequest {
  /** Id of the decision in its DMN file. From 1 to 1024 characters. */
  readonly decisionId: string;
  /** Values of the inputs by name. */
  readonly variables?: object | undefined;
  /** Version of the DMN file. Default: the current version. At most 8192 characters. */
  readonly version?: string | undefined;
}

/** The answer of evaluateDecision: evaluate a decision. */
export interface EvaluateDecisionResponse {
  /** Id of the decision. */
  readonly decisionId: string;
  /** Key of the DMN file. */
  readonly key: string;
  /** Version of the DMN file. */
  readonly version: string;
  /** The result; null when there is none. */
  readonly value: unknown;
  /** How a decision came to its result. */
  readonly trace: DecisionTrace;
  /** null when there is a result. */
  readonly failure: DecisionFailure | null;
}

/** The request of getDecisionCoverage: count how often rules applied. */
export interface GetDecisionCoverageRequest extends SubProjectRequest {
  /** Key of the DMN file in the configuration. From 1 to 1024 characters. */
  readonly key: string;
  /** Version of the DMN file. Default: the current version. At most 8192 characters. */
  readonly version?: string | undefined;
  /** Count from this day on (UTC, YYYY-MM-DD). Default: from the beginning. At most 8192 characters. */
  readonly from?: string | undefined;
  /** Count to this day, including it (UTC, YYYY-MM-DD). Default: today. At most 8192 characters. */
  readonly to?: string | undefined;
}

/** The answer of getDecisionCoverage: count how often rules applied. */
export interface GetDecisionCoverageResponse {
  /** Key of the DMN file. */
  readonly key: string;
  /** Version of the DMN file. */
  readonly version: string;
  /** Number of rules. */
  readonly rules: number;
  /** Number of rules that applied at least once. */
  readonly covered: number;
  /** covered in percent of rules, rounded down; 100 when there are no rules. */
  readonly percent: number;
  /** The tables of the file. */
  readonly tables: readonly TableCoverage[];
}

/** The request of getDecisionDiagram: read a DMN file. */
export interface GetDecisionDiagramRequest extends SubProjectRequest {
  /** Key of the DMN file in the configuration. From 1 to 1024 characters. */
  readonly key: string;
  /** Version number. Default: the current version. At most 8192 characters. */
  readonly version?: string | undefined;
}

/** The answer of getDecisionDiagram: read a DMN file. */
export interface GetDecisionDiagramResponse {
  /** Key of the DMN file. */
  readonly key: string;
  /** Version of the DMN file. */
  readonly version: string;
  /** When this version was deployed. ISO 8601 timestamp in UTC. */
  readonly createdTs: string;
  /** The DMN file, XML text. */
  readonly dmn: string;
}

/** The request of getDecisions: list decisions. */
export type GetDecisionsRequest = SubProjectRequest;

/** The answer of getDecisions: list decisions. */
export interface GetDecisionsResponse {
  /** The decisions. */
  readonly decisions: readonly Decision[];
}

/** The request of simulateDecision: simulate a changed decision. */
export interface SimulateDecisionRequest extends SubProjectRequest {
  /** Id of the decision in its DMN file. From 1 to 1024 characters. */
  readonly decisionId: string;
  /** The changed DMN file, XML text. From 1 to 8388608 characters. */
  readonly dmn: string;
  /** How many evaluations to compare. Default 100. From 1 to 1000. */
  readonly count?: number | undefined;
}

/** The answer of simulateDecision: simulate a changed decision. */
export interface SimulateDecisionResponse {
  /** Id of the decision. */
  readonly decisionId: string;
  /** Number of evaluations that were compared. */
  readonly compared: number;
  /** Number of evaluations with the same outcome. */
  readonly same: number;
  /** The evaluations with another outcome, newest first. */
  readonly differences: readonly DecisionDifference[];
  /** false when the simulation used up its budget before it had compared all of them. */
  readonly complete: boolean;
  /** What the compiler says about the changed file. */
  readonly warnings: readonly string[];
}
