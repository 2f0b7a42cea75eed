import type { CheckBudget } from '../../kernel/json-schema/check-budget.js';

/** A field's JSON Schema with our keywords, as declared. */
export type FieldSchema = Readonly<Record<string, unknown>>;

/** What the files of a field may be (D73). */
export interface FileLimits {
  /** Bytes of each file; undefined: no limit of the field's own. */
  readonly maximumSize: number | undefined;
  /** Lower-case types, `image/*` for all of one kind; undefined: every type. */
  readonly mimeTypes: readonly string[] | undefined;
}

/** A dynamic field (D18), compiled once per deployed version. */
export interface FieldDefinition {
  readonly name: string;
  /** As declared, with our keywords. */
  readonly schema: FieldSchema;
  readonly required: boolean;
  readonly indexed: boolean;
  /** Whether no two processes of the sub-project have the same value (D75). */
  readonly unique: boolean;
  /** Whether search looks at it: a text that is declared so, indexed or unique. */
  readonly searchable: boolean;
  /** What the value stands for beside its JSON type: an id, or for files also a list of ids. */
  readonly reference: 'user' | 'file' | undefined;
  /** Undefined for a field that holds no files, or any. */
  readonly files: FileLimits | undefined;
  /** JSON type as filters compare it; `json` for arrays, objects and unions. */
  readonly type: 'string' | 'number' | 'boolean' | 'json';
  readonly hasDefault: boolean;
  readonly defaultValue: unknown;
  /**
   * Undefined when `value` is valid, otherwise a message for people that says what is wrong with it. `budget` is shared by
   * the checks of one request and bounds what they cost together; absent: one of its own.
   */
  readonly check: (value: unknown, budget?: CheckBudget) => string | undefined;
  /** Compiles the check now, not with the first value. */
  readonly prepare: () => void;
}
