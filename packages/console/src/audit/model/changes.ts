type Members = Readonly<Record<string, unknown>>;

/** A member that differs. */
export interface Change {
  /** Its name; members of `fields` have that of their field. */
  readonly name: string;
  /** Undefined: it was not there. */
  readonly before: unknown;
  readonly after: unknown;
}

/** What a row of the audit log says was changed, in the order of the row. */
export function changesOf(before: object | null, after: object | null): readonly Change[] {
  const [from, to] = [flat(before), flat(after)];
  return [...new Set([...from.keys(), ...to.keys()])]
    .map((name) => ({ name, before: from.get(name), after: to.get(name) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

const flat = (members: object | null): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries((members ?? {}) as Members).flatMap(([name, value]) =>
      name === 'fields' && isObject(value) ? Object.entries(value) : [[name, value] as const],
    ),
  );

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value in few words; undefined for one that is not there. */
export function shortValue(value: unknown, most = 60): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
