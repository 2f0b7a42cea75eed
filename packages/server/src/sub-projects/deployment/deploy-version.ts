import { appendAudit } from '../../audit/records/append.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import { newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { type Actor, principalId } from '../../use-case/caller.js';
import { compileConfiguration } from '../configuration/compile-configuration.js';
import type { SubProject } from '../configuration/sub-project.js';
import type { Finding } from '../document/findings/finding.js';
import type { EventSubscriptionDocument, InboundHookDocument } from '../document/model/document.js';
import type { ValidConfiguration } from '../document/validate-document.js';
import { findKnownDecisions, insertDecisionDefinitions } from '../records/decision-queries.js';
import { replaceMembers } from '../records/member-queries.js';
import { replaceDocumentGroups } from '../records/role-source-queries.js';
import type { DecisionEntry, SecretUse, StoredConfiguration, WorkflowEntry } from '../records/stored-configuration.js';
import { lockSubProject, setCurrentVersion } from '../records/sub-project-queries.js';
import { findVersion, insertVersion, type StoredVersion } from '../records/version-queries.js';
import { findWorkflows, insertDefinitions, replaceWorkflows } from '../records/workflow-queries.js';
import { createSubProjectRow } from './create-sub-project-row.js';
import { DeploymentRefused } from './deployment-refused.js';
import { diffConfigurations } from './diff.js';
import { fingerprintOf } from './fingerprint.js';
import { type DecisionPlan, planDecisions } from './plan-decisions.js';
import { planWorkflows, type WorkflowPlan } from './plan-workflows.js';
import { resolveConnectionUsers } from './resolve-connection-users.js';
import { resolveMembers } from './resolve-members.js';

/** What to deploy, validated as far as that goes without the database. */
export interface Deployable {
  /** Undefined: a new sub-project. */
  readonly subProjectId: string | undefined;
  readonly valid: ValidConfiguration;
  /** The document as it was sent, kept for reading it back. */
  readonly source: string;
  /** The number of the version that must be current, 0 for none; undefined: any. */
  readonly expectedVersion?: string;
  /** Of a caller who may not change everything: judges the change under the lock, before anything is written. */
  readonly judge?: (tx: Transaction, change: ConfigurationChange) => Promise<void>;
}

/** A configuration that is about to be deployed, and the one in force. */
export interface ConfigurationChange {
  readonly subProjectId: string;
  readonly before: StoredConfiguration | undefined;
  readonly after: StoredConfiguration;
}

export interface Deployed {
  readonly subProjectId: string;
  readonly version: number;
  readonly changed: boolean;
  readonly changes: readonly string[];
  readonly warnings: readonly Finding[];
  readonly workflows: readonly WorkflowEntry[];
  readonly decisions: readonly DecisionEntry[];
}

/** A new version, as other features hear of it. */
export interface Deployment {
  readonly actor: Actor;
  readonly subProjectId: string;
  readonly subProject: SubProject;
  /** The event subscriptions of the document, with the ids of their owners. */
  readonly events: readonly (EventSubscriptionDocument & { readonly ownerId: string })[];
  /** The inbound hooks of the document, with the ids of their users. */
  readonly hooks: readonly (InboundHookDocument & { readonly userId: string })[];
}

/** Tells other features of a new version, in its transaction. @throws DeploymentRefused */
export type DeployedPort = (tx: Transaction, deployment: Deployment) => Promise<void>;

/**
 * Makes a configuration the current version of its sub-project. The row of the sub-project is locked, so deployments to it
 * happen one after the other; one that changes nothing writes nothing.
 *
 * @throws DeploymentRefused
 * @throws CatalogueError 1009: another version than the expected one is current
 */
export async function deployVersion(
  tx: Transaction,
  actor: Actor,
  deployable: Deployable,
  deployed: DeployedPort,
): Promise<Deployed> {
  const { valid } = deployable;
  const subProjectId = deployable.subProjectId ?? newId();
  const { members, groups, errors, warnings } = await resolveMembers(tx, valid.document);
  const connections = await resolveConnectionUsers(tx, valid.document);
  const current = await lockCurrent(tx, actor, subProjectId, valid.document.name);
  requireExpected(deployable.expectedVersion, String(current?.number ?? 0));
  const unknown = [...errors, ...connections.errors];
  if (unknown.length > 0) throw new DeploymentRefused(unknown);

  const decisionPlan = planDecisions(
    valid.decisions,
    current?.configuration.decisions ?? [],
    valid.decisions.length === 0 ? [] : await findKnownDecisions(tx, subProjectId),
  );
  const { decisions } = decisionPlan;
  const known = await findWorkflows(tx, subProjectId);
  const plan = planWorkflows(valid.document, valid.workflows, known, decisions);
  const configuration = {
    document: valid.document,
    members,
    ...(groups.length === 0 ? {} : { groups }),
    workflows: plan.workflows,
    ...(decisions.length === 0 ? {} : { decisions }),
    ...(valid.scenarios.length === 0 ? {} : { scenarios: valid.scenarios.map(scenarioEntry) }),
    ...(connections.users.size === 0 ? {} : { connectionUsers: Object.fromEntries(connections.users) }),
    ...(valid.secretUses.length === 0 ? {} : { secretUses: valid.secretUses.map(secretUse) }),
    ...(valid.calendars.length === 0 ? {} : { calendars: valid.calendars }),
  };
  const fingerprint = fingerprintOf(configuration);
  if (current?.fingerprint === fingerprint) {
    const { number: version } = current;
    return { subProjectId, version, changed: false, changes: [], warnings, workflows: plan.workflows, decisions };
  }

  await deployable.judge?.(tx, { subProjectId, before: current?.configuration, after: configuration });
  const changes = diffConfigurations(current?.configuration, configuration);
  const version = { id: newId(), subProjectId, number: (current?.number ?? 0) + 1, configuration, fingerprint };
  await write(tx, actor, deployable, version, { workflows: plan, decisions: decisionPlan });
  await appendAudit(tx, actor, [
    {
      action: 'subProject.deploy',
      subProjectId,
      subjectType: 'subProject',
      subjectId: subProjectId,
      processId: null,
      before: current === undefined ? null : { version: String(current.number) },
      after: { version: String(version.number), changes },
    },
  ]);
  const idOf = (name: string) => connections.users.get(name) ?? '';
  await deployed(tx, {
    actor,
    subProjectId,
    subProject: compileConfiguration(version),
    events: (valid.document.events ?? []).map((event) => ({ ...event, ownerId: idOf(event.owner) })),
    hooks: (valid.document.hooks ?? []).map((hook) => ({ ...hook, userId: idOf(hook.actAs) })),
  });
  const { workflows } = plan;
  return { subProjectId, version: version.number, changed: true, changes, warnings, workflows, decisions };
}

/** @throws CatalogueError 1009 */
function requireExpected(expected: string | undefined, current: string): void {
  if (expected === undefined || expected === current) return;
  const present = current === '0' ? 'the sub-project has no version yet' : `version ${current} is current`;
  throw conflict(
    `The document is based on version ${expected}, but ${present}. Read the current version with getSubProjectConfiguration, and repeat the change there.`,
  );
}

const scenarioEntry = ({ file, text }: ValidConfiguration['scenarios'][number]) => ({
  file,
  fingerprint: fingerprintOf(text),
});

const secretUse = ({ name, file, elementId }: SecretUse): SecretUse => ({ name, file, elementId });

/** The current version, with the sub-project locked; undefined when there is none yet. Creates the sub-project. */
async function lockCurrent(tx: Transaction, actor: Actor, subProjectId: string, name: string) {
  let locked = await lockSubProject(tx, subProjectId);
  if (locked === undefined) {
    // Of two who create it at once, the second waits here for the first and then finds it.
    await createSubProjectRow(tx, actor, { id: subProjectId, name });
    locked = await lockSubProject(tx, subProjectId);
  }
  if (locked === undefined) throw conflict(`The sub-project "${subProjectId}" could not be created.`);
  return locked.currentVersionId === null ? undefined : findVersion(tx, subProjectId, locked.currentVersionId);
}

async function write(
  tx: Transaction,
  actor: Actor,
  { source, valid }: Deployable,
  version: StoredVersion & { readonly fingerprint: string },
  plan: { readonly workflows: WorkflowPlan; readonly decisions: DecisionPlan },
): Promise<void> {
  const { subProjectId, configuration } = version;
  const createdTs = new Date();
  const createdBy = principalId(actor.principal);
  await replaceWorkflows(tx, subProjectId, plan.workflows.workflows, createdTs);
  await insertDefinitions(tx, subProjectId, plan.workflows.definitions, createdTs);
  await insertDecisionDefinitions(tx, subProjectId, plan.decisions.definitions, createdTs);
  await insertVersion(tx, { ...version, document: source, files: filesOf(valid), createdBy, createdTs });
  await replaceMembers(tx, subProjectId, configuration.members);
  await replaceDocumentGroups(tx, subProjectId, configuration.groups ?? [], createdBy);
  await setCurrentVersion(tx, subProjectId, configuration.document.name, version.id);
}

/** Only the files that the document uses are kept. */
const filesOf = ({ workflows, decisions, scenarios }: ValidConfiguration): Record<string, string> =>
  Object.fromEntries([
    ...workflows.map(({ file, bpmn }) => [file, bpmn] as const),
    ...decisions.flatMap(({ file, dmn, tests }) => [
      [file, dmn] as const,
      ...(tests === undefined ? [] : [[tests.file, tests.text] as const]),
    ]),
    ...scenarios.map(({ file, text }) => [file, text] as const),
  ]);
