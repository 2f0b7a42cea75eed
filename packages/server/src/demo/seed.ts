import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Seeding } from '../identity/bootstrap/seeding.js';
import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { errorIds } from '../kernel/errors/error-ids.js';
import { packageFolder } from '../kernel/package-folder.js';
import { type Database, transaction } from '../postgres/database.js';
import type { Caller, UseCases } from '../use-case/caller.js';
import { systemCaller } from '../use-case/system-caller.js';
import type { InvoiceText } from './invoice-pdf.js';
import { type SeedComment, seedComments } from './seed-comments.js';
import { seedDocuments } from './seed-documents.js';

/** The sub-project of the demo (D35). */
export const demoSubProjectId = '01900000-0000-7000-8000-000000000001';

/** The published package contains a copy of the example, made by its prepack script; the repository has the original. */
const packed = new URL('examples/invoice-approvals/', packageFolder);
const folder = existsSync(packed) ? packed : new URL('../../examples/invoice-approvals/', packageFolder);
const diagrams = ['auto-classify.bpmn', 'invoice-check.bpmn', 'manager-approval.bpmn', 'payment-reminder.bpmn'];
const people = [
  { clientId: 'demo-owner', name: 'Olivia Owner', email: 'demo-owner@example.com' },
  { clientId: 'demo-manager', name: 'Max Manager', email: 'demo-manager@example.com' },
  { clientId: 'demo-assignee', name: 'Aylin Assignee', email: 'demo-assignee@example.com' },
];

export interface DemoDeps {
  readonly db: Database;
  readonly useCases: UseCases;
  readonly seeding: Seeding;
  /** Where files go; undefined: there is no store. */
  readonly pluginName: string | undefined;
}

/** Ids that the demo prints in its commands. */
export interface Seeded {
  readonly subProjectId: string;
  /** An invoice in state INIT. */
  readonly processId: string;
  /** The workflow "Manager approval". */
  readonly workflowId: string;
  readonly people: readonly DemoPerson[];
}

/** A person of the demo. */
export interface DemoPerson {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

interface SeedProcess {
  readonly state: string;
  readonly priority: string;
  readonly stageKey: string;
  readonly fields: InvoiceText & Record<string, unknown>;
  /** Whether the invoice has a file. */
  readonly scan?: boolean;
  /** The check of an invoice in review that waits for somebody. */
  readonly check?: { readonly dueInHours: number; readonly assignee?: unknown };
  /** What people say about it, in this order. */
  readonly comments?: readonly SeedComment[];
}

/** Who has entered the invoices and begun the checks, as their history tells. */
const CLERK = 'demo-owner';

/**
 * Creates the demo data (D35). Existing data stays as it is, so the demo can be started again. A start that was interrupted
 * is completed: all processes are created in one transaction.
 */
export async function seedDemo(deps: DemoDeps): Promise<Seeded> {
  const users = await seedPeople(deps.seeding);
  await deploy(deps);
  await seedProcesses(deps, users);
  const persons = people.map(({ clientId, name, email }) => ({ userId: users.get(clientId) ?? '', name, email }));
  return { ...(await idsToTry(deps)), people: persons };
}

async function seedPeople(seeding: Seeding): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { clientId, name, email } of people) {
    const userId = await seeding.upsertUser({ name, email, kind: 'person' });
    await seeding.upsertClient({ userId, clientId, secret: `${clientId}-secret` });
    ids.set(clientId, userId);
  }
  return ids;
}

async function deploy({ db, useCases }: DemoDeps): Promise<void> {
  if (await isDeployed(db, useCases)) return;
  const read = (name: string) => readFile(new URL(name, folder), 'utf8');
  const files = Object.fromEntries(await Promise.all(diagrams.map(async (name) => [name, await read(name)] as const)));
  await useCases.deploySubProject(systemCaller(db), {
    subProjectId: demoSubProjectId,
    document: await read('sub-project.yaml'),
    files,
  });
}

/** Errors of a sub-project that is not deployed yet. */
const notDeployed: readonly number[] = [errorIds.notConfigured, errorIds.subProjectNotFound];

async function isDeployed(db: Database, useCases: UseCases): Promise<boolean> {
  try {
    await useCases.getSubProjectConfiguration(systemCaller(db), { subProjectId: demoSubProjectId });
    return true;
  } catch (error) {
    if (error instanceof CatalogueError && notDeployed.includes(error.id)) return false;
    throw error;
  }
}

async function seedProcesses(deps: DemoDeps, users: ReadonlyMap<string, string>): Promise<void> {
  const { db, useCases, pluginName } = deps;
  const filters = JSON.stringify({ subProjectId_id: demoSubProjectId });
  const { meta } = await useCases.getProcess(systemCaller(db), { page: '1', perPageCount: '1', filters });
  if (meta.totalCount !== '0') return;
  const seeds = JSON.parse(await readFile(new URL('processes.json', folder), 'utf8')) as SeedProcess[];
  const named = new Map(people.map(({ clientId, name }) => [clientId, { userId: users.get(clientId) ?? '', name }]));
  const clerk = named.get(CLERK);
  if (clerk === undefined) throw new Error(`The demo has no person "${CLERK}".`);
  const principal = { kind: 'user', ...clerk, clientId: CLERK, administrator: false, scopes: [] } as const;
  const asClerk: Caller = { ...systemCaller(db), principal };
  const scans = await seedDocuments(
    { useCases, caller: asClerk, subProjectId: demoSubProjectId, pluginName },
    seeds.filter(({ scan }) => scan === true).map(({ fields }) => fields),
  );
  const { workflows } = await useCases.getWorkflows(systemCaller(db), { subProjectId: demoSubProjectId });
  const workflowId = workflows.find(({ name }) => name === 'Invoice check')?.id;
  await transaction(db, async (tx) => {
    const caller: Caller = { ...asClerk, write: (work) => work(tx) };
    const subProjectId = demoSubProjectId;
    for (const { state, priority, stageKey, fields, check, comments = [] } of seeds) {
      const created = await useCases.createProcess(caller, {
        subProjectId: demoSubProjectId,
        priority,
        fields: { ...withUsers(fields, users), ...documentOf(scans.get(fields.invoiceNumber)) },
      });
      for (const step of steps(state)) await update(useCases, caller, created.id, { state: step });
      await update(useCases, caller, created.id, { stageKey });
      await seedComments(useCases, caller, { subProjectId, processId: created.id, people: named }, comments);
      if (check === undefined || workflowId === undefined) continue;
      const dueTs = new Date(Date.now() + check.dueInHours * 3_600_000).toISOString();
      await useCases.executeWorkflow(caller, {
        ...{ subProjectId: demoSubProjectId, processId: created.id, stageKey, workflowId },
        otherDetails: withUsers({ dueTs, assignee: check.assignee ?? null }, users),
      });
    }
  });
}

async function update(useCases: UseCases, caller: Caller, processId: string, updates: Record<string, unknown>) {
  await useCases.updateProcessField(caller, { subProjectId: demoSubProjectId, processId, updates });
}

/** The states on the way to a state, by the transitions of the example. */
function steps(state: string): readonly string[] {
  if (state === 'INIT') return [];
  if (state === 'IN_REVIEW') return ['IN_REVIEW'];
  if (state === 'PAID') return ['IN_REVIEW', 'APPROVED', 'PAID'];
  return ['IN_REVIEW', state];
}

const documentOf = (fileId: string | undefined) => (fileId === undefined ? {} : { document: fileId });

/** `{"$user": "demo-assignee"}` stands for the id that user has in this installation. */
function withUsers(
  members: Readonly<Record<string, unknown>>,
  users: ReadonlyMap<string, string>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const client = typeof value === 'object' && value !== null && '$user' in value ? String(value.$user) : undefined;
      return [name, client === undefined ? value : users.get(client)];
    }),
  );
}

async function idsToTry({ db, useCases }: DemoDeps): Promise<Omit<Seeded, 'people'>> {
  const caller = systemCaller(db);
  const [{ processes }, { workflows }] = await Promise.all([
    useCases.getProcess(caller, {
      page: '1',
      perPageCount: '1',
      filters: JSON.stringify({ subProjectId_id: demoSubProjectId, state: 'INIT' }),
    }),
    useCases.getWorkflows(caller, { subProjectId: demoSubProjectId }),
  ]);
  const approval = workflows.find(({ name }) => name === 'Manager approval');
  // All invoices of the demo may have been decided already.
  const processId = processes[0]?.id ?? (await newInvoice(useCases, caller));
  return { subProjectId: demoSubProjectId, processId, workflowId: approval?.id ?? '' };
}

async function newInvoice(useCases: UseCases, caller: Caller): Promise<string> {
  const fields = { supplier: 'Millrace Demo Supplies', amount: 1200 };
  const { id } = await useCases.createProcess(caller, { subProjectId: demoSubProjectId, fields });
  return id;
}
