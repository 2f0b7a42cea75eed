import { compileConnectorExpression, ExpressionError } from '@millrace/engine';

/** What expressions of hooks read. */
export interface HookScope {
  readonly body: unknown;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly deliveryId: string;
}

/** A delivery does not fit what the hook makes of it. The message is for the person who sets the hook up. */
export class MappingFailure extends Error {
  override readonly name = 'MappingFailure';
}

/** The value of a setting: of FEEL when it begins with `=`. @throws MappingFailure */
function evaluate(name: string, source: string, scope: HookScope): unknown {
  if (!source.trimStart().startsWith('=')) return source;
  try {
    return compileConnectorExpression(source)({ ...scope }, new Date());
  } catch (error) {
    if (error instanceof ExpressionError) throw new MappingFailure(`"${name}": ${error.message}`);
    throw error;
  }
}

/** @returns undefined for null and for no source. @throws MappingFailure */
export function textValue(name: string, source: string | undefined, scope: HookScope): string | undefined {
  const value = source === undefined ? undefined : evaluate(name, source, scope);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new MappingFailure(`"${name}" must give a text, not ${Array.isArray(value) ? 'a list' : 'a context'}.`);
}

/** @throws MappingFailure */
export function contextValue(name: string, source: string | undefined, scope: HookScope): Record<string, unknown> {
  const value = source === undefined ? {} : evaluate(name, source, scope);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new MappingFailure(`"${name}" must give a context such as {supplier: body.name}, and gave ${kindOf(value)}.`);
}

/** @throws MappingFailure */
export function conditionHolds(source: string | undefined, scope: HookScope): boolean {
  return source === undefined || evaluate('when', source, scope) === true;
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
