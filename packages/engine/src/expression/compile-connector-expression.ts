import { connectorFunctions } from './builtins/connector-functions.js';
import { builtins } from './builtins/registry.js';
import { type FeelExpression, feelCompiler } from './compile-feel.js';

/** An expression of a connector, compiled. */
export type ConnectorExpression = FeelExpression;

const functions = new Map([...builtins, ...connectorFunctions.map((builtin) => [builtin.name, builtin] as const)]);

/**
 * Compiles a result or error expression of Camunda's connectors: FEEL with or without the leading `=`, with the functions
 * `bpmnError(code, message, variables?)` and `jobError(message, variables?, retries?, timeout?)`. They give contexts whose `errorType` is
 * the name of the function.
 *
 * @returns evaluates it; throws ExpressionError as every expression does, and when an argument of the two functions has another type
 * @throws ExpressionSyntaxError for text that is not FEEL, or calls an unknown function
 */
export const compileConnectorExpression: (source: string) => ConnectorExpression = feelCompiler({
  builtins: functions,
});
