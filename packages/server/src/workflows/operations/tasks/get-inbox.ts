import { type Transaction, transaction } from '../../../postgres/database.js';
import { type Caller, principalId, type UseCase } from '../../../use-case/caller.js';
import { delegatedOwn, delegatedTeam } from '../../delegations/addressees.js';
import type { HeldDelegation } from '../../delegations/held-delegation.js';
import { heldDelegations } from '../../delegations/held-delegations.js';
import { inboxCursor, inInboxOrder } from '../../inbox/inbox-order.js';
import { type InboxScope, inboxScopes, ownAddressees, teamAddressees } from '../../inbox/inbox-scopes.js';
import { asTooManyTasks, limitReading } from '../../inbox/limited-reading.js';
import { presentInboxTask, rowsToRead } from '../../inbox/present-inbox.js';
import { type InboxSearch, readInboxSearch } from '../../inbox/read-inbox-search.js';
import { countInbox } from '../../records/inbox/count-inbox.js';
import { findInboxRows } from '../../records/inbox/inbox-rows.js';
import { listAddressed, listCompleted } from '../../records/inbox/list-inbox.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { bothOf, userNamesOf } from '../../tasks/user-names.js';

/**
 * Lists the caller's tasks in all sub-projects. Of each sub-project it leaves out what getTasks leaves out, and of each
 * process it shows what getProcess shows.
 *
 * @throws CatalogueError 1200 for conditions that cannot be understood, and when too many tasks would have to be read
 */
export const getInbox =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects' | 'userNames' | 'peopleById' | 'now'>): UseCase<'getInbox'> =>
  async (caller, query) => {
    const search = readInboxSearch(query);
    // The counts are of all sub-projects, whichever are asked for.
    const all = await inboxScopes(deps, caller, undefined);
    const scopes = await scopesNamed(deps, caller, all, search.subProjectIds);
    const now = new Date(deps.now());
    return transaction(
      deps.db,
      async (tx) => {
        await limitReading(tx, scopes, search);
        const { limit, sort } = search.page;
        const delegations = await delegationsOf(deps, tx, caller, [...all, ...scopes], now);
        const found = inInboxOrder(sort, await listPlaces(tx, caller, scopes, search, delegations));
        const places = found.slice(0, limit);
        const last = found.length > limit ? places.at(-1) : undefined;
        const byId = new Map(scopes.map((scope) => [scope.subProjectId, scope]));
        const rows = new Map((await findInboxRows(tx, rowsToRead(byId, places))).map((row) => [row.id, row] as const));
        const tasks = places.flatMap(({ subProjectId, id }) => {
          const scope = byId.get(subProjectId);
          const row = rows.get(id);
          return scope === undefined || row === undefined
            ? []
            : [presentInboxTask(scope, row, { now, delegations: delegations(subProjectId) })];
        });
        const parts = all.map((scope) => ({
          ...scope,
          addressees: [
            ...ownAddressees(caller),
            ...teamAddressees(scope, caller),
            ...delegatedOwn(delegations(scope.subProjectId)),
            ...delegatedTeam(scope.subProject, delegations(scope.subProjectId)),
          ],
        }));
        return {
          tasks,
          next: last === undefined ? null : inboxCursor(sort, last),
          names: await userNamesOf(
            deps,
            tx,
            tasks.flatMap(({ task, onBehalfOf }) => [
              task.assignee,
              onBehalfOf,
              ...task.candidateUsers,
              ...(task.approval?.votes ?? []).flatMap(bothOf),
            ]),
          ),
          counts: await countInbox(tx, parts, now),
        };
      },
      { isolation: 'repeatable read', readOnly: true },
    ).catch((error: unknown) => {
      throw asTooManyTasks(error);
    });
  };

/** The delegations of a sub-project in which the caller is the substitute now. */
type DelegationsOf = (subProjectId: string) => readonly HeldDelegation[];

async function delegationsOf(
  deps: Pick<WorkflowDeps, 'peopleById'>,
  tx: Transaction,
  { principal }: Caller,
  scopes: readonly InboxScope[],
  now: Date,
): Promise<DelegationsOf> {
  const subProjects = scopes.map(({ subProject }) => subProject);
  const rows = await heldDelegations(tx, deps, { subProjects, substituteId: principalId(principal), now });
  return (subProjectId) => rows.filter((row) => row.subProjectId === subProjectId);
}

/** Those of the sub-projects that the request names, also of those that are left out without names. */
async function scopesNamed(
  deps: Parameters<typeof inboxScopes>[0],
  caller: Caller,
  all: readonly InboxScope[],
  named: readonly string[] | undefined,
): Promise<readonly InboxScope[]> {
  if (named === undefined) return all;
  const known = all.filter(({ subProjectId }) => named.includes(subProjectId));
  return known.length === named.length ? known : inboxScopes(deps, caller, named);
}

/** One more than the page has, of each sub-project. */
async function listPlaces(
  tx: Transaction,
  caller: Caller,
  scopes: readonly InboxScope[],
  { view, assignee, conditions, page }: InboxSearch,
  delegations: DelegationsOf,
) {
  const more = { ...page, limit: page.limit + 1 };
  if (view === 'done') return listCompleted(tx, scopes, principalId(caller.principal), conditions, more);
  const parts = scopes.map((scope) => ({
    ...scope,
    addressees:
      assignee !== undefined
        ? [{ kind: 'assignee' as const, key: assignee }]
        : view === 'mine'
          ? [...ownAddressees(caller), ...delegatedOwn(delegations(scope.subProjectId))]
          : [...teamAddressees(scope, caller), ...delegatedTeam(scope.subProject, delegations(scope.subProjectId))],
  }));
  return listAddressed(tx, parts, conditions, more);
}
