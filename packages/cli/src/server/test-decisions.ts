import { type CheckedSubProject, checkSubProject } from '@millrace/server';
import { configurationInvalid } from '../configuration/dry-run.js';
import { findingText, remarkFinding } from '../configuration/findings.js';
import { readConfigurationFolder } from '../configuration/read-folder.js';
import type { Io } from '../terminal/io.js';
import type { Output } from '../terminal/output.js';

type CheckedFile = CheckedSubProject['decisions'][number];

/**
 * `millrace decision test`: runs the tests of the decisions of a folder by the rules of the service, without connecting to one.
 *
 * @throws CommandError after printing what is wrong with the decisions, line by line
 */
export async function testDecisions(io: Io, output: Output, path: string): Promise<void> {
  const folder = await readConfigurationFolder(path);
  const { errors, warnings, decisions } = await checkSubProject(folder.document, folder.files);
  // What is wrong elsewhere is told when nothing could be tested because of it.
  const isAboutDecisions = (at: string) => at.startsWith('/decisions') || /\.(?:dmn|ya?ml|json)(?:#|$)/.test(at);
  const own = errors.filter((error) => isAboutDecisions(error.path));
  const shown = own.length === 0 && decisions.length === 0 ? errors : own;
  const findings = shown.map((error) => remarkFinding(error, folder));
  const remarks = warnings.filter((one) => isAboutDecisions(one.path)).map((one) => remarkFinding(one, folder));
  await output.json({ passed: findings.length === 0, errors: findings, warnings: remarks, decisions });
  if (!output.isJson) for (const remark of remarks) io.err(`warning: ${findingText(remark, folder)}`);
  await output.text(findings.map((finding) => findingText(finding, folder)).join(''));
  await output.text(decisions.map(lineOf).join(''));
  if (findings.length > 0) throw configurationInvalid(findings.length);
  if (decisions.length === 0) await output.text(`${folder.documentName} has no decisions\n`);
}

function lineOf({ file, tests, failed, coverage }: CheckedFile): string {
  const passed = tests === 0 ? 'no tests' : `${tests - failed} of ${tests} tests passed`;
  return `${file}: ${passed}, ${coverage.covered} of ${coverage.rules} rules covered (${coverage.percent} %)\n`;
}
