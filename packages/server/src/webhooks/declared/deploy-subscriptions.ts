import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { operations } from '@millrace/contract';
import { authorize } from '../../access/authorize.js';
import { type AuditEntry, appendAudit } from '../../audit/records/append.js';
import type { SubProjectAction } from '../../audit/records/sub-project-actions.js';
import { logEnds } from '../../events/records/event-log.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import { newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { createSubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { Deployment } from '../../sub-projects/deployment/deploy-version.js';
import { DeploymentRefused } from '../../sub-projects/deployment/deployment-refused.js';
import { findingsOf } from '../../sub-projects/deployment/findings-of.js';
import type { Finding } from '../../sub-projects/document/findings/finding.js';
import type { UserPrincipal } from '../../use-case/caller.js';
import { hintDeliveries } from '../records/deliveries.js';
import { expireSecrets, validSecrets } from '../records/secrets.js';
import {
  changeSettings,
  countSubscriptionsLocked,
  deleteSubscription,
  insertSubscription,
  lockDeclaredSubscriptions,
  type Subscription,
  type SubscriptionSettings,
  touchSubscription,
} from '../records/subscriptions.js';
import { MOST_SUBSCRIPTIONS } from '../settings/most-subscriptions.js';
import { readSettings } from '../settings/read-settings.js';
import { vetReceiver } from '../settings/vet-receiver.js';
import { auditedSettings } from '../settings/views.js';
import type { WebhookDeps } from '../settings/webhook-deps.js';
import { addSecret } from '../signing/subscription-secrets.js';

type Declared = Deployment['events'][number];
type Deps = Pick<WebhookDeps, 'findOwner' | 'sealing' | 'channel' | 'log' | 'resolve'>;

/** A declared subscription whose settings are valid. */
interface Wanted {
  readonly declared: Declared;
  readonly owner: UserPrincipal;
  readonly settings: SubscriptionSettings;
}

/**
 * Makes the event subscriptions of a new version what its document declares. A new one begins with the next event; its owner
 * or the administrator reads its secret once. Whether one is paused, its place in the log and its secrets stay as they are.
 *
 * @throws DeploymentRefused
 */
export async function deploySubscriptions(tx: Transaction, deps: Deps, deployment: Deployment): Promise<void> {
  const { actor, subProject, events } = deployment;
  const stored = await lockDeclaredSubscriptions(tx, subProject.id);
  if (events.length === 0 && stored.length === 0) return;
  const wanted = await check(tx, deps, deployment);
  for (const subscription of stored) {
    if (events.some(({ key }) => key === subscription.declaredAs)) continue;
    await deleteSubscription(tx, subscription);
    const before = { ownerId: subscription.ownerId, ...auditedSettings(subscription) };
    await appendAudit(tx, actor, [audited('subscription.delete', subscription, before, null)]);
    await hintDeliveries(tx, deps.channel, subscription);
  }
  for (const one of wanted) {
    const before = stored.find(({ declaredAs }) => declaredAs === one.declared.key);
    if (before === undefined) await add(tx, deps, deployment, one);
    else await change(tx, deps, deployment, before, one);
  }
  if ((await countSubscriptionsLocked(tx, subProject.id)) > MOST_SUBSCRIPTIONS) {
    const message = `the sub-project would have more than ${MOST_SUBSCRIPTIONS} event subscriptions, with those that were made by requests`;
    throw new DeploymentRefused([{ path: '/events', message }]);
  }
}

async function check(tx: Transaction, deps: Deps, { subProject, events }: Deployment): Promise<readonly Wanted[]> {
  // With the roles that people have from other sources than the document.
  const current = { ...subProject, members: (await createSubProjects(tx).load(subProject.id)).members };
  const findings: Finding[] = [];
  const wanted: Wanted[] = [];
  for (const [index, declared] of events.entries()) {
    const found = await findingsOf(['events', index], async () => {
      wanted.push({ declared, ...(await read(tx, deps, current, declared)) });
    });
    findings.push(...found);
  }
  if (findings.length > 0) throw new DeploymentRefused(findings);
  return wanted;
}

async function read(tx: Transaction, deps: Deps, subProject: SubProject, declared: Declared) {
  const { key, ownerId, owner: named, signing: _, ...given } = declared;
  const owner = await deps.findOwner(tx, ownerId);
  if (owner === undefined) {
    const detail = `The user "${named}" is disabled.`;
    throw invalidValue(detail, [{ pointer: '/owner', detail }]);
  }
  const { grant } = operations.createEventSubscription.permission;
  const access = authorize(owner, subProject, grant, errorIds.mayNotRead);
  const settings = readSettings(subProject, access, { name: key, ...given });
  // Names are not resolved while the sub-project is locked; each request is checked anyway.
  if (isIP(new URL(settings.url).hostname.replaceAll(/[[\]]/g, '')) !== 0)
    await vetReceiver(deps, subProject, settings.url);
  return { owner, settings };
}

async function add(
  tx: Transaction,
  { sealing, channel }: Deps,
  { actor, subProject }: Deployment,
  { declared, owner, settings }: Wanted,
): Promise<void> {
  const key = { subProjectId: subProject.id, id: newId() };
  const { signing = 'hmac' } = declared;
  const { latest } = await logEnds(tx, key.subProjectId);
  const row = { ...key, ...settings, ownerId: owner.userId, ownerName: owner.name, declaredAs: declared.key };
  await insertSubscription(tx, row, latest);
  await addSecret(tx, sealing, key, signing, false);
  const after = { ownerId: owner.userId, signing, ...auditedSettings(settings) };
  await appendAudit(tx, actor, [audited('subscription.create', key, null, after)]);
  await hintDeliveries(tx, channel, key);
}

async function change(
  tx: Transaction,
  { sealing, channel }: Deps,
  { actor }: Deployment,
  before: Subscription,
  { declared, owner, settings }: Wanted,
): Promise<void> {
  const { signing = 'hmac' } = declared;
  const [secret] = await validSecrets(tx, before);
  const isSignedAnew = secret?.kind !== signing;
  const isSame = owner.userId === before.ownerId && isDeepStrictEqual(settingsOf(before), settings);
  if (isSame && !isSignedAnew) return;
  await changeSettings(tx, before, settings, { id: owner.userId, name: owner.name });
  if (isSignedAnew) {
    await expireSecrets(tx, before, 0);
    await addSecret(tx, sealing, before, signing, false);
    await touchSubscription(tx, before);
  }
  const shown = (ownerId: string, kind: string | undefined, of: SubscriptionSettings) => ({
    ownerId,
    signing: kind ?? null,
    ...auditedSettings(of),
  });
  await appendAudit(tx, actor, [
    audited(
      'subscription.update',
      before,
      shown(before.ownerId, secret?.kind, before),
      shown(owner.userId, signing, settings),
    ),
  ]);
  await hintDeliveries(tx, channel, before);
}

const settingsOf = (row: SubscriptionSettings): SubscriptionSettings => ({
  name: row.name,
  url: row.url,
  types: row.types,
  filter: row.filter,
  condition: row.condition,
  format: row.format,
  payload: row.payload,
  ordering: row.ordering,
  ratePerSecond: row.ratePerSecond,
  maxInFlight: row.maxInFlight,
});

const audited = (
  action: SubProjectAction,
  { subProjectId, id }: { readonly subProjectId: string; readonly id: string },
  before: object | null,
  after: object | null,
): AuditEntry => ({
  action,
  subProjectId,
  subjectType: 'subscription',
  subjectId: id,
  processId: null,
  before,
  after,
});
