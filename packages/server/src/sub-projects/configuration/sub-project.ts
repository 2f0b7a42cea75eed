import type { NameSet, Role } from '../../access/role.js';

/** A dynamic field (D18), compiled once per deployed version. */
export interface FieldDefinition {
  readonly name: string;
  readonly required: boolean;
  readonly indexed: boolean;
  /** What the value stands for beside its JSON type. */
  readonly reference: 'user' | 'file' | undefined;
  /** JSON type as filters compare it; `json` for arrays, objects and unions. */
  readonly type: 'string' | 'number' | 'boolean' | 'json';
  readonly hasDefault: boolean;
  readonly defaultValue: unknown;
  /** Undefined when `value` is valid, otherwise what is wrong with it, for people. */
  readonly check: (value: unknown) => string | undefined;
}

export interface Stage {
  readonly key: string;
  readonly name: string;
  readonly default: boolean;
}

export interface WorkflowEntry {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly stageKeys: readonly string[];
  /** Immutable definition that new runs start with (D25). */
  readonly definitionId: string;
}

/** The current configuration of a sub-project, frozen and compiled; immutable per `versionId`, so it is cached by it. */
export interface SubProject {
  readonly id: string;
  readonly name: string;
  readonly versionId: string;
  readonly version: number;
  readonly stages: ReadonlyMap<string, Stage>;
  readonly defaultStage: string | undefined;
  readonly initialState: string;
  readonly states: ReadonlySet<string>;
  /** Whether a process may go from one state to another; staying is always allowed. */
  readonly allowsTransition: (from: string, to: string) => boolean;
  readonly priorities: readonly string[];
  readonly defaultPriority: string;
  readonly fields: ReadonlyMap<string, FieldDefinition>;
  readonly roles: ReadonlyMap<string, Role>;
  /** Role names by user id, in the order of the document. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  readonly workflows: readonly WorkflowEntry[];
  readonly storage: {
    readonly legalHold: boolean;
    readonly plugins: NameSet;
    readonly maximumFileSize: number | undefined;
  };
  readonly http: { readonly allowPrivateAddresses: readonly string[] };
}
