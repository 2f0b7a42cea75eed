import type { HookRow } from './hook.js';
import { hookAddress } from './hook.js';

/** A hook as operations show it. */
export const presentHook = (hook: HookRow, publicUrl: string, names: ReadonlyMap<string, string>) => ({
  id: hook.id,
  url: `${publicUrl}/hooks/${hookAddress(hook)}`,
  ...hook.definition,
  actAs: { id: hook.actsAs, name: names.get(hook.actsAs) ?? '' },
  declaredAs: hook.declaredAs,
  enabled: hook.enabled,
  secrets: hook.secrets
    .filter(({ expiresTs }) => expiresTs === null || Date.parse(expiresTs) > Date.now())
    .map(({ createdTs, expiresTs }) => ({ createdTs, expiresTs })),
  createdTs: hook.createdTs.toISOString(),
  updatedTs: hook.updatedTs.toISOString(),
});
