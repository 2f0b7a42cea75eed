import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { STATEMENT_CHANNEL, type StatementMessage } from '../postgres/sql/queryable.js';
import { crossTenant } from './cross-tenant-statements.js';
import { findUnnamed, tenantTables } from './statement-rule.js';

// For every test file: fails when the server ran a statement that does not name the sub-project of its rows (ADR 7).
// Statements of the tests themselves may be anything.

const sources = fileURLToPath(new URL('..', import.meta.url));
const tables = tenantTables(readFileSync(new URL('../postgres/schema.sql', import.meta.url), 'utf8'));

/** Problems of statements by their text; empty for good ones. Texts repeat, so each is judged once. */
const judged = new Map<string, readonly string[]>();
const wrong = new Map<string, string>();

subscribe(STATEMENT_CHANNEL, (message) => {
  const { text } = message as StatementMessage;
  let unnamed = judged.get(text);
  if (unnamed === undefined) {
    unnamed = findUnnamed(text, tables).map(({ table }) => table);
    judged.set(text, unnamed);
  }
  if (unnamed.length === 0) return;
  const caller = callerOf();
  if (caller === undefined || crossTenant[caller.function] !== undefined) return;
  wrong.set(`${caller.file} ${caller.function}: ${unnamed.join(', ')}`, text);
});

interface Caller {
  /** Path below `src`. */
  readonly file: string;
  readonly function: string;
}

/** Who ran the statement; undefined for a test. */
function callerOf(): Caller | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const frames = (new Error().stack ?? '').split('\n');
  Error.stackTraceLimit = limit;
  for (const frame of frames) {
    const [, name, path] =
      /at (?:(?:async )?(?:new )?([\w.#<>$]+)(?: \[.*?\])? \()?(?:file:\/\/)?(\/[^:]+):\d+:\d+\)?$/.exec(frame) ?? [];
    if (path === undefined || !path.startsWith(sources)) continue;
    const file = path.slice(sources.length);
    if (file.startsWith('testing/') || /^postgres\/(?:sql|connection)\//.test(file)) continue;
    if (/\.test\.ts$|\/testing\//.test(file)) return undefined;
    return { file, function: (name ?? '').replace(/^Object\./, '') };
  }
  return undefined;
}

afterAll(() => {
  if (wrong.size === 0) return;
  const list = [...wrong].map(([where, text]) => `${where}\n    ${text.replaceAll(/\s+/g, ' ').trim()}`);
  wrong.clear();
  throw new Error(
    `These statements touch tables of sub-projects without naming the sub-project (docs/adr/0007-tenant-first-schema.md):\n${list.join('\n')}`,
  );
});
