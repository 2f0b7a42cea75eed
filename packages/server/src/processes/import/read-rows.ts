import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { FieldDefinition } from '../../sub-projects/fields/field-definition.js';
import type { ProcessRequest } from '../change/plan-process.js';
import { type CsvCell, CsvError, type CsvRecord, parseCsv } from './parse-csv.js';

/** Rows of one import: a transaction of seconds. */
export const MOST_ROWS = 10_000;

/** One row: what is asked for, or what is wrong with it. */
export interface ImportRow {
  readonly line: number;
  readonly request: ProcessRequest | CatalogueError;
}

/** What an export has and only the service decides; left out, so that an export can be imported. */
const decided: ReadonlySet<string> = new Set(['id', 'createdTs', 'updatedTs', 'version', 'createdBy']);

const wrong = (detail: string): CatalogueError => invalidValue(detail);

/**
 * The rows of an import. A name that is not known is an error (D36). `state` may stand there if it is the initial one.
 *
 * @throws CatalogueError 1232 for what is wrong with the whole: no CSV, no header, too many rows
 */
export function* readRows(
  subProject: SubProject,
  format: 'csv' | 'ndjson',
  content: string,
): Generator<ImportRow, void, void> {
  let count = 0;
  for (const row of format === 'csv' ? csvRows(subProject, content) : jsonRows(subProject, content)) {
    count += 1;
    if (count > MOST_ROWS) throw wrong(`One import has at most ${MOST_ROWS} rows; send the rest in another one.`);
    yield row;
  }
  if (count === 0) throw wrong('The content has no rows.');
}

function* jsonRows(subProject: SubProject, content: string): Generator<ImportRow> {
  let line = 0;
  for (const text of content.replace(/^\ufeff/, '').split('\n')) {
    line += 1;
    if (text.trim() !== '') yield { line, request: jsonRequest(subProject, text) };
  }
}

function jsonRequest(subProject: SubProject, text: string): ProcessRequest | CatalogueError {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return wrong('The line is not JSON.');
  }
  if (!isObject(value)) return wrong('The line is not a JSON object.');
  const { fields, ...head } = value;
  if (fields !== undefined && !isObject(fields)) return wrong('fields must be an object.');
  return requestOf(subProject, head, fields ?? {});
}

function* csvRows(subProject: SubProject, content: string): Generator<ImportRow> {
  let header: readonly string[] | undefined;
  try {
    for (const record of parseCsv(content)) {
      if (header === undefined) header = headerOf(record);
      else yield { line: record.line, request: csvRequest(subProject, header, record) };
    }
  } catch (error) {
    if (error instanceof CsvError) throw wrong(`Line ${error.line}: ${error.message}`);
    throw error;
  }
}

function headerOf({ cells }: CsvRecord): readonly string[] {
  const names = cells.map(({ text }) => text);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw wrong(`Line 1: the column "${twice.slice(0, 100)}" is there twice.`);
  return names;
}

const prefix = 'fields.';

function csvRequest(
  subProject: SubProject,
  header: readonly string[],
  { cells }: CsvRecord,
): ProcessRequest | CatalogueError {
  if (cells.length !== header.length)
    return wrong(`The row has ${cells.length} cells and the header ${header.length}.`);
  const head: [string, unknown][] = [];
  const fields: [string, unknown][] = [];
  for (const [index, name] of header.entries()) {
    const cell = cells[index];
    if (cell === undefined || (cell.text === '' && !cell.quoted)) continue;
    const text = cell.text.replace(/^'('*[=+\-@\t\r\n])/, '$1');
    if (!name.startsWith(prefix)) head.push([name, text]);
    else
      fields.push([name.slice(prefix.length), cellValue(subProject.fields.get(name.slice(prefix.length)), text, cell)]);
  }
  return requestOf(subProject, Object.fromEntries(head), Object.fromEntries(fields));
}

/** The value a cell stands for: JSON where the field's declaration takes it, else the text as it is. */
function cellValue(field: FieldDefinition | undefined, text: string, { quoted }: CsvCell): unknown {
  if (field === undefined || field.type === 'string') return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  if (field.type === 'json' && (quoted || field.check(value) !== undefined) && field.check(text) === undefined)
    return text;
  return value;
}

function requestOf(
  subProject: SubProject,
  head: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): ProcessRequest | CatalogueError {
  const { priority, stageKey, state, ...rest } = head;
  const unknown = Object.keys(rest).find((name) => !decided.has(name));
  if (unknown !== undefined) {
    return wrong(`"${unknown.slice(0, 100)}" is not known here: priority, stageKey, fields (in CSV fields.<name>).`);
  }
  if (!isTextOrAbsent(priority) || !isTextOrAbsent(stageKey)) return wrong('priority and stageKey must be texts.');
  if (state !== undefined && state !== subProject.initialState) {
    return wrong(`A new process is in the state ${subProject.initialState}; change it afterwards.`);
  }
  return {
    fields,
    ...(priority === undefined ? {} : { priority }),
    ...(stageKey === undefined ? {} : { stageKey }),
  };
}

const isTextOrAbsent = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
