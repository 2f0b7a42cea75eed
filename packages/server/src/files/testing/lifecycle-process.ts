import { createHash, randomBytes } from 'node:crypto';
import { connect } from '../../postgres/database.js';
import { createSubProjects } from '../../sub-projects/configuration/sub-projects.js';
import { quietLog } from '../../testing/quiet-log.js';
import { testCaller } from '../../testing/test-caller.js';
import { maintainFiles } from '../retention/maintenance.js';
import type { FileDeps } from '../store/file-deps.js';
import { defaultPluginName, type StoragePlugin } from '../store/plugin.js';
import { createStorage } from '../store/storage.js';
import { fileUseCases } from '../use-cases.js';

// A process to be killed: it uploads, closes, deletes and purges without end, several things at a time, and prints a line
// for everything that was acknowledged, and one before each deletion it begins. What fails it leaves behind, as a server
// does whose client gives up.

/** What the process is told. */
export interface LifecycleTask {
  readonly databaseUrl: string;
  readonly plugin: StoragePlugin;
  readonly subProjectId: string;
  readonly userId: string;
}

/** A line of its output. */
export type LifecycleLine =
  | { readonly kind: 'closed'; readonly id: string; readonly sha256: string }
  | { readonly kind: 'deleting'; readonly id: string };

const task = JSON.parse(process.argv[2] ?? '') as LifecycleTask;
const db = connect({ url: task.databaseUrl, maxConnections: 8, applicationName: 'lifecycle', log: quietLog });
const storage = createStorage({
  plugins: [task.plugin],
  maximumFileSize: 1024 ** 3,
  timeouts: { connectMs: 200, requestMs: 1000 },
});
const deps: FileDeps = { db, subProjects: createSubProjects(db), storage };
const useCases = fileUseCases(deps);
const caller = testCaller(db, { userId: task.userId, name: 'OWNER' });
const say = (line: LifecycleLine) => process.stdout.write(`${JSON.stringify(line)}\n`);
const reserve = { subProjectId: task.subProjectId, mimeType: 'text/plain', pluginName: defaultPluginName };

async function byForm(content: Buffer): Promise<string> {
  const { file, aws } = await useCases.createSignedStorage(caller, { ...reserve, fileName: 'form.txt' });
  const form = new FormData();
  for (const [name, value] of Object.entries(aws.fields)) if (typeof value === 'string') form.append(name, value);
  form.append('file', new Blob([new Uint8Array(content)]), 'x');
  const { status } = await fetch(aws.url, { method: 'POST', body: form });
  if (status !== 204) throw new Error(`the form was answered with ${status}`);
  await useCases.closeSignedStorage(caller, { subProjectId: task.subProjectId, fileId: file.id });
  return file.id;
}

async function inParts(content: Buffer): Promise<string> {
  const size = String(content.length);
  const { file } = await useCases.createMultipartStorage(caller, { ...reserve, fileName: 'parts.txt', size });
  const of = { subProjectId: task.subProjectId, fileId: file.id };
  const { parts } = await useCases.signStorageParts(caller, { ...of, partNumbers: [1] });
  const { status } = await fetch(parts[0]?.url ?? '', { method: 'PUT', body: new Uint8Array(content) });
  if (status !== 200) throw new Error(`the part was answered with ${status}`);
  await useCases.completeMultipartStorage(caller, of);
  return file.id;
}

async function purge(fileId: string): Promise<void> {
  say({ kind: 'deleting', id: fileId });
  await useCases.deleteStorage(caller, { fileIds: [fileId] });
  await db`update files set deleted_ts = now() - interval '31 days' where id = ${fileId}`;
  await maintainFiles(deps);
}

async function loop(upload: (content: Buffer) => Promise<string>): Promise<never> {
  for (let turn = 0; ; turn += 1) {
    try {
      const content = randomBytes(1 + Math.floor(Math.random() * 100_000));
      const id = await upload(content);
      say({ kind: 'closed', id, sha256: createHash('sha256').update(content).digest('hex') });
      if (turn % 3 === 2) await purge(id);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

await Promise.all([loop(byForm), loop(byForm), loop(byForm), loop(inParts), loop(inParts)]);
