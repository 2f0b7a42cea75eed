import { type Html, html } from '../frame/html.js';
import type { DecideWords } from './decide-words.js';
import { choicesOf, labelOf, type ValueSchema } from './task-values.js';

type InputKind = 'text' | 'longText' | 'number' | 'boolean' | 'choice' | 'date';

/** A member of the form of a task that a page without a script can ask for. */
interface TaskInput {
  readonly name: string;
  readonly kind: InputKind;
  readonly isRequired: boolean;
  readonly schema: ValueSchema;
}

/** The form of a task as far as a page without a script shows it. */
export interface TaskForm {
  readonly inputs: readonly TaskInput[];
  /** Whether nothing is missing that the form requires. */
  readonly isWhole: boolean;
}

const LONG = 200;
/** Members of the page's form are told from those of the task's form. */
const memberOf = (name: string): string => `field.${name}`;

/** Reads the form of a task: the members of a JSON Schema that are texts, numbers, yes or no, choices and dates. */
export function readTaskForm(form: unknown): TaskForm {
  if (!isObject(form)) return { inputs: [], isWhole: true };
  const { properties, required } = form;
  const needed = new Set(Array.isArray(required) ? required.map(String) : []);
  // The comment has a field of its own.
  const members = Object.entries(isObject(properties) ? properties : {}).filter(([name]) => name !== 'comment');
  const inputs = members.flatMap(([name, schema]): readonly TaskInput[] => {
    const kind = isObject(schema) ? kindOf(schema) : undefined;
    return kind === undefined ? [] : [{ name, kind, isRequired: needed.has(name), schema: schema as ValueSchema }];
  });
  const shown = new Set([...inputs.map(({ name }) => name), 'comment']);
  return { inputs, isWhole: [...needed].every((name) => shown.has(name)) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function kindOf(schema: ValueSchema & { readonly $ref?: unknown; readonly allOf?: unknown }): InputKind | undefined {
  if (choicesOf(schema).length > 0) return 'choice';
  if (schema.enum !== undefined || schema.oneOf !== undefined) return undefined;
  if (schema.type === 'boolean') return 'boolean';
  if (schema.type === 'number' || schema.type === 'integer') return 'number';
  if (schema.type !== 'string') return undefined;
  if (schema.format === 'date') return 'date';
  if (schema.format === 'date-time' || schema.format === 'file' || schema.format === 'user') return undefined;
  return typeof schema.maxLength === 'number' && schema.maxLength <= LONG ? 'text' : 'longText';
}

/** What was entered, as the payload of a decision. What is empty is left out. */
export function payloadOf(
  { inputs }: TaskForm,
  members: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  return Object.fromEntries(
    inputs.flatMap(({ name, kind }): readonly (readonly [string, unknown])[] => {
      const text = members[memberOf(name)]?.trim() ?? '';
      if (kind === 'boolean') return [[name, text === 'true']];
      if (text === '') return [];
      if (kind !== 'number') return [[name, text]];
      const value = Number(text.replace(',', '.'));
      // The schema says what is wrong with a text.
      return [[name, Number.isFinite(value) ? value : text]];
    }),
  );
}

/** @param members what was entered before */
export const formFields = (
  { inputs }: TaskForm,
  members: Readonly<Record<string, string | undefined>>,
  words: DecideWords,
): Html =>
  html`${inputs.map((input) => {
    const { name, kind, isRequired, schema } = input;
    const member = memberOf(name);
    const label = labelOf(name, schema);
    const value = members[member] ?? (schema.default === undefined ? '' : String(schema.default));
    if (kind === 'boolean') {
      return html`<label class="check"><input type="checkbox" name="${member}" value="true"${value === 'true' && html` checked`}> ${label}</label>`;
    }
    return html`<div class="field"><label for="${member}">${label}</label>${control(input, member, value, isRequired, words)}</div>`;
  })}`;

function control(
  { kind, schema }: TaskInput,
  id: string,
  value: string,
  isRequired: boolean,
  words: DecideWords,
): Html {
  const required = isRequired && html` required`;
  if (kind === 'choice') {
    return html`<select class="input" id="${id}" name="${id}"${required}><option value="">${words.choose}</option>${choicesOf(
      schema,
    ).map(
      (choice) =>
        html`<option value="${choice.value}"${choice.value === value && html` selected`}>${choice.label}</option>`,
    )}</select>`;
  }
  if (kind === 'longText')
    return html`<textarea class="input" id="${id}" name="${id}" rows="3"${required}>${value}</textarea>`;
  const mode = kind === 'number' && html` inputmode="decimal"`;
  return html`<input class="input" id="${id}" name="${id}" type="${kind === 'date' ? 'date' : 'text'}"${mode}${required} value="${value}">`;
}
