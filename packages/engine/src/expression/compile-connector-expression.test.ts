import { expect, test } from 'vitest';
import { compileConnectorExpression } from './compile-connector-expression.js';
import { compileExpression } from './compile-expression.js';
import { ExpressionError, ExpressionSyntaxError } from './values/errors.js';

const evaluate = (source: string, variables: Record<string, unknown> = {}) =>
  compileConnectorExpression(source)(variables, new Date(0));

test('[FEEL-15] bpmnError and jobError give contexts', () => {
  expect(evaluate('bpmnError("404", "gone")')).toEqual({
    errorType: 'bpmnError',
    code: '404',
    message: 'gone',
    variables: {},
  });
  expect(evaluate('= bpmnError(code: "A", message: "b", variables: {c: 1})')).toMatchObject({ variables: { c: 1 } });
  expect(evaluate('jobError("later", {}, job.retries - 1, @"PT1M")', { job: { retries: 3 } })).toEqual({
    errorType: 'jobError',
    message: 'later',
    variables: {},
    retries: 2,
    timeout: 'PT1M',
  });
  expect(evaluate('jobError("no")')).toMatchObject({ retries: 0, timeout: null });
});

test('[FEEL-15] reads variables, and null means that nothing went wrong', () => {
  const source = 'if error.code = "404" then bpmnError("GONE", error.message) else null';
  expect(evaluate(source, { error: { code: '404', message: 'Not Found' } })).toMatchObject({
    code: 'GONE',
    message: 'Not Found',
  });
  expect(evaluate(source, { response: { status: 200 } })).toBeNull();
});

test.each(['bpmnError(404, "gone")', 'bpmnError("404", null)', 'bpmnError("404", "a", [])', 'jobError("a", {}, -1)'])(
  '[FEEL-15] %s is an error',
  (source) => {
    expect(() => evaluate(source)).toThrow(ExpressionError);
  },
);

test('[FEEL-15] other expressions do not have the two functions', () => {
  expect(() => compileExpression('bpmnError("404", "gone")')).toThrow(ExpressionSyntaxError);
  expect(() => compileConnectorExpression('bpmError("404", "gone")')).toThrow(ExpressionSyntaxError);
});
