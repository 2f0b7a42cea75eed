/** An object as it came over the wire. */
export type Json = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that is an object, `{}` for anything else. */
export function recordAt(from: Json, name: string): Json {
  const value = from[name];
  return isRecord(value) ? value : {};
}

/** The objects in a member that is an array. */
export function recordsAt(from: Json, name: string): readonly Json[] {
  const value = from[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
