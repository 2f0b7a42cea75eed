import { compileFeel, ExpressionError, ExpressionSyntaxError } from '@millrace/engine';
import type { NameSet } from '../../access/role.js';

/** Whether the condition of a delegation is true on the fields that the person reads. An expression without a value is not true. */
export function conditionHolds(condition: string, fields: Readonly<Record<string, unknown>>, read: NameSet): boolean {
  const seen = Object.fromEntries(Object.entries(fields).filter(([name]) => read.has(name)));
  try {
    return compileFeel(condition)(seen, new Date()) === true;
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof ExpressionSyntaxError) return false;
    throw error;
  }
}
