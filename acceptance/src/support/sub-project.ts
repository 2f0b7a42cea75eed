import { randomUUID } from 'node:crypto';
import type { Client } from './http.js';

/** The sub-project of the demo (D35). */
export const demoSubProjectId = '01900000-0000-7000-8000-000000000001';

/** An id that names nothing. */
export const unknownId = '01900000-0000-7000-8000-0000000fffff';

type Configuration = Readonly<Record<string, unknown>>;

/**
 * A configuration document like the demo's, for a sub-project of a test's own: demo-owner may do everything in it,
 * demo-manager only read, demo-assignee only what is assigned to it.
 */
export function configuration(changes: Configuration = {}): Configuration {
  return {
    name: `Acceptance ${randomUUID().slice(0, 8)}`,
    stages: [
      { key: 'stage_init', name: 'Arrived', default: true },
      { key: 'stage_review', name: 'In review' },
      { key: 'stage_done', name: 'Done' },
    ],
    states: {
      values: ['INIT', 'IN_REVIEW', 'APPROVED', 'REJECTED', 'PAID'],
      transitions: [
        { from: '*', to: ['IN_REVIEW', 'APPROVED', 'REJECTED'] },
        { from: 'APPROVED', to: 'PAID' },
      ],
    },
    fields: {
      supplier: { type: 'string', minLength: 1, maxLength: 200, required: true, 'x-indexed': true },
      amount: { type: 'number', minimum: 0, 'x-indexed': true },
      currency: { enum: ['EUR', 'USD', 'GBP'], default: 'EUR' },
      dueDate: { type: 'string', format: 'date' },
      paid: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string' } },
      assignee: { type: 'string', format: 'user', 'x-indexed': true },
      document: { type: 'string', format: 'file' },
      notes: { type: 'string' },
    },
    roles: [
      everythingRole('OWNER'),
      { name: 'READER', read: true },
      { ...everythingRole('OWN_ROWS'), filter: { 'fields.assignee': '$user.id' } },
    ],
    members: [
      { user: 'demo-owner', roles: ['OWNER'] },
      { user: 'demo-manager', roles: ['READER'] },
      { user: 'demo-assignee', roles: ['OWN_ROWS'] },
    ],
    ...changes,
  };
}

/** A role that grants all there is. */
export const everythingRole = (name: string): Configuration & { readonly name: string } => ({
  name,
  assignable: true,
  read: true,
  create: true,
  update: true,
  delete: true,
  call: true,
  operate: true,
  work: true,
  audit: true,
  members: true,
  subscribe: true,
  secrets: true,
  hooks: true,
  design: true,
  files: { read: true, create: true, delete: true },
});

export interface SubProject {
  readonly id: string;
  /** Ids of its workflows by their keys. */
  readonly workflows: Readonly<Record<string, string>>;
}

/** Deploys a document to a sub-project of its own. */
export async function deploy(
  admin: Client,
  document: Configuration = configuration(),
  files: Readonly<Record<string, string>> = {},
): Promise<SubProject> {
  const { subProjectId, workflows } = await admin.ok('deploySubProject', { document, files });
  return { id: subProjectId, workflows: Object.fromEntries(workflows.map(({ key, id }) => [key, id])) };
}

/** Creates a process and gives its id. */
export async function createProcess(
  client: Client,
  subProjectId: string,
  members: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { id } = await client.ok('createProcess', { subProjectId, fields: { supplier: 'Supplier' }, ...members });
  return id;
}

/** Reads one process with everything `include` can add but the last change. */
export async function readProcess(client: Client, subProjectId: string, id: string) {
  const { processes } = await client.ok('getProcess', {
    page: '1',
    perPageCount: '1',
    filters: { subProjectId_id: subProjectId, id },
    include: 'version,stageKey,updatedTs',
  });
  const [process] = processes;
  if (!process) throw new Error(`process ${id} is not there`);
  return process;
}
