import { ExpressionError } from '../values/errors.js';
import { isContext } from '../values/feel-object.js';
import { Builtin, form } from './builtin.js';
import { any, optional } from './parameter.js';

/**
 * `bpmnError` and `jobError` of Camunda's connectors: contexts that say how a job ends. Arguments of another type are an error and not
 * null, because null means that nothing went wrong.
 */
export const connectorFunctions: readonly Builtin[] = [
  new Builtin('bpmnError', [
    form([any('code'), any('message'), optional(any('variables'))], (_, code, message, variables) => ({
      errorType: 'bpmnError',
      code: checked('bpmnError', 'code', 'a text', code, isText),
      message: checked('bpmnError', 'message', 'a text', message, isText),
      variables: checked('bpmnError', 'variables', 'a context', variables ?? {}, isContext),
    })),
  ]),
  new Builtin('jobError', [
    form(
      [any('message'), optional(any('variables')), optional(any('retries')), optional(any('timeout'))],
      (_, message, variables, retries, timeout) => ({
        errorType: 'jobError',
        message: checked('jobError', 'message', 'a text', message, isText),
        variables: checked('jobError', 'variables', 'a context', variables ?? {}, isContext),
        retries: checked('jobError', 'retries', 'a whole number from 0', retries ?? 0, isCount),
        timeout: timeout ?? null,
      }),
    ),
  ]),
];

const isText = (value: unknown): boolean => typeof value === 'string';
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;

/** @throws ExpressionError when the value does not fit */
function checked<T>(name: string, parameter: string, what: string, value: T, fits: (value: unknown) => boolean): T {
  if (fits(value)) return value;
  throw new ExpressionError(`the argument "${parameter}" of ${name} must be ${what}`);
}
