import type { DecisionCoverage } from '@millrace/engine';

/** A coverage as the wire has it. */
export const presentCoverage = ({ rules, covered, percent, tables }: DecisionCoverage) => ({
  rules,
  covered,
  percent,
  tables: tables.map((table) => ({
    tableId: table.id,
    ownerId: table.ownerId,
    ownerName: table.ownerName,
    hitPolicy: table.hitPolicy,
    rules: table.rules.map(({ id, index, line, annotation, hits }) => ({ ruleId: id, index, line, annotation, hits })),
  })),
});
