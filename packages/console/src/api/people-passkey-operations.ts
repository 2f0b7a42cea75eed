import type { Table } from './operations.js';

/** The operations that begin to ask for a passkey. */
export const passkeyOperations = {
  startApprovalSignature: { folder: 'process/workflows', touches: [] },
  startPasskeySignIn: { folder: 'users', touches: [] },
} as const satisfies Table;
