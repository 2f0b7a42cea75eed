import type { Blame } from '../../kernel/errors/catalogue-error.js';
import {
  type BoundedCheck,
  type BoundedSchemas,
  createBoundedSchemas,
} from '../../kernel/json-schema/bounded-schemas.js';
import { formOptions, isJsonSchema } from '../../sub-projects/document/rules/form-schema.js';
import { fieldMessage } from '../../sub-projects/fields/field-message.js';

/** Compiled forms by their text: forms come from diagrams, so there are few. */
const CACHED_FORMS = 200;

/**
 * Validates payloads against the forms of tasks: JSON Schema (2020-12) embedded in the diagram. References to forms of other
 * systems and the component lists of form editors are shown to people and are not checked.
 */
export class FormValidator {
  readonly #compiled = new Map<string, BoundedCheck | undefined>();
  readonly #schemas: BoundedSchemas = createBoundedSchemas(formOptions);

  /** What is wrong with a payload; empty when it fits. */
  check(form: Readonly<Record<string, unknown>> | null, payload: object): readonly Blame[] {
    const judgement = form !== null && isJsonSchema(form) ? this.#compile(form)?.(payload) : undefined;
    if (judgement === undefined) return [];
    if ('refused' in judgement)
      return [{ pointer: `/payload${judgement.refused.at}`, detail: judgement.refused.message }];
    return judgement.errors.slice(0, 100).map((error) => {
      const { instancePath, keyword, params } = error;
      const missing = keyword === 'required' ? `/${pointerPart(String(params.missingProperty))}` : '';
      return {
        pointer: `/payload${instancePath}${missing}`,
        detail: keyword === 'required' ? 'is required' : fieldMessage({ ...error, instancePath: '' }),
      };
    });
  }

  /** Undefined for a form that is not a valid schema: its task must still be possible to complete. */
  #compile(form: Readonly<Record<string, unknown>>): BoundedCheck | undefined {
    const text = JSON.stringify(form);
    if (!this.#compiled.has(text)) {
      const [oldest] = this.#compiled.keys();
      if (this.#compiled.size >= CACHED_FORMS && oldest !== undefined) this.#compiled.delete(oldest);
      this.#compiled.set(text, this.#tryCompile(form));
    }
    return this.#compiled.get(text);
  }

  #tryCompile(form: Readonly<Record<string, unknown>>): BoundedCheck | undefined {
    try {
      return this.#schemas.metaErrors(form).length > 0 ? undefined : this.#schemas.compile(form);
    } catch {
      return undefined;
    }
  }
}

const pointerPart = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** What a list says of a form: whether it has members to fill in, and whether it requires a comment. */
export function describeForm(form: Readonly<Record<string, unknown>> | null): {
  readonly hasForm: boolean;
  readonly commentRequired: boolean;
} {
  if (form === null || !isJsonSchema(form)) return { hasForm: false, commentRequired: false };
  const { properties, required } = form;
  return {
    hasForm: typeof properties === 'object' && properties !== null && Object.keys(properties).length > 0,
    commentRequired: Array.isArray(required) && required.includes('comment'),
  };
}

/** Longer comments are cut where a form has them as data. */
const LONGEST_COMMENT = 10_000;

/**
 * The payload and the comment of a decision. A form with the property `comment` takes the comment as its value, so that
 * `required: ["comment"]` asks for one; the value it is given counts as the comment. Nothing but spaces is no comment.
 */
export function withComment(
  form: Readonly<Record<string, unknown>> | null,
  payload: Readonly<Record<string, unknown>>,
  given: string | undefined,
): { readonly payload: Readonly<Record<string, unknown>>; readonly comment: string | undefined } {
  const comment = written(given);
  if (form === null || !isJsonSchema(form) || !asksForComment(form)) return { payload, comment };
  if (payload.comment === undefined)
    return { payload: comment === undefined ? payload : { ...payload, comment }, comment };
  return { payload, comment: comment ?? written(payload.comment) };
}

const written = (text: unknown): string | undefined =>
  typeof text === 'string' && text.trim() !== '' ? text.slice(0, LONGEST_COMMENT) : undefined;

const asksForComment = (form: Readonly<Record<string, unknown>>): boolean =>
  describeForm(form).commentRequired ||
  (typeof form.properties === 'object' && form.properties !== null && Object.hasOwn(form.properties, 'comment'));
