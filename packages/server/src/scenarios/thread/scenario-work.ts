import { invalidValue } from '../../kernel/errors/request-errors.js';
import { busy } from '../../kernel/errors/service-errors.js';
import { ThreadLimitReached, ThreadPool } from '../../kernel/threads/thread-pool.js';
import type { FolderToTest } from '../folder-to-test.js';
import type { TestReport } from '../test-report.js';
import { testSubProject } from '../test-sub-project.js';

/** Runs scenarios, which can take seconds. */
export interface ScenarioWork {
  /** @throws CatalogueError 1232 when it takes more than it may, 1010 when too many wait */
  run(folder: FolderToTest): Promise<TestReport>;
  close(): Promise<void>;
}

const TIME_LIMIT_SECONDS = 30;
const MAXIMUM_MEMORY_MB = 512;

/**
 * In a thread of its own: scenarios hold up neither other requests nor deployments. Sources, as tests run them, cannot be a
 * thread.
 */
export function scenariosInThread(): ScenarioWork {
  if (!import.meta.url.endsWith('.js')) return { run: testSubProject, close: async () => undefined };
  const pool = new ThreadPool<FolderToTest, TestReport>({
    module: new URL('./scenario-thread.js', import.meta.url),
    threads: 1,
    timeLimitMs: TIME_LIMIT_SECONDS * 1000,
    maximumMemoryMb: MAXIMUM_MEMORY_MB,
    longestQueue: 50,
    idleMs: 300_000,
  });
  return scenarioWorkBy(pool);
}

/** By the thread of a pool. */
export const scenarioWorkBy = (pool: Pick<ThreadPool<FolderToTest, TestReport>, 'run' | 'close'>): ScenarioWork => ({
  async run(folder) {
    try {
      return await pool.run(folder, { heavy: true });
    } catch (error) {
      if (!(error instanceof ThreadLimitReached)) throw error;
      if (error.limit === 'queue') throw busy('Too many scenarios wait to be run. Try again shortly.');
      const what = error.limit === 'time' ? `${TIME_LIMIT_SECONDS} seconds` : `${MAXIMUM_MEMORY_MB} MiB of memory`;
      throw invalidValue(`The scenarios need more than ${what} and were stopped. Run fewer at once.`);
    }
  },
  close: () => pool.close(),
});
