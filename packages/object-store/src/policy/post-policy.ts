import { S3Error } from '../kernel/error.js';

/** One condition of a POST policy; field names are in lower case. */
export type Condition =
  | { readonly kind: 'eq' | 'starts-with'; readonly field: string; readonly value: string; readonly source: string }
  | { readonly kind: 'content-length-range'; readonly min: number; readonly max: number };

/** A policy document: when it ends (milliseconds since 1970) and what a form must satisfy. */
export interface PostPolicy {
  readonly expiration: number;
  readonly conditions: readonly Condition[];
}

/**
 * Reads the base64 JSON of a form's `policy` field.
 * @throws InvalidPolicyDocument with the reason
 */
export function parsePostPolicy(base64: string): PostPolicy {
  const compact = base64.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) throw invalid('Invalid Base64 encoding');
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(compact, 'base64')));
  } catch {
    throw invalid('Invalid JSON');
  }
  if (!isRecord(document)) throw invalid('Policy must be a JSON object');
  // The two keys are case-sensitive, unlike field names and operators.
  const { expiration, conditions, ...rest } = document;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw invalid(`Unexpected: '${unknown}'`);
  if (typeof expiration !== 'string') throw invalid("Policy missing expiration: 'expiration' must be a string");
  if (!Array.isArray(conditions)) throw invalid("Policy missing conditions: 'conditions' must be a list");
  return { expiration: parseExpiration(expiration), conditions: conditions.map(parseCondition) };
}

function parseExpiration(text: string): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw invalid(`Invalid 'expiration' value: '${text}'`);
  return time;
}

function parseCondition(condition: unknown): Condition {
  const source = JSON.stringify(condition);
  if (Array.isArray(condition)) return parseListCondition(condition, source);
  if (!isRecord(condition)) throw invalid(`Invalid condition: ${source}`);
  const [entry, ...others] = Object.entries(condition);
  if (!entry || others.length > 0) {
    throw invalid('Invalid Simple-Condition: Simple-Conditions must have exactly one property specified.');
  }
  const [field, value] = entry;
  if (typeof value !== 'string') throw invalid(`Invalid Simple-Condition: value must be a string: ${source}`);
  return { kind: 'eq', field: field.toLowerCase(), value, source: JSON.stringify(['eq', `$${field}`, value]) };
}

function parseListCondition(condition: readonly unknown[], source: string): Condition {
  const [operator, first, second] = condition;
  const kind = typeof operator === 'string' ? operator.toLowerCase() : undefined;
  if (condition.length !== 3) throw invalid(`A condition needs three elements: ${source}`);
  if (kind === 'content-length-range') {
    const [min, max] = [parseLength(first), parseLength(second)];
    if (min === undefined || max === undefined || min > max) throw invalid(`Invalid content-length-range: ${source}`);
    return { kind, min, max };
  }
  if (kind !== 'eq' && kind !== 'starts-with') throw invalid(`Unknown operator: ${source}`);
  if (typeof first !== 'string' || !/^\$./.test(first))
    throw invalid(`A condition’s field must begin with $: ${source}`);
  if (typeof second !== 'string') throw invalid(`A condition’s value must be a string: ${source}`);
  return { kind, field: first.slice(1).toLowerCase(), value: second, source };
}

function parseLength(value: unknown): number | undefined {
  const length = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof length === 'number' && Number.isSafeInteger(length) && length >= 0 ? length : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(reason: string): S3Error {
  return new S3Error('InvalidPolicyDocument', `Invalid Policy: ${reason}`);
}
