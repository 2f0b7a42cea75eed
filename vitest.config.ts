import { defineConfig } from 'vitest/config';

/** Tests run against the TypeScript sources; only the acceptance tests drive the built server. */
export default defineConfig({
  resolve: { conditions: ['@millrace/source'] },
  ssr: { resolve: { conditions: ['@millrace/source'], externalConditions: ['@millrace/source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'acceptance/src/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['packages/server/src/testing/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
