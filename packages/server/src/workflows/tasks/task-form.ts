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
