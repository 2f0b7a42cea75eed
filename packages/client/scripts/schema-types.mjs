// TypeScript types of the contract's schemas, with a doc comment on every member. Used by write-operations.mjs.

import { modelOf } from '@millrace/contract';

const identifier = /^[A-Za-z_$][\w$]*$/;
const quote = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A doc comment at an indent. @param lines text; an empty line starts a paragraph */
export function docs(lines, indent = '') {
  const text = lines.map((line) => line.replaceAll('*/', '*\\/'));
  if (text.length === 1) return `${indent}/** ${text[0]} */\n`;
  return `${indent}/**\n${text.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}

/** What a member is for, and what its value must hold to. */
export function memberText(schema) {
  const { description = '', format, minimum, maximum, minLength, maxLength, minItems, maxItems } = plainOf(schema);
  const range = (least, most, unit) =>
    least === undefined && most === undefined
      ? []
      : most === undefined
        ? [`At least ${least}${unit}.`]
        : [least === undefined ? `At most ${most}${unit}.` : `From ${least} to ${most}${unit}.`];
  return [
    /[.?!…]$/.test(description) ? description : `${description}.`,
    ...(format === 'date-time' ? ['ISO 8601 timestamp in UTC.'] : []),
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' items'),
  ].join(' ');
}

/** The schema whose bounds count: that of a nullable member is the other one of its two. */
function plainOf(schema) {
  const options = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  return options.length === 1 ? { ...options[0], ...schema } : schema;
}

/**
 * The type of a schema.
 *
 * @param context `isRequest`: the caller writes it; `models`: collects the titled schemas it names
 */
export function typeOf(schema, context, indent = '') {
  if (schema.title !== undefined && schema.type === 'object') {
    context.models.set(schema.title, modelOf(schema));
    return schema.title;
  }
  if (Array.isArray(schema.type) && !schema.enum)
    return schema.type.map((type) => typeOf({ ...schema, type }, context, indent)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map((option) => typeOf(option, context, indent)))].join(' | ');
  if (schema.enum) return schema.enum.map((value) => (value === null ? 'null' : quote(value))).join(' | ');
  if (schema.const !== undefined) return quote(schema.const);
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'array') {
    const item = typeOf(schema.items, context, indent);
    return `readonly ${item.includes(' | ') ? `(${item})` : item}[]`;
  }
  if (schema.type === undefined) return 'unknown';
  if (schema.type !== 'object') return schema.type;
  if (typeof schema.additionalProperties === 'object') {
    return `Readonly<Record<string, ${typeOf(schema.additionalProperties, context, indent)}>>`;
  }
  if (schema.additionalProperties === true) return context.isRequest ? 'object' : 'Readonly<Record<string, unknown>>';
  return `{\n${membersOf(schema, context, `${indent}  `)}${indent}}`;
}

/** The members of an object schema, each with its doc comment. */
export const membersOf = (schema, context, indent) => [...memberTexts(schema, context, indent).values()].join('');

/** The members of an object schema by name, each as TypeScript with its doc comment. */
export function memberTexts(schema, context, indent = '  ') {
  const required = new Set(schema.required ?? []);
  return new Map(
    Object.entries(schema.properties).map(([name, member]) => {
      const key = identifier.test(name) ? name : quote(name);
      const type = sent(name, typeOf(member, context, indent), context);
      const optional = required.has(name) ? '' : '?';
      const absent = context.isRequest && !required.has(name) ? ' | undefined' : '';
      const { minLength, maxLength, ...number } = member;
      const isNumber = name === 'page' || name === 'perPageCount';
      const comment = docs([memberText(isNumber ? number : member)], indent);
      return [name, `${comment}${indent}readonly ${key}${optional}: ${type}${absent};\n`];
    }),
  );
}

/** What a caller may write for a member: objects for filters, numbers for pages, arrays for lists in one string. */
function sent(name, type, { isRequest, isQuery }) {
  if (!isRequest) return type;
  if (isQuery && type.startsWith('readonly ')) return `string | ${type}`;
  if (name === 'document') return `${type} | object`;
  if (name === 'filters')
    return type === 'object' ? 'Filters | Readonly<Record<string, unknown>>' : `${type} | Filters`;
  if (name === 'page' || name === 'perPageCount') return `${type} | number`;
  return name === 'include' || name === 'sort' ? `${type} | readonly string[]` : type;
}
