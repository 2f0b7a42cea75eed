import { Ajv } from 'ajv';
import stringifier from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import { once } from '../kernel/once.js';

/**
 * Requests are validated and answers written by the contract's schemas. Nothing is coerced, defaulted or removed: the
 * wire says exactly what the caller meant. Unknown members are ignored, as HTTP clients expect of a service that grows.
 *
 * A schema is compiled when its route is first called: compiling all of them at once took a quarter of a start.
 */
export function useContractSchemas(app: FastifyInstance): void {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    strict: false,
    // Errors have the schema that they are about, which says its form in words.
    verbose: true,
  });
  app.setValidatorCompiler(({ schema }) => {
    const compiled = once(() => ajv.compile(schema as object));
    return (value: unknown) => {
      const validate = compiled();
      return validate(value) ? { value } : { error: validate.errors ?? [] };
    };
  });
  app.setSerializerCompiler(({ schema }) => {
    const compiled = once(() => stringifier(schema as object));
    return (answer: unknown) => compiled()(answer);
  });
}
