import type { EventSubscription } from '@millrace/contract';
import type { ListedSubscription } from '../records/list-subscriptions.js';

/** A subscription as operations answer with it. */
export const subscriptionView = (row: ListedSubscription): EventSubscription => ({
  id: row.id,
  subProjectId: row.subProjectId,
  name: row.name,
  owner: { id: row.ownerId, name: row.ownerName },
  declaredAs: row.declaredAs,
  url: row.url,
  types: [...row.types],
  filter: row.filter,
  condition: row.condition,
  format: row.format,
  payload: row.payload,
  ordering: row.ordering,
  ratePerSecond: row.ratePerSecond,
  maxInFlight: row.maxInFlight,
  signing: row.signing,
  publicKey: row.publicKey,
  state: row.state,
  reason: row.reason,
  position: String(row.position),
  replaying: row.replaying,
  failingSince: row.failingSince?.toISOString() ?? null,
  waiting: String(row.waiting),
  dead: String(row.dead),
  createdTs: row.createdTs.toISOString(),
  updatedTs: row.updatedTs.toISOString(),
});

/** The members that an audit row shows: the path of a URL may be a secret. */
export const auditedSettings = (settings: Partial<ListedSubscription>): object => ({
  ...(settings.name === undefined ? {} : { name: settings.name }),
  ...(settings.url === undefined ? {} : { origin: new URL(settings.url).origin }),
  ...Object.fromEntries(
    (
      ['types', 'filter', 'condition', 'format', 'payload', 'ordering', 'ratePerSecond', 'maxInFlight'] as const
    ).flatMap((member) => (settings[member] === undefined ? [] : [[member, settings[member]]])),
  ),
});
