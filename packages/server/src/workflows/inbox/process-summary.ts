import type { NameSet } from '../../access/role.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { FieldDefinition } from '../../sub-projects/fields/field-definition.js';

/** Fields of a summary, and how many may be looked at to find visible ones. */
const MOST_FIELDS = 3;
const MOST_CANDIDATES = 20;

/**
 * The fields that name a process, the most telling first: those with `x-ui.summary`, else the business key and the first
 * plain texts and numbers.
 */
export function namingFields({ fields, businessKey }: SubProject): readonly string[] {
  const all = [...fields.values()];
  const declared = all
    .flatMap((field) => {
      const place = placeOf(field);
      return place === undefined ? [] : [{ name: field.name, place }];
    })
    .toSorted((one, other) => one.place - other.place)
    .map(({ name }) => name);
  if (declared.length > 0) return declared.slice(0, MOST_CANDIDATES);
  const plain = all.filter(
    ({ type, reference }) => reference === undefined && (type === 'string' || type === 'number'),
  );
  const names = new Set([...(businessKey === undefined ? [] : [businessKey]), ...plain.map(({ name }) => name)]);
  return [...names].slice(0, MOST_CANDIDATES);
}

function placeOf({ schema }: FieldDefinition): number | undefined {
  const hints = schema['x-ui'];
  const place = typeof hints === 'object' && hints !== null ? (hints as { summary?: unknown }).summary : undefined;
  return typeof place === 'number' ? place : undefined;
}

/** What a process is called, and the first of its naming fields that are visible. */
export function summaryOf(
  id: string,
  naming: readonly string[],
  values: Readonly<Record<string, unknown>>,
  visible: NameSet,
): { readonly title: string; readonly fields: Record<string, unknown> } {
  const shown = naming
    .filter((name) => visible.has(name) && values[name] !== undefined && values[name] !== null)
    .slice(0, MOST_FIELDS);
  const texts = shown.map((name) => values[name]).filter((value) => typeof value === 'string' && value.trim() !== '');
  const [title] = texts as readonly string[];
  return { title: title ?? id, fields: Object.fromEntries(shown.map((name) => [name, values[name]])) };
}
