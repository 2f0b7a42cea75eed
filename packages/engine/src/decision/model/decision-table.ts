import type { SimpleCell } from '../cells/cell.js';
import type { RuleIndex } from '../cells/rule-index.js';
import type { FeelExpression, FeelTests } from '../feel/feel.js';
import type { DmnType } from '../types/dmn-type.js';
import type { Aggregation, HitPolicy } from './hit-policy.js';

/** A cell of an input column: compared directly where it can be, else evaluated as FEEL. */
export type InputCell = {
  readonly source: string;
  readonly simple: SimpleCell | null;
  /** Compiled when it is first needed for simple cells. Null for a cell that cannot be read. */
  readonly tests: () => FeelTests | null;
};

/** A cell of an output column. */
export type OutputCell =
  | { readonly kind: 'constant'; readonly value: unknown }
  /** `type`: of the cell itself; null when only the column has one. */
  | { readonly kind: 'feel'; readonly expression: FeelExpression; readonly type: DmnType | null }
  /** It cannot be read; the compiler has reported it. */
  | { readonly kind: 'broken'; readonly message: string };

export type InputColumn = {
  readonly name: string;
  /** Null when it cannot be read, which the compiler has reported. */
  readonly expression: FeelExpression | null;
  readonly type: DmnType;
  /** The values that the column allows; null when it allows all. */
  readonly allowed: FeelTests | null;
  /** The same as data, for the analysis. */
  readonly allowedCell: SimpleCell | null;
};

export type OutputColumn = {
  readonly name: string;
  readonly type: DmnType;
  readonly allowed: FeelTests | null;
  /** The allowed values in the order of their priority; null when the column declares none. */
  readonly priorities: FeelExpression | null;
  /** Value when no rule applies; null without one. */
  readonly defaultEntry: OutputCell | null;
};

export type Rule = {
  readonly id: string;
  /** From 1. */
  readonly index: number;
  readonly line: number;
  readonly inputs: readonly InputCell[];
  readonly outputs: readonly OutputCell[];
};

export type DecisionTable = {
  readonly id: string;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly line: number;
  readonly hitPolicy: HitPolicy;
  readonly aggregation: Aggregation | null;
  readonly inputs: readonly InputColumn[];
  readonly outputs: readonly OutputColumn[];
  /** Whether outputs have names, so that a result is a context. */
  readonly named: boolean;
  readonly rules: readonly Rule[];
  readonly index: RuleIndex;
};
