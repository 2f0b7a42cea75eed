import { operations } from '@millrace/contract';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import type { HookDeps } from '../delivery/hook-deps.js';
import { presentHook } from '../hook/present-hook.js';
import { listHooks } from '../records/hooks.js';

/** Lists hooks, without their secrets. */
export const getInboundHooks =
  (deps: HookDeps): UseCase<'getInboundHooks'> =>
  async (caller, query) => {
    const { subProject } = await enter(deps.subProjects, caller, query.subProjectId, operations.getInboundHooks);
    const rows = await listHooks(deps.db, subProject.id);
    const names = await deps.namesOf(deps.db, [...new Set(rows.map(({ actsAs }) => actsAs))]);
    return { hooks: rows.map((row) => presentHook(row, deps.publicUrl, names)) };
  };
