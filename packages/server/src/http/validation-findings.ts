import { formOf } from '@millrace/contract';

/** An error as Ajv reports it. */
export interface AjvError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly schemaPath?: string;
  /** What was sent. */
  readonly data?: unknown;
  /** The schema that has the keyword. */
  readonly parentSchema?: object | undefined;
}

/** One thing that is wrong with a request, with what would be right. */
export interface ValidationFinding {
  /** JSON pointer of the member to blame. */
  readonly pointer: string;
  readonly detail: string;
  /** Whether it counts as absent (D38). */
  readonly missing: boolean;
}

/**
 * What Ajv found, one finding for each member and reason. Of members that exclude each other (`if`) it reports what did not fit
 * besides; the words of the rule say it all. Of a choice (`anyOf`) Ajv reports every branch that did not fit; the
 * caller is told what all of them would have taken instead.
 */
export function validationFindings(errors: readonly AjvError[]): readonly ValidationFinding[] {
  const at = (wanted: string) =>
    new Set(errors.filter(({ keyword }) => keyword === wanted).map(({ instancePath }) => instancePath));
  const [choices, values, empty] = [at('anyOf'), at('enum'), at('minLength')];
  return errors
    .filter(({ schemaPath = '' }) => !/^#\/(then|else)\//.test(schemaPath))
    .filter(({ keyword, instancePath }) => keyword === 'anyOf' || !choices.has(instancePath))
    .filter(({ keyword, instancePath }) => keyword !== 'type' || !values.has(instancePath))
    .filter(({ keyword, instancePath }) => keyword !== 'pattern' || !empty.has(instancePath))
    .map((error) =>
      error.keyword === 'anyOf'
        ? choice(
            error,
            errors.filter(({ instancePath }) => instancePath === error.instancePath),
          )
        : finding(error),
    );
}

function choice(error: AjvError, all: readonly AjvError[]): ValidationFinding {
  const values = all.filter(({ keyword }) => keyword === 'const').map(({ params }) => String(params.allowedValue));
  const types = all.filter(({ keyword }) => keyword === 'type').map(({ params }) => String(params.type));
  const unique = [...new Set(values.length > 0 ? values : types)];
  const empty = values.length === 0 && all.some(isEmpty);
  if (empty || unique.length === 0) return finding(all.find(isEmpty) ?? error);
  const detail = values.length > 0 ? `must be one of ${unique.join(', ')}.` : `must be ${unique.join(' or ')}.`;
  return { pointer: error.instancePath, detail, missing: error.instancePath === '' };
}

const isEmpty = ({ keyword }: AjvError): boolean => keyword === 'minLength' || keyword === 'minItems';

/** Nobody reads a longer list in an error. */
const MOST_LISTED = 30;

const oneOf = (values: readonly unknown[]): string =>
  values.length > MOST_LISTED
    ? `must be one of the ${values.length} values that /openapi.json lists.`
    : `must be one of ${listOf(values, ', ')}.`;

const listOf = (values: unknown, separator: string): string => [values].flat().map(String).join(separator);

function finding(error: AjvError): ValidationFinding {
  if (error.keyword === 'required') {
    const name = String(error.params.missingProperty);
    return { pointer: `${error.instancePath}/${name}`, detail: `${name} is required.`, missing: true };
  }
  if (error.keyword === 'enum' || error.keyword === 'type') {
    const { allowedValues, type } = error.params;
    const detail = error.keyword === 'enum' ? oneOf([allowedValues].flat()) : `must be ${listOf(type, ' or ')}.`;
    return { pointer: error.instancePath, detail, missing: error.instancePath === '' };
  }
  const empty = isEmpty(error);
  const form = ['pattern', 'if'].includes(error.keyword) ? formOf(error.parentSchema ?? {}, error.data) : undefined;
  const wrong = form === undefined ? (error.message ?? 'is not valid') : `must be ${form}`;
  const detail = empty ? 'must not be empty.' : `${wrong}.`;
  return { pointer: error.instancePath, detail, missing: empty || error.instancePath === '' };
}
