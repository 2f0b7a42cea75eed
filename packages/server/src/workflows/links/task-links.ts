import { createHash, randomBytes } from 'node:crypto';
import { isUuid } from '../../kernel/identifiers.js';
import { type Database, transaction } from '../../postgres/database.js';
import type { FieldSchema } from '../../sub-projects/fields/field-definition.js';
import { countPress, findTaskLink, insertTaskLink } from '../records/links/task-links.js';
import type { WorkflowDeps } from '../run/workflow-deps.js';

/** How long a link works at most; it ends with its task. */
const LINK_MS = 30 * 24 * 3_600_000;
const HOUR_MS = 3_600_000;
/** Links to one task that a person gets in an hour, and forms that are taken with one link. */
const MOST_LINKS = 5;
const MOST_PRESSES = 30;

const ID_BYTES = 16;
const SECRET_BYTES = 32;
/** Both in base64url. */
const TOKEN = /^[\w-]{64}$/;

/** A link to one task for one person. */
export interface TaskLink {
  readonly subProjectId: string;
  readonly taskId: string;
  readonly userId: string;
  readonly isExpired: boolean;
}

/** A task and a person. */
export type LinkTarget = Pick<TaskLink, 'subProjectId' | 'taskId' | 'userId'>;

/** Links of e-mails to one task for one person (D178). */
export interface TaskLinks {
  /**
   * Makes a link to an open task.
   *
   * @returns its secret, which is shown or sent now and never again; undefined when the task is closed, or when the person got
   * enough links to it in the last hour
   */
  issue(target: LinkTarget): Promise<string | undefined>;
  /** Changes nothing. @returns undefined for what is no link of ours, or was forgotten */
  find(token: string): Promise<TaskLink | undefined>;
  /** Counts a form before it is judged. @returns whether it may be judged */
  press(token: string): Promise<boolean>;
  /** The fields of a sub-project in their order, with their schemas: what its values are called. */
  fieldsOf(subProjectId: string): Promise<readonly { readonly name: string; readonly schema: FieldSchema }[]>;
}

export const createTaskLinks = ({
  db,
  subProjects,
  now,
}: Pick<WorkflowDeps, 'subProjects' | 'now'> & { readonly db: Database }): TaskLinks => ({
  async issue({ subProjectId, taskId, userId }) {
    const token = Buffer.concat([bytesOf(subProjectId), randomBytes(SECRET_BYTES)]).toString('base64url');
    const createdTs = new Date(now());
    const expiresTs = new Date(now() + LINK_MS);
    const link = { subProjectId, secretHash: hashOf(token), taskId, userId, createdTs, expiresTs };
    const limit = { most: MOST_LINKS, since: new Date(now() - HOUR_MS) };
    return (await transaction(db, (tx) => insertTaskLink(tx, link, limit))) ? token : undefined;
  },
  async find(token) {
    const key = keyOf(token);
    const row = key && (await findTaskLink(db, key));
    if (row === undefined) return undefined;
    const { subProjectId, taskId, userId, expiresTs } = row;
    return { subProjectId, taskId, userId, isExpired: expiresTs.getTime() <= now() };
  },
  async press(token) {
    const key = keyOf(token);
    return key !== undefined && (await countPress(db, key)) <= MOST_PRESSES;
  },
  async fieldsOf(subProjectId) {
    const { fields } = await subProjects.load(subProjectId);
    return [...fields.values()].map(({ name, schema }) => ({ name, schema }));
  },
});

/** What a secret is stored by: the sub-project stands in it, so that the tables of sub-projects stay apart. */
function keyOf(token: string): { readonly subProjectId: string; readonly secretHash: string } | undefined {
  if (!TOKEN.test(token)) return undefined;
  const hex = Buffer.from(token, 'base64url').subarray(0, ID_BYTES).toString('hex');
  const subProjectId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isUuid(subProjectId) ? { subProjectId, secretHash: hashOf(token) } : undefined;
}

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

/** The secret is random, so a hash without salt and cost cannot be reversed. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
