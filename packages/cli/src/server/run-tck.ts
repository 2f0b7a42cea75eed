import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { runTck, type TckFile, type TckOutcome } from '@millrace/server';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';
import type { Output } from '../terminal/output.js';

/**
 * `millrace decision tck`: runs the test cases of a folder in the format of the DMN Technology Compatibility Kit.
 *
 * @throws CommandError after printing the results, when the folder has no test cases or one failed
 */
export async function runTckFolder(output: Output, folder: string, now: Date): Promise<void> {
  const outcomes = runTck(await readTestFiles(folder), now.getTime());
  if (outcomes.length === 0) {
    throw new CommandError(
      `${folder} has no test cases: no *.xml file with the root element <testCases>. Give the folder of a compliance level.`,
      exitCodes.notFound,
    );
  }
  const failed = outcomes.filter(({ passed }) => !passed);
  await output.json({ results: outcomes.length, passed: outcomes.length - failed.length, failed });
  await output.text(report(outcomes, failed));
  if (failed.length > 0) {
    throw new CommandError(
      `${failed.length} of ${outcomes.length} results differ from the expected ones.`,
      exitCodes.testsFailed,
    );
  }
}

async function readTestFiles(folder: string): Promise<readonly TckFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(dmn|xml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  const files: TckFile[] = [];
  for (const path of paths) {
    files.push({ path: relative(folder, path).split(sep).join('/'), text: await readFile(path, 'utf8') });
  }
  return files;
}

function report(outcomes: readonly TckOutcome[], failed: readonly TckOutcome[]): string {
  const lines = failed.map(
    ({ file, testCase, result, message }) =>
      `${[file, testCase, result].filter((part) => part !== '').join(' ')}: ${message}`,
  );
  const groups = new Set(outcomes.map(({ group }) => group)).size;
  const passed = outcomes.length - failed.length;
  return `${[...lines, `${passed} of ${outcomes.length} results in ${groups} groups are as expected.`].join('\n')}\n`;
}
