/** One remark of the compiler about a DMN file. A file with errors must not be deployed. */
export type DecisionProblem = {
  readonly severity: 'error' | 'warning';
  /** Id of the DMN element to show it at (a decision, a table, a rule, an input …), or null for the whole file. */
  readonly elementId: string | null;
  /** Line of the file, from 1; null when the problem concerns no single place. */
  readonly line: number | null;
  /** Stable, kebab-case; `message` is for people. */
  readonly code: string;
  /** What is wrong, where (for a cell: rule and column), and what to do. */
  readonly message: string;
};
