import { type FSWatcher, watch } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { testSubProject } from '@millrace/server';
import { configurationInvalid } from '../configuration/dry-run.js';
import { findingText, remarkFinding } from '../configuration/findings.js';
import { readConfigurationFolder } from '../configuration/read-folder.js';
import { readScenarioFiles } from '../configuration/read-scenarios.js';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';
import type { Io } from '../terminal/io.js';
import type { Output } from '../terminal/output.js';
import { errorText } from '../terminal/print-error.js';
import { junitXml } from './report/junit.js';
import { jsonReport } from './report/report-json.js';
import { reportText, summaryOf } from './report/report-text.js';

/** What the command line asked for. */
export interface TestSettings {
  readonly only?: string;
  readonly coverage?: number;
  /** File for JUnit XML. */
  readonly junit?: string;
}

/**
 * `millrace test`: runs the scenarios of a folder.
 *
 * @throws CommandError after printing the results, when a file is not valid or a scenario failed
 */
export async function testFolder(output: Output, path: string, settings: TestSettings): Promise<void> {
  const folder = await readConfigurationFolder(path);
  const scenarios = await readScenarioFiles(path);
  if (Object.keys(scenarios).length === 0) {
    throw new CommandError(
      `${path} has no scenarios: no file *.test.yaml. docs/guide/testing.md shows a first one.`,
      exitCodes.notFound,
    );
  }
  const { only, coverage, junit } = settings;
  const report = await testSubProject({
    document: folder.document,
    files: folder.files,
    scenarios,
    ...(only === undefined ? {} : { only }),
    ...(coverage === undefined ? {} : { coverage }),
  });
  if (junit !== undefined) await writeFile(junit, junitXml(report));
  await output.json(jsonReport(report));
  if (report.configurationErrors.length > 0) {
    const findings = report.configurationErrors.map((finding) => remarkFinding(finding, folder));
    await output.text(findings.map((finding) => findingText(finding, folder)).join(''));
    throw configurationInvalid(findings.length);
  }
  await output.text(reportText(report, { ...folder, files: scenarios }));
  const summary = summaryOf(report);
  if (report.errors.length > 0) throw new CommandError(summary, exitCodes.invalid);
  if (report.results.length === 0)
    throw new CommandError(`No scenario has "${only ?? ''}" in its name.`, exitCodes.notFound);
  if (!report.passed) throw new CommandError(summary, exitCodes.testsFailed);
  await output.text(`${summary}\n`);
}

/** Editors write a file in several steps; the run begins when they are done. */
const QUIET_MS = 100;

/** As {@link testFolder}, and again after every change of a file in the folder, until Ctrl+C. */
export async function watchFolder(io: Io, output: Output, path: string, settings: TestSettings): Promise<void> {
  const { signal, changes, stop } = watchFiles(path, io.interruption());
  try {
    while (!signal.aborted) {
      await testFolder(output, path, settings).catch((error: unknown) => io.err(errorText(error)));
      io.err(`waiting for a change in ${path}; Ctrl+C ends\n`);
      await changes();
    }
  } finally {
    stop();
  }
}

/** `changes` resolves at the end of the next change, or when the signal aborts. */
function watchFiles(path: string, signal: AbortSignal) {
  let pending = false;
  let wake: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const watcher: FSWatcher = watch(path, { recursive: true }, (_, name) => {
    if (name !== null && !/\.(bpmn|dmn|ya?ml|json)$/.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      pending = true;
      wake?.();
    }, QUIET_MS);
  });
  const changes = () =>
    new Promise<void>((resolve) => {
      wake = () => {
        pending = false;
        wake = undefined;
        resolve();
      };
      if (pending || signal.aborted) wake();
      else signal.addEventListener('abort', () => wake?.(), { once: true });
    });
  const stop = () => {
    clearTimeout(timer);
    watcher.close();
  };
  return { signal, changes, stop };
}
