import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { createRunDirectory } from './scripts/testing/run-directory.js';
import { RunningTests } from './scripts/testing/running-tests.js';

// Programs that tests start run the bundle.
execFileSync(process.execPath, [fileURLToPath(new URL('scripts/bundle.mjs', import.meta.url))], { stdio: 'inherit' });
createRunDirectory();

/**
 * Files that kill servers, break networks, fill disks, wait for real time or run a whole program for long. `npm test` leaves
 * them out, `npm run test:slow` runs them alone, and whoever names one gets it.
 */
const SLOW_FILES = '**/*.slow.test.ts';
const wantsSlowFiles = process.argv.some((argument) => argument.includes('.slow.test'));

/** Patterns of files, for a run on another database or version of Node that leaves out what cannot differ there. */
const leftOut = process.env.MILLRACE_TEST_LEAVE_OUT?.split(' ') ?? [];

const sources = {
  resolve: { conditions: ['@millrace/source'] },
  ssr: { resolve: { conditions: ['@millrace/source'], externalConditions: ['@millrace/source'] } },
};

/** Files that take longer than the others, of each project the longest first. The list only orders them; it may lag behind. */
const LONG_FILES = [
  'packages/cli/src/guide.slow.test.ts',
  'packages/client/test/network-faults.slow.test.ts',
  'packages/client/test/streams.slow.test.ts',
  'packages/client/test/worker-restart.slow.test.ts',
  'packages/client/test/resumable-upload.slow.test.ts',
  'packages/object-store/src/crash.slow.test.ts',
  'packages/cli/src/configuration.test.ts',
  'packages/engine/test/conformance/fuzz.slow.test.ts',
  'packages/cli/src/operators.test.ts',
  'packages/cli/src/everyday.test.ts',
  'packages/client/test/docs.test.ts',
  'packages/client/test/token-faults.test.ts',
  'packages/server/src/backup/backup.slow.test.ts',
  'packages/server/src/processes/totals/totals.test.ts',
  'packages/server/src/files/outages.slow.test.ts',
  'packages/server/src/postgres/migration/migration-locks.slow.test.ts',
  'packages/server/src/postgres/embedded/start.slow.test.ts',
  'packages/server/src/scenarios/parity.test.ts',
  'packages/server/src/files/lifecycle.slow.test.ts',
  'packages/server/src/workflows/worker.test.ts',
  'packages/server/src/postgres/embedded/directory.test.ts',
  'bench/src/bench.slow.test.ts',
  'acceptance/src/votes-hold.slow.test.ts',
  'acceptance/src/workers.slow.test.ts',
  'acceptance/src/durability.slow.test.ts',
  'acceptance/src/crashes.slow.test.ts',
  'acceptance/src/hostile.test.ts',
  'acceptance/src/guide/guide.test.ts',
  'acceptance/src/coverage.test.ts',
  'acceptance/src/sign-in.test.ts',
  'acceptance/src/demo.test.ts',
];

/**
 * One project after the other, because a worker process keeps its modules only from one file to the next of the same
 * project; in each project the long files first, so that no worker is left alone with one at the end.
 */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = this.ctx.projects.map(({ name }) => name);
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = LONG_FILES.findIndex((path) => moduleId.endsWith(`/${path}`));
      return index === -1 ? LONG_FILES.length : index;
    };
    const bySize = await super.sort(files);
    return bySize.sort(
      (a, b) => projects.indexOf(a.project.name) - projects.indexOf(b.project.name) || rank(a) - rank(b),
    );
  }
}

/** Package tests run against the TypeScript sources; acceptance tests drive the built server from outside. */
export default defineConfig({
  test: {
    // Tests wait for databases, servers and timeouts more than they compute.
    maxWorkers: availableParallelism() + 1,
    // A worker process loads each module once. Files may therefore not change what another file sees: no module mocks,
    // and a changed environment or global is restored.
    isolate: false,
    sequence: { sequencer: LongFilesFirst },
    // A busy CI machine may miss a deadline once; a test that fails twice has failed.
    retry: process.env.CI === 'true' ? 1 : 0,
    reporters: process.env.CI === 'true' ? ['default', new RunningTests()] : ['default'],
    // Long enough for a machine that does much else at the same time; what a test asserts about time, it measures itself.
    // What a poll waits for comes within milliseconds; the limit is for a machine with other work.
    expect: { poll: { timeout: 20_000, interval: 20 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    exclude: [...configDefaults.exclude, ...(wantsSlowFiles ? [] : [SLOW_FILES]), ...leftOut],
    projects: [
      {
        ...sources,
        extends: true,
        test: {
          name: 'packages',
          include: [
            'packages/{engine,object-store,contract,client,cli,console}/{src,test}/**/*.test.ts',
            '{chaos,deploy}/src/**/*.test.ts',
            'scripts/*.test.ts',
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
          setupFiles: ['packages/server/src/testing/check-statements.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'acceptance',
          // After the others: beside them the times these wait for would mean nothing.
          sequence: { groupOrder: 1 },
          // They keep both cores of a small machine busy: the demo and further servers run beside them.
          maxWorkers: Math.max(2, availableParallelism()),
          include: ['acceptance/src/**/*.test.ts', 'bench/src/**/*.test.ts'],
          globalSetup: ['acceptance/src/support/global-setup.ts'],
        },
      },
    ],
  },
});
