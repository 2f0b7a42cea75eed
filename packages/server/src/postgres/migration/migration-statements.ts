/** What a statement of a migration does to others while it and the rest of its file run. */
export type LockEffect =
  /** On something that the same plan creates, or on nothing that exists. */
  | 'no session waits'
  | 'reads and writes go on'
  /** SHARE and its kin. */
  | 'writes wait'
  /** ACCESS EXCLUSIVE. */
  | 'reads and writes wait'
  /** Rows it changes are locked; others are not. */
  | 'writes to the same rows wait'
  /** Code of a function or block: what it locks stands in the file. */
  | 'see the file';

export interface MigrationStatement {
  /** Its first words, on one line. */
  readonly text: string;
  /** The table it works on, where there is one. */
  readonly table: string | undefined;
  readonly effect: LockEffect;
}

const WIDTH = 100;
const name = '"?([a-z_][a-z0-9_]*)"?';

/** In this order; the first that fits counts. */
const kinds: readonly (readonly [RegExp, LockEffect])[] = [
  [new RegExp(`^alter table (?:only )?${name} attach partition`), 'reads and writes go on'],
  [new RegExp(`^alter table (?:only )?${name} validate constraint`), 'reads and writes go on'],
  [new RegExp(`^alter table (?:if exists )?(?:only )?${name}`), 'reads and writes wait'],
  [new RegExp(`^(?:drop|truncate) table (?:if exists )?${name}`), 'reads and writes wait'],
  [new RegExp(`^truncate ${name}`), 'reads and writes wait'],
  [new RegExp(`^create (?:unique )?index .*?\\bon (?:only )?${name}`), 'writes wait'],
  [new RegExp(`^create (?:or replace )?(?:constraint )?trigger .*?\\bon ${name}`), 'writes wait'],
  [new RegExp(`^(?:update|delete from) (?:only )?${name}`), 'writes to the same rows wait'],
  [new RegExp(`^insert into ${name}`), 'reads and writes go on'],
  [/^(?:drop index|alter index|drop trigger|lock)\b()/, 'reads and writes wait'],
  [/^(?:do|select|call|with)\b()/, 'see the file'],
  [/^create table (?:if not exists )?()/, 'no session waits'],
  [/^(?:create|drop|alter|comment|grant|revoke|set)\b()/, 'no session waits'],
];

/**
 * The statements of migrations in order and what each means for those who use the database meanwhile, as far as the text
 * shows it.
 *
 * @param texts of the files; a table that an earlier one of these statements creates is not in use yet
 */
export function migrationStatements(texts: readonly string[]): readonly (readonly MigrationStatement[])[] {
  const created = new Set<string>();
  return texts.map((text) => splitStatements(text).map((statement) => statementOf(statement, created)));
}

function statementOf(statement: string, created: Set<string>): MigrationStatement {
  const line = statement.replaceAll(/\s+/g, ' ').trim();
  const words = line.toLowerCase();
  const [, isNew] = new RegExp(`^create table (?:if not exists )?${name}`).exec(words) ?? [];
  if (isNew !== undefined) created.add(isNew);
  const text = line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line;
  for (const [pattern, effect] of kinds) {
    const match = pattern.exec(words);
    if (match === null) continue;
    const table = match[1] === '' ? undefined : match[1];
    return { text, table, effect: table !== undefined && created.has(table) ? 'no session waits' : effect };
  }
  return { text, table: undefined, effect: 'see the file' };
}

/** What separates statements, and what may hold a semicolon that does not. */
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$[a-zA-Z_]*\$)[\s\S]*?\1|;/g;

/** Splits a file into its statements, without comments between them. */
export function splitStatements(text: string): readonly string[] {
  const statements: string[] = [];
  let current = '';
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    current += text.slice(from, match.index);
    from = match.index + match[0].length;
    if (match[0] === ';') {
      statements.push(current);
      current = '';
    } else if (!match[0].startsWith('--') && !match[0].startsWith('/*')) current += match[0];
  }
  return [...statements, current + text.slice(from)].map((one) => one.trim()).filter((one) => one !== '');
}
