import { isProblem, readScalar } from '../../filters/filter-value.js';
import { invalidMember, notFound } from '../../kernel/errors/request-errors.js';
import type { Queryable } from '../../postgres/database.js';
import { findDefinitionByNumber } from '../../sub-projects/records/definition-queries.js';
import { findWorkflow } from '../../sub-projects/records/find-workflow.js';

/** A point in time between the first (included) and the second (excluded); undefined is not bounded. */
export interface TimeRange {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

type Query = Readonly<Record<string, string | undefined>>;

/**
 * The parameters `<name>From` and `<name>To` of a query as UTC ISO 8601.
 *
 * @throws CatalogueError 1200 for text that is no timestamp
 */
export function readTimeRange(query: Query, name: string): TimeRange {
  const read = (member: string): string | undefined => {
    const text = query[member];
    if (text === undefined || text === '') return undefined;
    const scalar = readScalar('timestamp', text);
    if (isProblem(scalar)) throw invalidMember(`/${member}`, `${member} ${scalar.problem}.`);
    return String(scalar.value);
  };
  return { from: read(`${name}From`), to: read(`${name}To`) };
}

/**
 * A comma-separated parameter, or undefined when it is absent or empty.
 *
 * @param known the values it may have; absent: any
 * @throws CatalogueError 1200 for another value
 */
export function readList<T extends string>(query: Query, name: string, known?: readonly T[]): readonly T[] | undefined {
  const parts = (query[name] ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  if (parts.length === 0) return undefined;
  const wrong = known === undefined ? undefined : parts.find((part) => !known.includes(part as T));
  if (wrong !== undefined) {
    throw invalidMember(`/${name}`, `There is no ${name} "${wrong.slice(0, 100)}". Use ${known?.join(', ')}.`);
  }
  return [...new Set(parts)] as T[];
}

/**
 * One of the given values, or undefined when the parameter is absent or empty.
 *
 * @throws CatalogueError 1200 for another value
 */
export function readChoice<T extends string>(query: Query, name: string, known: readonly T[]): T | undefined {
  const text = query[name];
  if (text === undefined || text === '') return undefined;
  const found = known.find((one) => one === text);
  if (found === undefined) throw invalidMember(`/${name}`, `${name} must be ${known.join(' or ')}.`);
  return found;
}

/**
 * A whole number, or undefined when the parameter is absent or empty.
 *
 * @throws CatalogueError 1200 for another text, and for a number outside of the bounds
 */
export function readNumber(query: Query, name: string, least: number, most: number): number | undefined {
  const text = query[name];
  if (text === undefined || text === '') return undefined;
  const number = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw invalidMember(`/${name}`, `${name} must be a whole number from ${least} to ${most}.`);
}

/** Text, or undefined when the parameter is absent or empty. */
export const readText = (query: Query, name: string): string | undefined => query[name] || undefined;

/** The workflow of a search, and the definition of the version that it names. */
export interface WorkflowChoice {
  readonly workflowId: string | undefined;
  readonly definitionId: string | undefined;
}

/**
 * The parameters `workflowId` and `version`.
 *
 * @param needsWorkflow parameters that mean nothing without a workflow
 * @throws CatalogueError 1200 for a parameter that needs workflowId, 1200 (404) for what does not exist (D14)
 */
export async function readWorkflow(
  db: Queryable,
  subProjectId: string,
  query: Query,
  needsWorkflow: readonly string[] = ['version'],
): Promise<WorkflowChoice> {
  const { workflowId } = query;
  if (workflowId === undefined) {
    const alone = needsWorkflow.find((name) => readText(query, name) !== undefined);
    if (alone !== undefined) throw invalidMember('/workflowId', `${alone} requires workflowId: name the workflow too.`);
    return { workflowId, definitionId: undefined };
  }
  if ((await findWorkflow(db, subProjectId, workflowId)) === undefined) {
    throw notFound('workflow', workflowId, ' in this sub-project');
  }
  const version = readText(query, 'version');
  if (version === undefined) return { workflowId, definitionId: undefined };
  const number = /^[1-9]\d{0,8}$/.test(version) ? Number(version) : 0;
  const definitionId = await findDefinitionByNumber(db, subProjectId, workflowId, number);
  if (definitionId === undefined) throw notFound('version', version, ' of this workflow');
  return { workflowId, definitionId };
}
