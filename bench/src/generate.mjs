import { createHash } from 'node:crypto';
import pg from 'pg';
import { copyIn } from './copy-in.mjs';

export const subProjectId = '01900000-0000-7000-8000-00000000be2c';
const start = Date.parse('2024-01-01T00:00:00Z');
const perCommit = 50_000;

const fields = (indexed) => ({
  supplier: { type: 'string', required: true, 'x-indexed': indexed },
  amount: { type: 'number', minimum: 0, 'x-indexed': indexed },
  assignee: { type: 'string', 'x-indexed': indexed },
  currency: { enum: ['EUR', 'USD', 'GBP'], default: 'EUR' },
  invoiceNumber: { type: 'string' },
  notes: { type: 'string' },
});

/** The configuration of the sub-project that is measured; loading is faster before its fields are indexed. */
export const configuration = ({ indexed }) => ({
  id: subProjectId,
  name: 'Benchmark',
  stages: [{ key: 'stage_init', default: true }, { key: 'stage_review' }, { key: 'stage_done' }],
  states: { initial: 'INIT', values: ['INIT', 'IN_REVIEW', 'APPROVED', 'REJECTED', 'PAID'] },
  priorities: { values: ['LOW', 'MEDIUM', 'HIGH'], default: 'MEDIUM' },
  fields: fields(indexed),
  roles: [
    { name: 'OWNER', read: true, create: true, update: true },
    { name: 'ASSIGNEE', read: true, filter: { 'fields.assignee': '$user.id' } },
  ],
});

/** Eight bytes that are the same for the same number, so that a load can be taken up where it stopped. */
const digest = (index) => createHash('md5').update(String(index)).digest();

/** The id of the process with this number; ids rise with numbers, as UUIDv7 do. */
export function idOf(index) {
  const time = (start + index * 1000).toString(16).padStart(12, '0');
  const hex = digest(index).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}

const pick = (byte, weighted) => weighted[byte % weighted.length];
const states = [...'IIIIIIRRRRAAAPPX'].map(
  (letter) => ({ I: 'INIT', R: 'IN_REVIEW', A: 'APPROVED', P: 'PAID', X: 'REJECTED' })[letter],
);

function rowOf(index) {
  const bytes = digest(index);
  const created = new Date(start + index * 1000).toISOString();
  const values = {
    supplier: `Supplier ${bytes.readUInt16LE(8) % 1000}`,
    amount: bytes.readUInt32LE(9) / 100,
    assignee: `user-${bytes[13] % 100}`,
    currency: pick(bytes[14], ['EUR', 'EUR', 'USD', 'GBP']),
    invoiceNumber: `INV-${index}`,
  };
  return `${[
    idOf(index),
    subProjectId,
    pick(bytes[0], states),
    pick(bytes[1], ['LOW', 'MEDIUM', 'MEDIUM', 'HIGH']),
    pick(bytes[2], ['stage_init', 'stage_init', 'stage_review', 'stage_done']),
    JSON.stringify(values),
    created,
    created,
  ].join('\t')}\n`;
}

function* rows(from, to) {
  for (let index = from; index < to; index += 1000) {
    let chunk = '';
    for (let row = index; row < Math.min(index + 1000, to); row += 1) chunk += rowOf(row);
    yield chunk;
  }
}

/** How many of the first so many processes are there. */
export async function loadedProcesses(url, count) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await countLoaded(client, count);
  } finally {
    await client.end();
  }
}

async function countLoaded(client, count) {
  const { rows: found } = await client.query(
    'select count(*)::integer as count from millrace.processes where sub_project_id = $1 and created_ts < $2',
    [subProjectId, new Date(start + count * 1000)],
  );
  return found[0].count;
}

/**
 * Loads processes up to the given number, past the triggers; what an earlier run loaded stays. Whoever calls it counts the
 * sub-project anew afterwards.
 */
export async function load(url, count, progress) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set search_path = millrace; set session_replication_role = replica');
    for (let from = await countLoaded(client, count); from < count; from += perCommit) {
      await copyIn(
        client,
        'copy processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts) from stdin',
        rows(from, Math.min(from + perCommit, count)),
      );
      progress(Math.min(from + perCommit, count), count);
    }
    await client.query('vacuum (analyze) processes');
  } finally {
    await client.end();
  }
}
