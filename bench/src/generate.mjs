import { createHash } from 'node:crypto';

export const subProjectId = '01900000-0000-7000-8000-00000000be2c';
const start = Date.parse('2024-01-01T00:00:00Z');

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
  workflows: ['manager-approval', 'call', 'external'].map((key) => ({
    key,
    name: key,
    stages: ['stage_init'],
    file: `${key}.bpmn`,
  })),
  http: { allowPrivateAddresses: ['127.0.0.1'] },
});

/** Sixteen bytes that are the same for the same number, so that a load can be taken up where it stopped. */
const digest = (index) => createHash('md5').update(String(index)).digest();

/** When the process with this number was created: one a second. */
export const createdAt = (index) => new Date(start + index * 1000);

/** The id of the process with this number; ids rise with numbers, as UUIDv7 do. */
export const idOf = (index) => idFrom(index, digest(index).toString('hex'));

/** The number of the process with this id. */
export const indexOf = (id) => (Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) - start) / 1000;

/** Below every id from this number on, and above every one before it. */
export const leastId = (index) => idFrom(index, '0'.repeat(32));

function idFrom(index, hex) {
  const time = (start + index * 1000).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}

const pick = (byte, weighted) => weighted[byte % weighted.length];
const states = [...'IIIIIIRRRRAAAPPX'].map(
  (letter) => ({ I: 'INIT', R: 'IN_REVIEW', A: 'APPROVED', P: 'PAID', X: 'REJECTED' })[letter],
);
const priorities = ['LOW', 'MEDIUM', 'MEDIUM', 'HIGH'];
const stages = ['stage_init', 'stage_init', 'stage_review', 'stage_done'];

/** The process with this number, as it was loaded. */
export function processOf(index) {
  const bytes = digest(index);
  return {
    id: idFrom(index, bytes.toString('hex')),
    state: pick(bytes[0], states),
    priority: pick(bytes[1], priorities),
    stageKey: pick(bytes[2], stages),
    fields: {
      supplier: `Supplier ${bytes.readUInt16LE(8) % 1000}`,
      amount: bytes.readUInt32LE(9) / 100,
      assignee: `user-${bytes[13] % 100}`,
      currency: pick(bytes[14], ['EUR', 'EUR', 'USD', 'GBP']),
      invoiceNumber: `INV-${index}`,
    },
  };
}

function rowOf(index) {
  const { id, state, priority, stageKey, fields: values } = processOf(index);
  const created = createdAt(index).toISOString();
  return `${id}\t${subProjectId}\t${state}\t${priority}\t${stageKey}\t${JSON.stringify(values)}\t${created}\t${created}\n`;
}

/** The processes of these numbers as chunks of rows for COPY into the columns of `loadedColumns`. */
export function* rowsBetween(from, to) {
  for (let index = from; index < to; index += 1000) {
    let chunk = '';
    for (let row = index; row < Math.min(index + 1000, to); row += 1) chunk += rowOf(row);
    yield chunk;
  }
}

export const loadedColumns = 'id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts';
