/** FEEL and the ISO 8601 texts of timers, behind one interface. */
export { compileExpression } from './compile-expression.js';
export { ExpressionError, ExpressionSyntaxError } from './errors.js';
export { evaluateBoolean } from './evaluate-boolean.js';
export type { Expression, FeelValue, Scope } from './scope.js';
export { addDuration, type Cycle, type Duration, parseCycle, parseDateTime, parseDuration } from './timer.js';
