import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const sources = {
  resolve: { conditions: ['@millrace/source'] },
  ssr: { resolve: { conditions: ['@millrace/source'], externalConditions: ['@millrace/source'] } },
};

/** Package tests run against the TypeScript sources; acceptance tests drive the built server from outside. */
export default defineConfig({
  test: {
    // Tests wait for databases and servers more than they compute; left alone, Vitest runs one file at a time on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A busy CI machine may miss a deadline once; a test that fails twice has failed.
    retry: process.env.CI === 'true' ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        ...sources,
        extends: true,
        test: {
          name: 'packages',
          include: [
            'packages/{engine,object-store,contract,client,cli}/{src,test}/**/*.test.ts',
            '{chaos,deploy}/src/**/*.test.ts',
          ],
        },
      },
      {
        ...sources,
        extends: true,
        test: {
          name: 'server',
          include: ['packages/server/{src,test}/**/*.test.ts'],
          globalSetup: ['packages/server/src/testing/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'acceptance',
          // After the others: beside them the times these wait for would mean nothing.
          sequence: { groupOrder: 1 },
          include: ['acceptance/src/**/*.test.ts', 'bench/src/**/*.test.ts'],
          globalSetup: ['acceptance/src/support/global-setup.ts'],
        },
      },
    ],
  },
});
