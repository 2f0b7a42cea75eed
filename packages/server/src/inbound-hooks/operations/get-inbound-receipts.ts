import { operations } from '@millrace/contract';
import { invalidMember } from '../../kernel/errors/request-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import type { HookDeps } from '../delivery/hook-deps.js';
import { requireHook } from '../delivery/require-hook.js';
import { listReceipts } from '../records/receipts.js';

const OUTCOMES = ['accepted', 'ignored', 'failed', 'refused'];
const DEFAULT_LIMIT = 50;
const MOST = 1000;

/** Lists what became of deliveries, newest first. @throws CatalogueError 1202, 1205, 1200 */
export const getInboundReceipts =
  (deps: HookDeps): UseCase<'getInboundReceipts'> =>
  async (caller, query) => {
    const { subProject } = await enter(deps.subProjects, caller, query.subProjectId, operations.getInboundReceipts);
    const { outcome, after } = query;
    if (outcome !== undefined && !OUTCOMES.includes(outcome)) {
      throw invalidMember('/outcome', `The outcome must be one of ${OUTCOMES.join(', ')}.`);
    }
    if (after !== undefined && !isUuid(after)) {
      throw invalidMember('/after', 'Send the "next" of the page before as "after".');
    }
    const limit = readLimit(query.limit);
    const hook = await requireHook(deps.db, subProject.id, query.hookId);
    const rows = await listReceipts(deps.db, hook, { outcome, before: after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    return {
      receipts: shown.map(({ receivedTs, ...row }) => ({ ...row, receivedTs: receivedTs.toISOString() })),
      next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  };

function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MOST) return limit;
  throw invalidMember('/limit', `The limit must be a number from 1 to ${MOST}.`);
}
