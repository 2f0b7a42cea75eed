import type { Operations, ResponseOf } from '@millrace/contract';
import type { DecisionTrace } from '@millrace/engine';

type PresentedTrace = ResponseOf<Operations['evaluateDecision']>['trace'];

/**
 * A trace as the wire has it: without the values that it was evaluated with, which may be the whole process. What decisions
 * and tables used of them is shown with these.
 */
export const presentTrace = ({ decisions, warnings, truncated }: DecisionTrace): PresentedTrace => ({
  decisions: decisions.map(({ tables, ...decision }) => ({
    ...decision,
    tables: tables.map(({ inputs, rules, ...table }) => ({ ...table, inputs: [...inputs], rules: [...rules] })),
  })),
  warnings: [...warnings],
  truncated,
});
