import type { NameSet } from '../access/role.js';

type Members = Readonly<Record<string, unknown>>;

/** Texts of people, correlation keys and changes of the configuration: they may hold or name any field. */
const freeTexts: ReadonlySet<string> = new Set(['reason', 'comment', 'note', 'correlationKey', 'changes']);
/** Lists of names of fields or variables. */
const nameLists: ReadonlySet<string> = new Set(['names', 'variables']);

/**
 * What a reader with a field list may see of `before` or `after`: of every `fields` object only the listed names, and
 * nowhere a member or a name like a declared field that is not listed, since runs and tasks carry field values as
 * variables. Texts that may hold a value of any field are left out.
 *
 * @param declared the dynamic fields of the sub-project
 * @param seen those the reader sees of the process
 */
export function redact(members: Members | null, declared: ReadonlySet<string>, seen: NameSet): Members | null {
  if (members === null || seen.all) return members;
  return redactMembers(members, declared, seen);
}

function redactMembers(members: Members, declared: ReadonlySet<string>, seen: NameSet): Members {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => {
      if ((declared.has(name) && !seen.has(name)) || freeTexts.has(name)) return [];
      if (name === 'fields' && isMembers(value)) {
        return [[name, Object.fromEntries(Object.entries(value).filter(([field]) => seen.has(field)))]];
      }
      if (nameLists.has(name) && Array.isArray(value)) {
        const known = value.filter((one: unknown) => typeof one !== 'string' || seen.has(one) || !declared.has(one));
        return [[name, redactValue(known, declared, seen)]];
      }
      return [[name, redactValue(value, declared, seen)]];
    }),
  );
}

function redactValue(value: unknown, declared: ReadonlySet<string>, seen: NameSet): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => redactValue(one, declared, seen));
  return isMembers(value) ? redactMembers(value, declared, seen) : value;
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
