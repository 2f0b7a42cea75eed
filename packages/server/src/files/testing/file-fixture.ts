import { principalOf } from '../../identity/records/principal-of.js';
import { newId } from '../../kernel/identifiers.js';
import { type Database, sql } from '../../postgres/database.js';
import { changeProcessWith } from '../../processes/change/change-process.js';
import { nothingElse } from '../../processes/testing/nothing-else.js';
import { insertSubProject } from '../../processes/testing/process-fixture.js';
import { processUseCases } from '../../processes/use-cases.js';
import { createSubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { ConfigurationDocument } from '../../sub-projects/document/model/document.js';
import { quietLog } from '../../testing/quiet-log.js';
import { type TestCaller, testCaller } from '../../testing/test-caller.js';
import { createTestDatabase } from '../../testing/test-database.js';
import { insertTestUsers } from '../../testing/test-users.js';
import { attachFiles } from '../records/attachments.js';
import { auditedFile } from '../records/audited-file.js';
import type { FileDeps } from '../store/file-deps.js';
import { defaultPluginName, type StoragePlugin } from '../store/plugin.js';
import { createStorage } from '../store/storage.js';
import { fileUseCases } from '../use-cases.js';
import { type FaultProxy, startFaultProxy } from './fault-proxy.js';
import { startTestStore, type TestStore } from './test-store.js';

const roles = {
  OWNER: { read: true, create: true, update: true, audit: true, files: { read: true, create: true, delete: true } },
  ASSIGNEE: {
    filter: { 'fields.assignee': '$user.id' },
    read: true,
    create: true,
    update: ['document'],
    files: { read: true, create: true, delete: true },
  },
  READER: { read: true, files: { read: true } },
  UPLOADER: { read: true, files: { create: true } },
  CLEANER: { read: true, files: { delete: true } },
  GUEST: { read: true },
  /** Knows no field but one. */
  BLIND: { read: ['assignee'], files: { read: true, create: true } },
  /** Sees neither the field `evidence` nor what is attached through it alone. */
  CLERK: {
    read: ['assignee', 'document'],
    create: true,
    update: true,
    audit: true,
    files: { read: true, create: true, delete: true },
  },
  /** Also sees the field `evidence`, of processes assigned to it. */
  INSPECTOR: { filter: { 'fields.assignee': '$user.id' }, read: ['evidence'] },
  AUDITOR: { read: true, audit: true, files: { read: true } },
};
type Who = keyof typeof roles | 'ADMIN' | 'STRANGER';

/** An uploaded file. */
export interface Uploaded {
  readonly id: string;
  readonly content: Buffer;
}

/** A database and a real object store, with one sub-project. */
export interface FileFixture {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly deps: FileDeps;
  readonly store: TestStore;
  /** Between the server and the store. */
  readonly proxy: FaultProxy;
  readonly useCases: ReturnType<typeof fileUseCases>;
  readonly processes: ReturnType<typeof processUseCases>;
  readonly subProjectId: string;
  caller(who: Who): TestCaller;
  /** Another sub-project with the same members. */
  addSubProject(changes?: Partial<ConfigurationDocument>): Promise<string>;
  /** A process, of the ASSIGNEE or of nobody. */
  createProcess(options?: { readonly assigned?: boolean; readonly subProjectId?: string }): Promise<string>;
  /** createSignedStorage as OWNER; `changes` go over the request. */
  create(changes?: object, who?: Who): ReturnType<ReturnType<typeof fileUseCases>['createSignedStorage']>;
  close(fileId: string, who?: Who): ReturnType<ReturnType<typeof fileUseCases>['closeSignedStorage']>;
  /** All three steps. */
  upload(changes?: object, content?: string): Promise<Uploaded>;
  /** Moves a file into the past. */
  age(fileId: string, column: 'created_ts' | 'deleted_ts', hours: number): Promise<void>;
  drop(): Promise<void>;
}

/**
 * @param plugin changes of the one plugin, `knowledgeRepo`
 * @param requestMs how long the store may take for an answer
 */
export async function createFileFixture(
  plugin: Partial<StoragePlugin> = {},
  { requestMs = 1000 }: { readonly requestMs?: number } = {},
): Promise<FileFixture> {
  const { db, url: databaseUrl, drop } = await createTestDatabase();
  const store = await startTestStore();
  const proxy = await startFaultProxy(store.endpoint);
  const storage = createStorage({
    plugins: [pluginOf(store, { endpoint: proxy.url, ...plugin })],
    maximumFileSize: 64 * 1024 * 1024,
    timeouts: { connectMs: 300, requestMs },
  });
  const users = new Map<Who, string>(
    ([...Object.keys(roles), 'ADMIN', 'STRANGER'] as Who[]).map((who) => [who, newId()]),
  );
  await insertTestUsers(db, users);
  const subProjects = createSubProjects(db);
  const deps: FileDeps = { db, subProjects, storage };
  const useCases = fileUseCases(deps);
  const ports = {
    attachFiles,
    auditedFile,
    processChanged: async () => undefined,
    wakenBy: () => sql`select 1`,
    users: {
      enabled: async (_db: unknown, ids: readonly string[]) => new Set(ids),
      names: async () => new Map<string, string>(),
      page: async () => ({ users: [], total: 0 }),
    },
  };
  const processes = processUseCases({
    db,
    subProjects,
    principalOf,
    bulkUpdatesPerUser: 5,
    log: quietLog,
    ...ports,
    deletion: nothingElse,
    changeProcess: changeProcessWith(ports),
  });
  const caller = (who: Who): TestCaller =>
    testCaller(db, { userId: users.get(who) ?? '', name: who, administrator: who === 'ADMIN' });
  const addSubProject = async (changes: Partial<ConfigurationDocument> = {}): Promise<string> => {
    const id = newId();
    await insertSubProject(db, id, { ...documentFor(users), ...changes });
    return id;
  };
  const subProjectId = await addSubProject();
  const create: FileFixture['create'] = (changes = {}, who = 'OWNER') =>
    useCases.createSignedStorage(caller(who), {
      subProjectId,
      fileName: 'invoice.txt',
      mimeType: 'text/plain',
      pluginName: defaultPluginName,
      ...changes,
    });
  const close: FileFixture['close'] = (fileId, who = 'OWNER') =>
    useCases.closeSignedStorage(caller(who), { subProjectId, fileId });
  return {
    db,
    databaseUrl,
    deps,
    store,
    proxy,
    useCases,
    processes,
    subProjectId,
    caller,
    addSubProject,
    create,
    close,
    async createProcess({ assigned = false, subProjectId: where = subProjectId } = {}) {
      const fields = assigned ? { assignee: users.get('ASSIGNEE') } : {};
      const { id } = await processes.createProcess(caller('OWNER'), { subProjectId: where, fields });
      return id;
    },
    async upload(changes = {}, content = 'Hello, Millrace!') {
      const { file, aws } = await create(changes);
      const response = await sendForm(aws, content);
      if (response.status !== 204) throw new Error(`${response.status} ${await response.text()}`);
      const at = { subProjectId, ...changes }.subProjectId;
      await useCases.closeSignedStorage(caller('OWNER'), { subProjectId: at, fileId: file.id });
      return { id: file.id, content: Buffer.from(content) };
    },
    async age(fileId, column, hours) {
      await db`update files set ${sql.id(column)} = now() - ${hours} * interval '1 hour' where id = ${fileId}`;
    },
    async drop() {
      storage.close();
      await proxy.stop();
      await store.stop();
      await drop();
    },
  };
}

/** Step 2 of an upload as interface.md has it: the fields as they are, then the file. */
export async function sendForm(
  aws: { readonly url: string; readonly fields: object },
  content: string | Blob,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...aws.fields, ...changes })) {
    if (typeof value === 'string') form.append(name, value);
  }
  form.append('file', typeof content === 'string' ? new Blob([content]) : content, 'ignored.bin');
  return fetch(aws.url, { method: 'POST', body: form });
}

/** The default plugin on a store, without a proxy between. */
export const pluginOf = (store: TestStore, changes: Partial<StoragePlugin> = {}): StoragePlugin => ({
  name: defaultPluginName,
  endpoint: store.endpoint,
  publicEndpoint: undefined,
  region: 'us-east-1',
  bucket: store.bucket,
  credentials: store.credentials,
  forcePathStyle: true,
  prefix: '',
  maximumFileSize: undefined,
  mimeTypes: undefined,
  ...changes,
});

function documentFor(users: ReadonlyMap<string, string>): ConfigurationDocument {
  return {
    name: 'Files',
    stages: [{ key: 'stage_init', default: true }, { key: 'stage_done' }],
    fields: {
      assignee: { type: 'string', format: 'user' },
      document: { type: 'string', format: 'file' },
      evidence: { type: 'string', format: 'file' },
    },
    roles: Object.entries(roles).map(([name, role]) => ({ name, assignable: true, ...role })),
    members: Object.keys(roles).map((role) => ({ user: users.get(role) ?? '', roles: [role] })),
  };
}
