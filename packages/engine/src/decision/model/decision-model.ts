import type { CompiledDefinitions } from './compiled-definitions.js';
import type { Aggregation, HitPolicy } from './hit-policy.js';

/** The form of the logic of a decision or a function; `none`: the decision has no logic yet. */
export type DecisionKind =
  | 'table'
  | 'literal'
  | 'context'
  | 'invocation'
  | 'relation'
  | 'list'
  | 'function'
  | 'conditional'
  | 'filter'
  | 'for'
  | 'some'
  | 'every'
  | 'none';

export type RuleInfo = {
  /** Id of the rule in the file; a rule without one has `<table id>_rule_<index>`. */
  readonly id: string;
  /** Position in the table, from 1. */
  readonly index: number;
  /** Line of the file, from 1. */
  readonly line: number;
  /** Description or annotations of the rule, joined; null when it has none. */
  readonly annotation: string | null;
};

/** A decision table, where a decision, a function or a part of a boxed expression contains one. */
export type TableInfo = {
  /** Id of the table; a table without one has `<id of the element that contains it>_table`, with a number from the second on. */
  readonly id: string;
  /** Id and name of the decision or business knowledge model that contains it. */
  readonly ownerId: string;
  readonly ownerName: string;
  readonly hitPolicy: HitPolicy;
  readonly aggregation: Aggregation | null;
  /** Label of each input column, or its expression. */
  readonly inputs: readonly string[];
  /** Name of each output column. */
  readonly outputs: readonly string[];
  readonly rules: readonly RuleInfo[];
};

export type DecisionInfo = {
  readonly id: string;
  readonly name: string;
  readonly kind: DecisionKind;
  /** Name of the type of the result, as the file writes it; null when it declares none. */
  readonly type: string | null;
  /** zeebe:versionTag of the decision; null when it has none. */
  readonly versionTag: string | null;
  /** Names of the input data that an evaluation needs, of the decisions it requires too, sorted. */
  readonly inputs: readonly string[];
  /** Ids of the decisions that it requires directly. */
  readonly requiredDecisions: readonly string[];
};

export type InputDataInfo = { readonly id: string; readonly name: string; readonly type: string | null };

export type KnowledgeModelInfo = {
  readonly id: string;
  readonly name: string;
  readonly kind: DecisionKind;
  readonly parameters: readonly string[];
};

export type DecisionServiceInfo = {
  readonly id: string;
  readonly name: string;
  /** Names of its parameters in the order of a call: input decisions, then input data. */
  readonly parameters: readonly string[];
  /** Ids of the decisions whose results it returns. */
  readonly outputDecisions: readonly string[];
};

/** The definitions of one DMN file, compiled and frozen. The same text with the same imports always gives the same model. */
export type DecisionModel = {
  /** Id and name of the definitions. */
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly decisions: readonly DecisionInfo[];
  readonly inputData: readonly InputDataInfo[];
  readonly knowledgeModels: readonly KnowledgeModelInfo[];
  readonly services: readonly DecisionServiceInfo[];
  readonly tables: readonly TableInfo[];
  /** Namespaces of the DMN files that it imports. */
  readonly imports: readonly string[];
  /** Internal to the engine. */
  readonly compiled: CompiledDefinitions;
};
