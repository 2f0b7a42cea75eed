import { connectorFunctions } from './builtins/connector-functions.js';
import { builtins } from './builtins/registry.js';
import { compileExpression } from './compile-expression.js';

/** An expression of a connector, compiled. The value is JSON; durations are texts of ISO 8601. */
export type ConnectorExpression = (variables: Readonly<Record<string, unknown>>, now: Date) => unknown;

const functions = new Map([...builtins, ...connectorFunctions.map((builtin) => [builtin.name, builtin] as const)]);

/**
 * Compiles a result or error expression of Camunda's connectors: FEEL with or without the leading `=`, with the functions
 * `bpmnError(code, message, variables?)` and `jobError(message, variables?, retries?, timeout?)`. They give contexts whose `errorType` is
 * the name of the function.
 *
 * @returns evaluates it; throws ExpressionError as every expression does, and when an argument of the two functions has another type
 * @throws ExpressionSyntaxError for text that is not FEEL, or calls an unknown function
 */
export function compileConnectorExpression(source: string): ConnectorExpression {
  const expression = compileExpression(source, { builtins: functions });
  return (variables, now) =>
    expression.evaluate(
      {
        get: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
        has: (name) => Object.hasOwn(variables, name),
        names: () => Object.keys(variables),
      },
      now,
    );
}
