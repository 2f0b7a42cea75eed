import type { Evaluation } from '../evaluation/evaluation.js';
import type { Frame } from '../evaluation/frame.js';
import type { DmnType } from '../types/dmn-type.js';
import type { DecisionTable } from './decision-table.js';

/** Compiled decision logic: its value with the variables of a frame, as a FEEL value. */
export type Logic = (frame: Frame, evaluation: Evaluation) => unknown;

/** An arrow of the DRD: under which name its target is visible. */
export type Requirement = {
  readonly target: DrgNode;
  /** Name of the import through which the target is visible (`alias.name`); null in the same file and for imports without a name. */
  readonly alias: string | null;
};

type NodeBase = {
  readonly id: string;
  readonly name: string;
  /** Namespace of its file. */
  readonly namespace: string;
};

export type InputNode = NodeBase & { readonly kind: 'input'; readonly type: DmnType };
export type DecisionNode = NodeBase & {
  readonly kind: 'decision';
  readonly type: DmnType;
  readonly requires: readonly Requirement[];
  /** Names of the output columns when its logic is a table that names them. */
  readonly outputs: readonly string[];
  readonly logic: Logic;
};
export type KnowledgeNode = NodeBase & {
  readonly kind: 'knowledge';
  readonly parameters: readonly { readonly name: string; readonly type: DmnType }[];
  readonly result: DmnType;
  readonly requires: readonly Requirement[];
  readonly logic: Logic;
};
export type ServiceNode = NodeBase & {
  readonly kind: 'service';
  readonly result: DmnType;
  /** Types of the parameters that the type of the service declares, by name. */
  readonly parameterTypes: ReadonlyMap<string, DmnType>;
  /** Input data, then input decisions: the order of the parameters of a call. */
  readonly inputs: readonly (InputNode | DecisionNode)[];
  readonly outputs: readonly DecisionNode[];
};
export type DrgNode = InputNode | DecisionNode | KnowledgeNode | ServiceNode;

/** What the evaluator needs of one file. */
export type CompiledDefinitions = {
  readonly namespace: string;
  /** Elements of the DRG by id. */
  readonly nodes: ReadonlyMap<string, DrgNode>;
  /** Decisions, services and business knowledge models by name; the first of a name wins, decisions before services. */
  readonly byName: ReadonlyMap<string, DrgNode>;
  readonly types: ReadonlyMap<string, DmnType>;
  /** Imported definitions by the name of their import; imports without a name have the empty one. */
  readonly imports: readonly { readonly alias: string; readonly definitions: CompiledDefinitions }[];
  readonly tables: readonly DecisionTable[];
  /** Names of the elements of the DRG. Other names that FEEL reads are taken from the variables of the caller. */
  readonly elementNames: ReadonlySet<string>;
};
