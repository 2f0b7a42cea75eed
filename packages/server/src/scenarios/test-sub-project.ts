import type { FolderToTest } from './folder-to-test.js';
import type { TestReport } from './test-report.js';

/**
 * Runs scenarios of workflows: the engine and the rules of the server with a simulated clock and mocked jobs, without a database, a
 * server or the network. The same input gives the same report, but for the durations.
 */
export async function testSubProject(folder: FolderToTest): Promise<TestReport> {
  // As with checkSubProject: who exports this function does not load the engine for it.
  const { runScenarios } = await import('./run-scenarios.js');
  return runScenarios(folder);
}
