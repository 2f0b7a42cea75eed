import { describe, expect, it } from 'vitest';
import { limitsFor } from './long-operations.js';

const limits = { timeoutMs: 30_000, totalTimeoutMs: 120_000, retries: 4 };

describe('limits of an operation', () => {
  it('are those of the client', () => {
    expect(limitsFor('getProcess', limits)).toEqual(limits);
    expect(limitsFor('createMultipartStorage', limits)).toEqual(limits);
  });

  it.each(['closeSignedStorage', 'completeMultipartStorage', 'exportProcesses', 'exportAuditLogs'] as const)(
    'are long where the work grows with what is worked on: %s',
    (operation) => {
      expect(limitsFor(operation, limits)).toEqual({ timeoutMs: 280_000, totalTimeoutMs: 1_800_000, retries: 4 });
    },
  );

  it('stay as long as the client says', () => {
    const longer = { timeoutMs: 600_000, totalTimeoutMs: 7_200_000, retries: 0 };
    expect(limitsFor('closeSignedStorage', longer)).toEqual(longer);
  });
});
