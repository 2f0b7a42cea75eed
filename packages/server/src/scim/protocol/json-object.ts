import { invalid } from './scim-error.js';

/** A JSON object that may be changed. */
export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws ScimError 400 */
export function requireObject(value: unknown, what: string): JsonObject {
  if (isObject(value)) return value;
  throw invalid('invalidSyntax', `${what} must be a JSON object.`);
}

/** The name an object has for an attribute, in whatever case (RFC 7643, section 2.1); the given one if it has none. */
export function keyOf(object: JsonObject, name: string): string {
  if (Object.hasOwn(object, name)) return name;
  const lower = name.toLowerCase();
  return Object.keys(object).find((key) => key.toLowerCase() === lower) ?? name;
}

/** An attribute in whatever case. */
export const readAttribute = (object: JsonObject, name: string): unknown => {
  const key = keyOf(object, name);
  return Object.hasOwn(object, key) ? object[key] : undefined;
};

/** Text of an attribute, without white space around it; undefined when it is absent, null or empty. */
export function textOf(object: JsonObject, name: string): string | undefined {
  const value = readAttribute(object, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalid('invalidValue', `${name} must be text.`);
  return value.trim() === '' ? undefined : value.trim();
}

/** Entra sends booleans as the texts "True" and "False". @throws ScimError 400 */
export function booleanOf(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  throw invalid('invalidValue', `${name} must be true or false.`);
}

/** Names that JavaScript gives a meaning to are no attributes. @throws ScimError 400 */
export function requireName(name: string): string {
  if (name !== '__proto__' && name !== 'constructor' && name !== 'prototype') return name;
  throw invalid('invalidPath', `"${name}" is no attribute.`);
}
