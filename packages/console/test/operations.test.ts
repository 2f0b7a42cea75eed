import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { calendarOperations } from '../src/api/calendar-operations.js';
import { connectionOperations } from '../src/api/connection-operations.js';
import { peopleOperations } from '../src/api/people-operations.js';
import { passkeyOperations } from '../src/api/people-passkey-operations.js';
import { processOperations } from '../src/api/process-operations.js';
import { projectOperations } from '../src/api/project-operations.js';
import { runOperations } from '../src/api/run-operations.js';

const source = fileURLToPath(new URL('../src/', import.meta.url));

/** The tables that only some pages add, each with the features whose pages do. */
const tables = [
  { table: calendarOperations, features: ['calendars'] },
  { table: connectionOperations, features: ['connections'] },
  { table: peopleOperations, features: ['account', 'admin'] },
  { table: passkeyOperations, features: ['inbox', 'session'] },
  { table: processOperations, features: ['process', 'processes', 'new-project'] },
  { table: projectOperations, features: ['admin', 'audit', 'flow', 'members', 'new-project', 'studio', 'transfer'] },
  { table: runOperations, features: ['runs'] },
] as const;

/** What names an operation without calling it. */
const named = /^(api|live)\/|^members\/model\/rights\.ts$|\.test\.tsx?$|\.gen\.ts$/;

test('an operation of a table that some pages add is called by those pages alone', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !named.test(file),
  );
  const wrong = files.flatMap((file) => {
    const text = readFileSync(`${source}${file}`, 'utf8');
    const [feature = ''] = file.split('/');
    return tables
      .filter(({ features }) => !(features as readonly string[]).includes(feature))
      .flatMap(({ table }) => Object.keys(table).filter((id) => text.includes(`'${id}'`)))
      .map((id) => `${file} calls ${id}`);
  });
  expect(files.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});

test('an operation is in one table', () => {
  const file = (name: string) => readFileSync(`${source}api/${name}`, 'utf8');
  const names = readdirSync(`${source}api`).filter((name) => name.endsWith('operations.ts'));
  const ids = names.flatMap((name) => [...file(name).matchAll(/^ {2}(\w+): (?:'|\{)/gm)].map(([, id]) => id));
  expect(ids.length).toBeGreaterThan(100);
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
});
