import { Ajv } from 'ajv';
import type { FastifyInstance } from 'fastify';

/**
 * Request validation from the contract's schemas. Nothing is coerced, defaulted or removed: the wire says exactly what
 * the caller meant. Unknown members are ignored, as HTTP clients expect of a service that grows.
 */
export function useContractSchemas(app: FastifyInstance): void {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    strict: false,
  });
  app.setValidatorCompiler(({ schema }) => ajv.compile(schema as object));
}
