/** Somebody whom a rule of separation excludes: a user id, or the id of one of their clients. */
export interface SeparatedPerson {
  /** As the diagram writes it, for example `task:FirstApproval`. */
  readonly rule: string;
  readonly person: string;
}

/** What the rules with a prefix name: `namedBy(['starter', 'task:A'], 'task:')` is `['A']`. */
export const namedBy = (separation: readonly string[], prefix: 'task:' | 'field:' | 'editor:'): readonly string[] =>
  separation.filter((rule) => rule.startsWith(prefix)).map((rule) => rule.slice(prefix.length));

/** The field of a rule that is about one. */
export const fieldOfRule = (rule: string): string | undefined => /^(?:field|editor):(.+)$/s.exec(rule)?.[1];

/** Those whom fields of the process name: a text, or a list of texts. */
export const excludedByFields = (
  separation: readonly string[],
  fields: Readonly<Record<string, unknown>>,
): readonly SeparatedPerson[] =>
  namedBy(separation, 'field:').flatMap((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : null;
    const persons = Array.isArray(value) ? value : [value];
    return persons.flatMap((person) => (typeof person === 'string' ? [{ rule: `field:${name}`, person }] : []));
  });

/** Why a rule excludes somebody, as the end of a sentence that begins with their name. */
export function explainSeparation(rule: string): string {
  if (rule === 'starter') return 'started the run';
  const [kind = '', name = ''] = rule.split(':', 2);
  switch (kind) {
    case 'task':
      return `decided or voted at ${name} in this run`;
    case 'field':
      return `is named by the field ${name}`;
    default:
      return `set the field ${name}`;
  }
}
