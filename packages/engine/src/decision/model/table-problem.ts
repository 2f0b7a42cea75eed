/** What the analysis of a decision table found. */
export type TableProblem = {
  /**
   * `gap`: inputs for which no rule applies; `overlap`: several rules of a UNIQUE table (or rules of an ANY table with different
   * outputs) apply to the same inputs; `unreachable`: a rule that never decides: the rules before it in a FIRST table apply to all of its inputs, or
   * one of its cells accepts no allowed value;
   * `not-analysed`: the table has cells that the analysis cannot compare, or too many rules.
   */
  readonly kind: 'gap' | 'overlap' | 'unreachable' | 'not-analysed';
  readonly tableId: string;
  /** Id and name of the decision or business knowledge model that contains the table. */
  readonly ownerId: string;
  readonly ownerName: string;
  /** Ids and positions (from 1) of the rules concerned; none for a gap. */
  readonly ruleIds: readonly string[];
  readonly ruleIndexes: readonly number[];
  /** Line of the first rule concerned, or of the table. */
  readonly line: number;
  /** For a gap or an overlap, for each input column the values concerned, as FEEL unary tests (`> 100`, `"a"`, `-`). */
  readonly inputs: readonly { readonly name: string; readonly test: string }[];
  readonly message: string;
};
