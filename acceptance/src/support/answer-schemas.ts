import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApi, operationOf } from './open-api.js';

const ajv = new Ajv2020({ strict: false, allErrors: true });
// D3: UTC with milliseconds and Z, which is narrower than RFC 3339.
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
ajv.addSchema({ $id: 'openapi', components: openApi.components });

const compiled = new Map<string, ValidateFunction>();

/** What of a successful answer is not as `docs/openapi.json` says; nothing when all is. */
export function answerProblems(operationId: string, body: unknown): string {
  const validate = validatorOf(operationId);
  return validate(body) ? '' : ajv.errorsText(validate.errors);
}

/** What of an error body is not as the contract's Problem says (D7). */
export function problemProblems(body: unknown): string {
  const validate = compile('Problem', () => ({ $ref: 'openapi#/components/schemas/Problem' }));
  return validate(body) ? '' : ajv.errorsText(validate.errors);
}

const validatorOf = (operationId: string): ValidateFunction =>
  compile(operationId, () =>
    JSON.parse(JSON.stringify(operationOf(operationId).answer).replaceAll('"#/', '"openapi#/')),
  );

function compile(name: string, schema: () => object): ValidateFunction {
  const known = compiled.get(name);
  if (known) return known;
  const validate = ajv.compile(schema());
  compiled.set(name, validate);
  return validate;
}
