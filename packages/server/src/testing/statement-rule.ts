/** A table of sub-projects that a statement reads or changes without naming the sub-project of its rows. */
export interface Unnamed {
  readonly table: string;
  /** The name the statement gives it. */
  readonly alias: string;
}

/** Names of the tables of `schema.sql` whose rows all belong to a sub-project. */
export const tenantTables = (schema: string): ReadonlySet<string> =>
  new Set(
    [...schema.matchAll(/^create table (\w+) \(\n(.*?)^\)/gms)].flatMap(([, name = '', columns = '']) =>
      columns.includes('  sub_project_id uuid not null') ? [name] : [],
    ),
  );

/**
 * The tables of sub-projects that a statement does not name the sub-project of (ADR 7). A table is named when its
 * `sub_project_id` is compared with a parameter or a value, or with that of a table that is named, in the same query; an
 * insert names it among its columns. It reads text and not PostgreSQL's grammar, in the forms this code base uses.
 */
export function findUnnamed(text: string, tables: ReadonlySet<string>): readonly Unnamed[] {
  const plain = text.replaceAll(/--[^\n]*/g, ' ').replaceAll(/'(?:[^']|'')*'/g, "''");
  return scopesOf(plain.replaceAll(/\s+/g, ' ')).flatMap((scope) => unnamedIn(scope, tables));
}

/** The queries of a statement, each without those inside it, and without the others of its unions. */
function scopesOf(text: string): readonly string[] {
  const scopes: string[] = [];
  const own = readScope(text, 0, scopes).own;
  return [...scopes, ...splitSets(own)];
}

const SET_OPERATION = /\b(?:union(?: all)?|intersect|except)\b/i;
const splitSets = (text: string): readonly string[] => text.split(SET_OPERATION);

function readScope(text: string, from: number, scopes: string[]): { readonly own: string; readonly end: number } {
  let own = '';
  let index = from;
  while (index < text.length) {
    const char = text[index];
    if (char === ')') break;
    if (char !== '(') {
      own += char;
      index += 1;
      continue;
    }
    const inner = readScope(text, index + 1, scopes);
    if (/^\s*(?:with|select|insert|update|delete)\b/i.test(inner.own)) {
      scopes.push(...splitSets(inner.own));
      own += '(…)';
    } else own += `(${inner.own})`;
    index = inner.end + 1;
  }
  return { own, end: index };
}

const KEYWORDS = new Set(
  'where set on join left right inner cross full order group having limit offset for using values returning union as natural lateral with select default overriding tablesample'.split(
    ' ',
  ),
);

function unnamedIn(scope: string, tables: ReadonlySet<string>): readonly Unnamed[] {
  const inserted = /\binsert into (\w+)(?: as \w+)?(?: ?\(([^)]*)\))?/i.exec(scope);
  const found: Unnamed[] = [];
  if (inserted !== null) {
    const [, table = '', columns = ''] = inserted;
    if (tables.has(table) && !/\bsub_project_id\b/.test(columns)) found.push({ table, alias: table });
  }
  const references = referencesIn(scope, tables);
  const named = namedAliases(scope, references);
  return [...found, ...references.filter(({ alias }) => !named.has(alias))];
}

/** Where a table is read, updated or deleted from. After a comma a name counts only with an alias: columns have names, too. */
const REFERENCE = /(?:\b(from|join|update|using)|,) (?:only )?(\w+)\b(?![.(])(?: (?:as )?(\w+))?/gi;

function referencesIn(scope: string, tables: ReadonlySet<string>): readonly Unnamed[] {
  const references: Unnamed[] = [];
  for (const [, keyword, table = '', word = ''] of scope.matchAll(REFERENCE)) {
    const alias = KEYWORDS.has(word.toLowerCase()) ? '' : word;
    if (!tables.has(table) || (keyword === undefined && alias === '')) continue;
    references.push({ table, alias: alias === '' ? table : alias });
  }
  return references;
}

/** A comparison of `sub_project_id`, alone or at the head of a row: the alias on the left, and what is on the right. */
const COMPARISON =
  /(?:\b(\w+)\.)?\bsub_project_id(?:::text)?(?:, [^()]*\))? ?(?:=|in\b|[<>]=?(?!>)) ?(?:any ?)?\(*([\w$]*)(\.\w+)?/gi;

function namedAliases(scope: string, references: readonly Unnamed[]): ReadonlySet<string> {
  const aliases = new Set(references.map(({ alias }) => alias));
  const [only] = aliases;
  const named = new Set<string>();
  const pairs: [string, string][] = [];
  for (const [, alias, right = '', column] of scope.matchAll(COMPARISON)) {
    // A column without an alias belongs to the only table.
    const left = alias ?? (aliases.size === 1 ? only : undefined);
    if (left === undefined) continue;
    if (column !== undefined && aliases.has(right)) pairs.push([left, right]);
    else named.add(left);
  }
  // Two tables of one query that are compared name each other's sub-project once one of them is named.
  for (let size = -1; size !== named.size; ) {
    size = named.size;
    for (const [left, right] of pairs) {
      if (named.has(right) || !aliases.has(left)) named.add(left);
      if (named.has(left)) named.add(right);
    }
  }
  return named;
}
