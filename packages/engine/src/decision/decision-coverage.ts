import type { DecisionModel, RuleInfo, TableInfo } from './model/decision-model.js';
import type { DecisionTrace } from './trace/decision-trace.js';

export type RuleCoverage = RuleInfo & { readonly hits: number };

export type DecisionCoverage = {
  readonly tables: readonly (Omit<TableInfo, 'rules'> & { readonly rules: readonly RuleCoverage[] })[];
  /** Number of rules, and of those with at least one hit. */
  readonly rules: number;
  readonly covered: number;
  /** 0 to 100, rounded down to a whole number; 100 for a model without rules. */
  readonly percent: number;
};

/** Counts how often each rule of the model applied in the traces. */
export function decisionCoverage(model: DecisionModel, traces: readonly DecisionTrace[]): DecisionCoverage {
  const hits = new Map<string, number>();
  for (const trace of traces) {
    for (const { tables } of trace.decisions) {
      for (const { tableId, rules } of tables) {
        for (const { index } of rules) {
          const key = `${index} ${tableId}`;
          hits.set(key, (hits.get(key) ?? 0) + 1);
        }
      }
    }
  }
  const tables = model.tables.map((table) => ({
    ...table,
    rules: table.rules.map((rule) => ({ ...rule, hits: hits.get(`${rule.index} ${table.id}`) ?? 0 })),
  }));
  const all = tables.flatMap(({ rules }) => rules);
  const covered = all.filter(({ hits: count }) => count > 0).length;
  const percent = all.length === 0 ? 100 : Math.floor((covered * 100) / all.length);
  return { tables, rules: all.length, covered, percent };
}
