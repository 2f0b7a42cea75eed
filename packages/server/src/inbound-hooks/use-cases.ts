import type { UseCases } from '../use-case/caller.js';
import type { HookDeps } from './delivery/hook-deps.js';
import { createInboundHook } from './operations/create-inbound-hook.js';
import { deleteInboundHook } from './operations/delete-inbound-hook.js';
import { getInboundHooks } from './operations/get-inbound-hooks.js';
import { getInboundReceipts } from './operations/get-inbound-receipts.js';
import { rotateInboundHookSecret } from './operations/rotate-inbound-hook-secret.js';
import { testInboundHook } from './operations/test-inbound-hook.js';
import { updateInboundHook } from './operations/update-inbound-hook.js';

/** The operations on inbound hooks. */
export const inboundHookUseCases = (deps: HookDeps) =>
  ({
    createInboundHook: createInboundHook(deps),
    updateInboundHook: updateInboundHook(deps),
    deleteInboundHook: deleteInboundHook(deps),
    getInboundHooks: getInboundHooks(deps),
    rotateInboundHookSecret: rotateInboundHookSecret(deps),
    getInboundReceipts: getInboundReceipts(deps),
    testInboundHook: testInboundHook(deps),
  }) satisfies Partial<UseCases>;
