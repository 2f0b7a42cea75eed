import { appendFileSync } from 'node:fs';
import type { TestCase, TestModule } from 'vitest/node';
import type { Reporter } from 'vitest/reporters';

/** From when on a file that is still at work is named, and how often. In milliseconds. */
const PATIENCE = 120_000;

/** Where the paths of files with a failed test are written, one a line, for a caller that runs those once more. */
const failedFiles = process.env.MILLRACE_TEST_FAILED_FILES;

/**
 * Names the files, and in them the tests, that have been at work for minutes: without it, the output of a run that hangs does
 * not tell where, because a file is told of only when it has ended.
 */
export class RunningTests implements Reporter {
  /** By the path of the file: it is another object once its tests are known. */
  readonly #files = new Map<string, { readonly since: number; readonly tests: Map<string, string> }>();
  #timer: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    this.#timer ??= setInterval(() => this.#tell(), PATIENCE).unref();
  }

  onTestModuleQueued(module: TestModule): void {
    this.#files.set(module.relativeModuleId, { since: Date.now(), tests: new Map() });
  }

  onTestCaseReady(test: TestCase): void {
    this.#files.get(test.module.relativeModuleId)?.tests.set(test.id, test.fullName);
  }

  onTestCaseResult(test: TestCase): void {
    this.#files.get(test.module.relativeModuleId)?.tests.delete(test.id);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#files.delete(module.relativeModuleId);
    if (failedFiles && !module.ok()) appendFileSync(failedFiles, `${module.relativeModuleId}\n`);
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tell(): void {
    for (const [path, { since, tests }] of this.#files) {
      const seconds = Math.round((Date.now() - since) / 1000);
      if (seconds * 1000 < PATIENCE) continue;
      const names = [...tests.values()].map((name) => `\n    ${name}`).join('');
      process.stdout.write(`still at work after ${seconds} s: ${path}${names}\n`);
    }
  }
}
