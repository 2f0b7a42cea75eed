import { operations } from '@millrace/contract';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import type { HookDeps } from '../delivery/hook-deps.js';
import { requireHook } from '../delivery/require-hook.js';
import { listReceipts } from '../records/receipts.js';

const DEFAULT_LIMIT = 50;

/** Lists what became of deliveries, newest first. @throws CatalogueError 1202, 1205, 1200 for an unknown hook */
export const getInboundReceipts =
  (deps: HookDeps): UseCase<'getInboundReceipts'> =>
  async (caller, query) => {
    const { subProject } = await enter(deps.subProjects, caller, query.subProjectId, operations.getInboundReceipts);
    const { outcome, after } = query;
    const limit = Number(query.limit ?? DEFAULT_LIMIT);
    const hook = await requireHook(deps.db, subProject.id, query.hookId);
    const rows = await listReceipts(deps.db, hook, { outcome, before: after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    return {
      receipts: shown.map(({ receivedTs, ...row }) => ({ ...row, receivedTs: receivedTs.toISOString() })),
      next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  };
