import type { Api } from '../support/api.js';
import { type Json, recordAt } from '../support/json.js';
import type { Random } from '../support/random.js';
import type { Asked, Ledger, LedgerFile, LedgerProcess } from './ledger.js';

export interface WriterOptions {
  readonly api: Api;
  readonly random: Random;
  readonly subProjectId: string;
  readonly ledger: Ledger;
  readonly until: number;
}

/** One client that creates and updates processes and uploads and deletes files, one request after another. */
export async function write(writer: number, options: WriterOptions): Promise<void> {
  const { random, until } = options;
  let process: LedgerProcess | undefined;
  for (let n = 0; Date.now() < until; n += 1) {
    const draw = random.next();
    if (process === undefined || draw < 0.1) process = await createProcess(options, `${writer}-${n}`);
    else if (draw < 0.8) await updateProcess(options, process);
    else if (draw < 0.95) await upload(options, process, `${writer}-${n}.txt`);
    else await deleteOne(options);
  }
}

/** Sends the request and notes when it was sent and when it was answered. */
async function ask(
  { api }: WriterOptions,
  asked: Asked,
  path: string,
  body: Json,
  idempotencyKey: string,
): Promise<Json> {
  const answer = await api.untilAnswered('POST', path, body, { idempotencyKey });
  asked.ackedAt = Date.now();
  return answer;
}

const begin = (): Asked => ({ askedAt: Date.now(), ackedAt: undefined });

async function createProcess(options: WriterOptions, mark: string): Promise<LedgerProcess> {
  const { subProjectId, ledger } = options;
  const entry: LedgerProcess = { ...begin(), mark, id: undefined, updates: [] };
  ledger.processes.push(entry);
  const { id } = await ask(
    options,
    entry,
    '/v1/process/createProcess',
    { subProjectId, fields: { marks: [mark] } },
    `create-${mark}`,
  );
  entry.id = String(id);
  return entry;
}

async function updateProcess(options: WriterOptions, process: LedgerProcess): Promise<void> {
  const { subProjectId } = options;
  const entry = begin();
  process.updates.push(entry);
  const seq = process.updates.length;
  await ask(
    options,
    entry,
    '/v1/process/updateProcessField',
    { subProjectId, processId: process.id, updates: { seq } },
    `update-${process.mark}-${seq}`,
  );
}

const FILES = '/v1/process/knowledges';

async function upload(options: WriterOptions, process: LedgerProcess, name: string): Promise<void> {
  const { api, random, subProjectId, ledger } = options;
  const content = `${name} ${'x'.repeat(random.between(1, 20_000))}`;
  const processId = process.id ?? '';
  const entry: LedgerFile = { ...begin(), name, processId, id: undefined, content, deletion: undefined };
  ledger.files.push(entry);
  const members = { subProjectId, processId, fileName: name, mimeType: 'text/plain', pluginName: 'knowledgeRepo' };
  const reserved = await api.untilAnswered('POST', `${FILES}/createSignedStorage`, members, {
    idempotencyKey: `file-${name}`,
  });
  entry.id = String(recordAt(reserved, 'file').id);
  const aws = recordAt(reserved, 'aws');
  const form = new FormData();
  for (const [field, value] of Object.entries(recordAt(aws, 'fields'))) form.append(field, String(value));
  form.append('file', new Blob([content], { type: 'text/plain' }), name);
  const stored = await fetch(String(aws.url), { method: 'POST', body: form });
  if (stored.status !== 204) throw new Error(`the store answers ${stored.status} to a form`);
  await ask(options, entry, `${FILES}/closeSignedStorage`, { subProjectId, fileId: entry.id }, `close-${name}`);
}

async function deleteOne(options: WriterOptions): Promise<void> {
  const { random, subProjectId, ledger } = options;
  const closed = ledger.files.filter(({ ackedAt, deletion }) => ackedAt !== undefined && deletion === undefined);
  if (closed.length === 0) return;
  const file = random.pick(closed);
  file.deletion = begin();
  const body = { subProjectId, fileIds: [file.id] };
  await ask(options, file.deletion, `${FILES}/deleteStorage`, body, `delete-${file.name}`);
}
