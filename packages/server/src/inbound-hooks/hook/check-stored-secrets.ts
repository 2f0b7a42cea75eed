import { invalidValue } from '../../kernel/errors/request-errors.js';
import type { Sealing } from '../../kernel/sealing.js';
import { type HookDefinition, type HookRow, hookSealingContext } from './hook.js';
import { isHookSecret } from './new-secret.js';

/** A secret that the new scheme of a hook cannot have would let no delivery pass. @throws CatalogueError 1232 */
export function checkStoredSecrets(
  sealing: Pick<Sealing, 'open'>,
  hook: HookRow,
  scheme: HookDefinition['scheme'],
): void {
  const now = new Date().toISOString();
  for (const { sealed, expiresTs } of hook.secrets) {
    if (expiresTs !== null && expiresTs <= now) continue;
    if (isHookSecret(scheme, sealing.open(hookSealingContext(hook), sealed))) continue;
    const detail = `The secret of the hook is none of the scheme ${scheme}. Rotate it to one in the form of that scheme (rotateInboundHookSecret with secret: for standard, whsec_ and base64), with overlapSeconds 0, then change the scheme.`;
    throw invalidValue(detail, [{ pointer: '/scheme', detail }]);
  }
}
