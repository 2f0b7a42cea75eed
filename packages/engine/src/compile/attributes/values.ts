import { compileExpression } from '../../expression/compile-expression.js';
import { Budget } from '../../expression/values/budget.js';
import { ExpressionError } from '../../expression/values/errors.js';
import { type Expression, emptyScope } from '../../expression/values/expression-types.js';
import type { Value } from '../../model/node.js';
import type { Findings } from '../report/findings.js';

export const emptyValue: Value = { type: 'literal', text: '' };

/** A zeebe attribute: literal, or FEEL after a leading `=`. */
export function readValue(findings: Findings, elementId: string, source: string): Value {
  if (!source.trimStart().startsWith('=')) return { type: 'literal', text: source };
  const expression = compile(findings, elementId, source);
  return expression === null ? emptyValue : { type: 'feel', expression };
}

export function readOptionalValue(findings: Findings, elementId: string, source: string | null): Value | null {
  return source === null ? null : readValue(findings, elementId, source);
}

/** An attribute that must be FEEL; `what` names it in the finding. Null when it has an error, which is reported. */
export function readExpression(
  findings: Findings,
  elementId: string,
  source: string | null,
  what: string,
): Expression | null {
  if (source === null) {
    findings.error(
      elementId,
      'missing-expression',
      `${what} is empty: write a FEEL expression such as "= amount > 100"`,
    );
    return null;
  }
  // These texts mean the same in every expression language.
  const constant = /^\s*(true|false)\s*$/.exec(source)?.[1];
  if (constant !== undefined) return compile(findings, elementId, `= ${constant}`);
  if (!source.trimStart().startsWith('=')) {
    refuseOldExpression(findings, elementId, what, source);
    return null;
  }
  return compile(findings, elementId, source);
}

/** Reports a text that is not FEEL, with its FEEL form. */
export function refuseOldExpression(findings: Findings, elementId: string, what: string, source: string): void {
  const old = /^\s*[$#]\{/.test(source);
  const hint = old ? suggestFeel(source) : `= ${source.trim()}`;
  findings.error(
    elementId,
    'not-feel',
    `${what} ${JSON.stringify(source.trim().slice(0, 100))} is not a FEEL expression: write it as ${JSON.stringify(hint.slice(0, 100))}`,
  );
}

/** An expression `${a == b}` of older engines as FEEL. */
function suggestFeel(source: string): string {
  const inner = source
    .trim()
    .replace(/^[$#]\{/, '')
    .replace(/\}$/, '')
    .trim();
  const feel = inner
    .replaceAll('==', '=')
    .replaceAll('&&', 'and')
    .replaceAll('||', 'or')
    .replace(/!(?!=)\s*([\w.]+)/g, 'not($1)');
  return `= ${feel}`;
}

function compile(findings: Findings, elementId: string, source: string): Expression | null {
  try {
    return compileExpression(source);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    findings.error(
      elementId,
      'bad-expression',
      `cannot read ${JSON.stringify(source.trim().slice(0, 100))}: ${reason}`,
    );
    return null;
  }
}

/** What evaluating a constant may spend when a diagram is compiled: enough to join some texts. */
const CONSTANT = { steps: 500, bytes: 100_000 };

/** The text of a value that depends on no variable; null when it depends on one, is not a text, or takes long to compute. */
export function constantText(value: Value): string | null {
  if (value.type === 'literal') return value.text;
  if (value.expression.variables.size > 0) return null;
  try {
    const result = value.expression.evaluate(emptyScope, new Date(0), new Budget(CONSTANT));
    return typeof result === 'string' ? result : null;
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}
