import { transaction } from '../../../postgres/database.js';
import { type Caller, principalId, type UseCase } from '../../../use-case/caller.js';
import { inboxCursor, inInboxOrder } from '../../inbox/inbox-order.js';
import { type InboxScope, inboxScopes, ownAddressees, teamAddressees } from '../../inbox/inbox-scopes.js';
import { presentInboxTask, rowsToRead } from '../../inbox/present-inbox.js';
import { type InboxSearch, readInboxSearch } from '../../inbox/read-inbox-search.js';
import { countInbox } from '../../records/inbox/count-inbox.js';
import { findInboxRows } from '../../records/inbox/inbox-rows.js';
import { listAddressed, listCompleted } from '../../records/inbox/list-inbox.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { userNamesOf } from '../../tasks/user-names.js';

/**
 * Lists the caller's tasks in all sub-projects. Of each sub-project it leaves out what getTasks leaves out, and of each
 * process it shows what getProcess shows.
 *
 * @throws CatalogueError 1200 for conditions that cannot be understood
 */
export const getInbox =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects' | 'userNames' | 'now'>): UseCase<'getInbox'> =>
  async (caller, query) => {
    const search = readInboxSearch(query);
    // The counts are of all sub-projects, whichever are asked for.
    const all = await inboxScopes(deps, caller, undefined);
    const scopes = await scopesNamed(deps, caller, all, search.subProjectIds);
    const now = new Date(deps.now());
    return transaction(
      deps.db,
      async (tx) => {
        const { limit, sort } = search.page;
        const found = inInboxOrder(sort, await listPlaces(tx, caller, scopes, search));
        const places = found.slice(0, limit);
        const last = found.length > limit ? places.at(-1) : undefined;
        const byId = new Map(scopes.map((scope) => [scope.subProjectId, scope]));
        const rows = new Map((await findInboxRows(tx, rowsToRead(byId, places))).map((row) => [row.id, row] as const));
        const tasks = places.flatMap(({ subProjectId, id }) => {
          const scope = byId.get(subProjectId);
          const row = rows.get(id);
          return scope === undefined || row === undefined ? [] : [presentInboxTask(scope, row, now)];
        });
        const parts = all.map((scope) => ({
          ...scope,
          addressees: [...ownAddressees(caller), ...teamAddressees(scope, caller)],
        }));
        return {
          tasks,
          next: last === undefined ? null : inboxCursor(sort, last),
          names: await userNamesOf(
            deps,
            tx,
            tasks.flatMap(({ task }) => [
              task.assignee,
              ...task.candidateUsers,
              ...(task.approval?.votes ?? []).map(({ by }) => by),
            ]),
          ),
          counts: await countInbox(tx, parts, now),
        };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };

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
  tx: Parameters<typeof listAddressed>[0],
  caller: Caller,
  scopes: readonly InboxScope[],
  { view, assignee, conditions, page }: InboxSearch,
) {
  const more = { ...page, limit: page.limit + 1 };
  if (view === 'done') return listCompleted(tx, scopes, principalId(caller.principal), conditions, more);
  const parts = scopes.map((scope) => ({
    ...scope,
    addressees:
      assignee !== undefined
        ? [{ kind: 'assignee' as const, key: assignee }]
        : view === 'mine'
          ? ownAddressees(caller)
          : teamAddressees(scope, caller),
  }));
  return listAddressed(tx, parts, conditions, more);
}
