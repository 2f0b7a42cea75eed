import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileExpression } from '../compile-expression.js';
import { evaluateWithFeelin } from '../feelin/evaluate-with-feelin.js';
import { parseSyntax } from '../syntax/parse-syntax.js';
import { collectReferences } from '../syntax/references.js';
import { anyVariables, typedVariables } from '../testing/arbitrary-data.js';
import { anyExpression, typedExpression } from '../testing/arbitrary-expression.js';
import { scopeOf } from '../testing/scope-of.js';
import { ExpressionError } from '../values/errors.js';
import type { FeelValue, Scope } from '../values/expression-types.js';
import { toFeelValue } from '../values/plain-value.js';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const RUNS = Number(process.env.FEEL_RUNS ?? 1_500);

describe('fast path against feelin', () => {
  it('[FEEL] well-typed expressions have the value feelin gives them, or both fail', () => {
    const compiled = compareWithFeelin(typedExpression, typedVariables);
    expect(compiled).toBeGreaterThan(RUNS * 0.9);
  });

  it('[FEEL] expressions over values of any type have the value feelin gives them, or both fail', () => {
    const compiled = compareWithFeelin(anyExpression, anyVariables);
    expect(compiled).toBeGreaterThan(RUNS * 0.9);
  });
});

/** Answers how many of the expressions were compiled. */
function compareWithFeelin(sources: fc.Arbitrary<string>, data: fc.Arbitrary<Record<string, unknown>>): number {
  let compiled = 0;
  const property = fc.property(sources, data, (source, variables) => {
    const scope = scopeOf(variables);
    const subject = compileExpression(`= ${source}`);
    compiled += subject.compiled ? 1 : 0;
    // As JSON: toEqual takes a member named constructor for the type of an object.
    const actual = JSON.stringify(outcome(() => subject.evaluate(scope, NOW)));
    expect(actual).toBe(JSON.stringify(outcome(() => feelin(source, scope))));
  });
  fc.assert(property, { numRuns: RUNS });
  return compiled;
}

function feelin(source: string, scope: Scope): FeelValue {
  const references = collectReferences(parseSyntax(source, 0), source, 0);
  return toFeelValue(evaluateWithFeelin(source, references, scope, NOW).value);
}

function outcome(produce: () => FeelValue): { readonly value: FeelValue } | { readonly failed: true } {
  try {
    return { value: produce() };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { failed: true };
  }
}
