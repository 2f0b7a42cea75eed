import { newId } from '../../kernel/identifiers.js';
import { type Database, sql } from '../../postgres/database.js';
import { updateFieldIndexes } from '../../processes/field-indexes/field-indexes.js';
import { insertSubProject } from '../../processes/testing/process-fixture.js';
import { createSubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { ConfigurationDocument } from '../../sub-projects/document/model/document.js';
import { quietLog } from '../../testing/quiet-log.js';
import { testCaller } from '../../testing/test-caller.js';
import { createTestDatabase } from '../../testing/test-database.js';
import type { Caller } from '../../use-case/caller.js';
import type { Bounds } from '../records/bounds.js';
import { updateSearchTexts } from '../upkeep/update-search-texts.js';
import { searchUseCases } from '../use-cases.js';

/** Roles that see different rows, and on them different fields. */
export const roles = {
  OWNER: { read: true, files: { read: true } },
  ASSIGNEE: {
    filter: { 'fields.assignee': '$user.id' },
    read: ['supplier', 'assignee', 'notes'],
    files: { read: true },
  },
  REVIEWER: { stages: ['stage_review'], read: ['notes', 'number'] },
  CLERK: { stages: ['stage_init'], read: ['supplier'], files: { read: true }, comment: 'none' },
  GUEST: {},
} as const;

export const document: ConfigurationDocument = {
  name: 'Invoices',
  stages: [{ key: 'stage_init', default: true }, { key: 'stage_review' }],
  states: { values: ['INIT'] },
  businessKey: 'number',
  fields: {
    supplier: { type: 'string', 'x-indexed': true },
    number: { type: 'string', 'x-unique': true, maxLength: 50 },
    notes: { type: 'string', 'x-searchable': true },
    remark: { type: 'string' },
    assignee: { type: 'string', format: 'user', 'x-indexed': true },
  },
  roles: Object.entries(roles).map(([name, role]) => ({ name, assignable: true, ...role })) as never,
};

export type Who = keyof typeof roles | 'BOTH' | 'ADMIN' | 'STRANGER';

/** A process to insert. */
export interface GivenProcess {
  readonly stageKey?: 'stage_init' | 'stage_review';
  readonly fields: Readonly<Record<string, string>>;
}

/** A database with a sub-project whose texts are searched. */
export interface SearchFixture {
  readonly db: Database;
  /** The owner of the schema. */
  readonly owner: Database;
  readonly subProjectId: string;
  readonly useCases: ReturnType<typeof searchUseCases>;
  caller(who: Who): Caller;
  userId(who: Who): string;
  addProcesses(processes: readonly GivenProcess[]): Promise<readonly string[]>;
  /** A file that was attached with its upload; without a process the file of a stranger. */
  addFile(fileName: string, processId?: string): Promise<string>;
  addTask(name: string, processId: string): Promise<string>;
  addComment(body: string, processId: string): Promise<string>;
  /** What the job does that keeps indexes and words. */
  update(): Promise<void>;
  drop(): Promise<void>;
}

export async function createSearchFixture(bounds?: Bounds): Promise<SearchFixture> {
  const { db, owner, drop } = await createTestDatabase();
  const subProjectId = newId();
  const people = new Map([...Object.keys(roles), 'BOTH', 'ADMIN', 'STRANGER'].map((who) => [who, newId()]));
  const userId = (who: Who): string => people.get(who) ?? '';
  const members = [
    ...Object.keys(roles).map((who) => [who, [who]] as const),
    ['BOTH', ['REVIEWER', 'ASSIGNEE']] as const,
  ];
  await db`insert into users ${sql.rows(
    [...people].map(([who, id]) => ({
      id,
      name: who,
      email: `${who}@example.com`,
      kind: 'person',
      administrator: who === 'ADMIN',
      disabled: false,
      created_ts: new Date(),
    })),
  )}`;
  await insertSubProject(db, subProjectId, {
    ...document,
    members: members.map(([who, names]) => ({ user: userId(who as Who), roles: [...names] })),
  });
  await db`insert into sub_project_members ${sql.rows(
    members.map(([who, names]) => ({ sub_project_id: subProjectId, user_id: userId(who as Who), roles: [...names] })),
  )}`;
  const fixture: SearchFixture = {
    db,
    owner,
    subProjectId,
    useCases: searchUseCases({ db, subProjects: createSubProjects(db), ...(bounds === undefined ? {} : { bounds }) }),
    caller: (who) => testCaller(db, { userId: userId(who), name: who, administrator: who === 'ADMIN' }),
    userId,
    async addProcesses(processes) {
      const rows = processes.map(({ stageKey = 'stage_init', fields }) => ({
        sub_project_id: subProjectId,
        id: newId(),
        state: 'INIT',
        priority: 'LOW',
        stage_key: stageKey,
        fields: sql.json(fields),
        created_ts: new Date(),
        updated_ts: new Date(),
      }));
      await db`insert into processes ${sql.rows(rows)}`;
      return rows.map(({ id }) => id);
    },
    async addFile(fileName, processId) {
      const [id, now] = [newId(), new Date()];
      await db`insert into files ${sql.rows([
        {
          sub_project_id: subProjectId,
          id,
          file_name: fileName,
          mime_type: 'text/plain',
          plugin: 'p',
          object_key: id,
          maximum_size: 1,
          size: 1,
          uploaded_by: userId('STRANGER'),
          created_ts: now,
          closed_ts: now,
        },
      ])}`;
      if (processId !== undefined) {
        await db`insert into file_processes (sub_project_id, file_id, process_id, attached_ts, direct)
          values (${subProjectId}, ${id}, ${processId}, ${now}, true)`;
      }
      return id;
    },
    async addTask(name, processId) {
      const id = newId();
      await db`insert into tasks (sub_project_id, id, run_id, workflow_id, process_id, element_id, element_key, name, state,
          candidate_groups, candidate_users, priority, created_ts)
        values (${subProjectId}, ${id}, ${newId()}, ${newId()}, ${processId}, 'e', 1, ${name}, 'OPEN', '{}', '{}', 50, now())`;
      return id;
    },
    async addComment(body, processId) {
      const id = newId();
      await db`insert into comments (sub_project_id, id, process_id, author_id, body, created_ts)
        values (${subProjectId}, ${id}, ${processId}, ${userId('STRANGER')}, ${body}, now())`;
      return id;
    },
    async update() {
      await updateFieldIndexes(db, { log: quietLog, searchTexts: updateSearchTexts });
    },
    drop,
  };
  await fixture.update();
  return fixture;
}
