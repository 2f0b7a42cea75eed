import { principalOf } from '../../identity/records/principal-of.js';
import { userDirectory } from '../../identity/records/user-directory.js';
import { newId } from '../../kernel/identifiers.js';
import { type Database, sql, transaction } from '../../postgres/database.js';
import { createSubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { ConfigurationDocument } from '../../sub-projects/document/model/document.js';
import { normalDocument } from '../../sub-projects/document/model/normal-document.js';
import { quietLog } from '../../testing/quiet-log.js';
import { type TestCallerOptions, testCaller } from '../../testing/test-caller.js';
import { createTestDatabase } from '../../testing/test-database.js';
import type { Caller } from '../../use-case/caller.js';
import { changeProcessWith } from '../change/change-process.js';
import type { FileReference, ProcessDeps } from '../change/process-ports.js';
import { enforceUniqueFields } from '../change/unique-fields.js';
import type { BulkDeps } from '../operations/bulk-update-processes.js';
import type { ExplainDeps } from '../operations/explain-access.js';
import { processUseCases } from '../use-cases.js';
import { nothingElse } from './nothing-else.js';

/** Stages, states, fields and roles that the tests of processes share; much as the demo has them (D35). */
export const invoices: ConfigurationDocument = {
  name: 'Invoices',
  stages: [{ key: 'stage_init', default: true }, { key: 'stage_review' }, { key: 'stage_done' }],
  states: {
    values: ['INIT', 'IN_REVIEW', 'APPROVED', 'REJECTED'],
    transitions: [
      { from: 'INIT', to: ['IN_REVIEW', 'REJECTED'] },
      { from: 'IN_REVIEW', to: ['APPROVED', 'REJECTED'] },
    ],
  },
  priorities: { values: ['LOW', 'MEDIUM', 'HIGH'], default: 'MEDIUM' },
  fields: {
    supplier: { type: 'string', required: true },
    amount: { type: 'number', minimum: 0 },
    currency: { enum: ['EUR', 'USD'], default: 'EUR' },
    tags: { type: 'array', items: { type: 'string' } },
    assignee: { type: 'string', format: 'user' },
    document: { type: 'string', format: 'file' },
    notes: { type: 'string' },
  },
  roles: [
    { name: 'OWNER', assignable: true, read: true, create: true, update: true, users: true, audit: true },
    { name: 'REVIEWER', stages: ['stage_review'], assignable: true, read: true, update: ['state', 'stageKey'] },
    {
      name: 'ASSIGNEE',
      assignable: true,
      filter: { 'fields.assignee': '$user.id' },
      read: ['supplier', 'notes', 'assignee'],
      update: ['notes'],
      users: true,
      audit: true,
    },
    { name: 'CLERK', stages: ['stage_init'], read: ['supplier'], create: ['supplier', 'notes'] },
    { name: 'GUEST' },
  ],
};

/** A database with one sub-project; ports that other features implement are kept simple and observable. */
export interface ProcessFixture {
  readonly db: Database;
  /** Of the same database. */
  readonly url: string;
  /** The owner of the schema, for what no server does. */
  readonly owner: Database;
  readonly subProjectId: string;
  readonly useCases: ReturnType<typeof processUseCases>;
  readonly deps: ProcessDeps & ExplainDeps & BulkDeps;
  /** Ids that `attachFiles` takes for good files. */
  readonly files: Set<string>;
  /** What `attachFiles` and `processChanged` were called with. */
  readonly calls: { readonly attached: string[]; readonly changed: string[] };
  /** The caller who is the user of that role; also an administrator and a stranger. */
  caller(who: string, options?: TestCallerOptions): Caller;
  /** Id of the user of that role. */
  userId(who: string): string;
  /** Creates a process as OWNER and returns its id. */
  create(fields?: object, rest?: { readonly stageKey?: string; readonly priority?: string }): Promise<string>;
  drop(): Promise<void>;
}

/** @param document default {@link invoices}; each of its roles gets a user, `BOTH` is REVIEWER and ASSIGNEE */
export async function createProcessFixture(document: ConfigurationDocument = invoices): Promise<ProcessFixture> {
  const { db, owner, url, drop } = await createTestDatabase();
  const roles = (document.roles ?? []).map((role) => role.name);
  const held = new Map<string, readonly string[]>([
    ...roles.map((role): [string, readonly string[]] => [role, [role]]),
    ['BOTH', ['REVIEWER', 'ASSIGNEE']],
  ]);
  const users = new Map([...held.keys(), 'ADMIN', 'STRANGER', 'DISABLED'].map((who) => [who, newId()]));
  const userId = (who: string): string => {
    const id = users.get(who);
    if (id === undefined) throw new Error(`there is no user ${who}`);
    return id;
  };
  await insertUsers(db, users);
  const members = [...held, ['DISABLED', ['OWNER']] as const].map(([who, roleNames]) => ({
    user: userId(who),
    roles: roleNames.filter((name) => roles.includes(name)),
  }));
  const subProjectId = newId();
  await insertSubProject(db, subProjectId, { ...document, members });

  const files = new Set<string>();
  const calls = { attached: [] as string[], changed: [] as string[] };
  const ports = {
    attachFiles: async (_tx: unknown, { files: named }: { readonly files: readonly FileReference[] }) => {
      const fileIds = named.map(({ fileId }) => fileId);
      calls.attached.push(...fileIds);
      return named.filter(({ fileId }) => !files.has(fileId));
    },
    auditedFile: () => sql`true`,
    processChanged: async (_tx: unknown, { processId }: { readonly processId: string }) => {
      calls.changed.push(processId);
    },
    wakenBy: ({ processId }: { readonly processId: string }) => {
      calls.changed.push(processId);
      return sql`select 1`;
    },
    users: userDirectory,
  };
  const deps = { db, subProjects: createSubProjects(db), principalOf, bulkUpdatesPerUser: 5, log: quietLog, ...ports };
  const useCases = processUseCases({ ...deps, deletion: nothingElse, changeProcess: changeProcessWith(ports) });
  const caller = (who: string, options: TestCallerOptions = {}): Caller =>
    testCaller(db, { userId: userId(who), name: who, administrator: who === 'ADMIN', ...options });
  return {
    db,
    owner,
    url,
    subProjectId,
    useCases,
    deps,
    files,
    calls,
    caller,
    userId,
    async create(fields = {}, rest = {}) {
      const request = { subProjectId, fields: { supplier: 'Acme', ...fields }, ...rest };
      const { id } = await useCases.createProcess(caller('OWNER'), request);
      return id;
    },
    drop,
  };
}

async function insertUsers(db: Database, users: ReadonlyMap<string, string>): Promise<void> {
  await db`insert into users ${sql.rows(
    [...users].map(([who, id]) => ({
      id,
      name: `User ${who}`,
      email: `${who.toLowerCase()}@example.com`,
      kind: 'person',
      administrator: who === 'ADMIN',
      disabled: who === 'DISABLED',
      created_ts: new Date(),
    })),
  )}`;
}

/** A sub-project with this document deployed; `members` name users by id. */
export async function insertSubProject(
  db: Database,
  subProjectId: string,
  document: ConfigurationDocument | undefined,
): Promise<void> {
  await transaction(db, async (tx) => {
    await tx`insert into sub_projects (id, name, created_ts) values (${subProjectId}, 'Invoices', now())`;
    if (document === undefined) return;
    const id = newId();
    const members = (document.members ?? []).map(({ user = '', roles }) => ({ userId: user, roles }));
    const configuration = { document: normalDocument(document), members, workflows: [] };
    await tx`insert into sub_project_versions ${sql.rows([
      {
        id,
        sub_project_id: subProjectId,
        number: 1,
        document: JSON.stringify(document),
        files: sql.json({}),
        configuration: sql.json(configuration),
        fingerprint: 'test',
        created_by: 'test',
        created_ts: new Date(),
      },
    ])}`;
    await tx`update sub_projects set current_version_id = ${id} where id = ${subProjectId}`;
    await enforceUniqueFields(tx, await createSubProjects(tx).load(subProjectId));
  });
}
