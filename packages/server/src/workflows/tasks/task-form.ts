import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Blame } from '../../kernel/errors/catalogue-error.js';

/** Compiled forms by their text: forms come from diagrams, so there are few. */
const CACHED_FORMS = 200;

/**
 * Validates payloads against the forms of tasks: JSON Schema (2020-12) embedded in the diagram. References to forms of other
 * systems and the component lists of form editors are shown to people and are not checked.
 */
export class FormValidator {
  readonly #compiled = new Map<string, ValidateFunction | undefined>();
  readonly #ajv = new Ajv2020({ allErrors: true, strict: false, addUsedSchema: false, formats: fullFormats });

  /** What is wrong with a payload; empty when it fits. */
  check(form: Readonly<Record<string, unknown>> | null, payload: object): readonly Blame[] {
    const validate = form !== null && isJsonSchema(form) ? this.#compile(form) : undefined;
    if (validate === undefined || validate(payload)) return [];
    return (validate.errors ?? []).slice(0, 100).map(({ instancePath, keyword, params, message }) => ({
      pointer: `/payload${instancePath}${keyword === 'required' ? `/${pointerPart(String(params.missingProperty))}` : ''}`,
      detail: keyword === 'required' ? 'is required' : (message ?? 'is not valid'),
    }));
  }

  /** Undefined for a form that is not a valid schema: its task must still be possible to complete. */
  #compile(form: Readonly<Record<string, unknown>>): ValidateFunction | undefined {
    const text = JSON.stringify(form);
    if (!this.#compiled.has(text)) {
      const [oldest] = this.#compiled.keys();
      if (this.#compiled.size >= CACHED_FORMS && oldest !== undefined) this.#compiled.delete(oldest);
      this.#compiled.set(text, this.#tryCompile(form));
    }
    return this.#compiled.get(text);
  }

  #tryCompile(form: Readonly<Record<string, unknown>>): ValidateFunction | undefined {
    try {
      return this.#ajv.compile(form);
    } catch {
      return undefined;
    } finally {
      // Ajv keeps every schema it has seen; this cache keeps those that are used.
      this.#ajv.removeSchema(form);
    }
  }
}

const isJsonSchema = (form: Readonly<Record<string, unknown>>): boolean =>
  !Array.isArray(form.components) &&
  (form.type === 'object' || typeof form.properties === 'object' || '$schema' in form);

const pointerPart = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
