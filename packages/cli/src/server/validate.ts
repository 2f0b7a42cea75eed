import { checkSubProject, uncheckedWithoutDatabase } from '@millrace/server';
import { configurationInvalid } from '../configuration/dry-run.js';
import { findingText, remarkFinding } from '../configuration/findings.js';
import { readConfigurationFolder } from '../configuration/read-folder.js';
import type { Io } from '../terminal/io.js';
import type { Output } from '../terminal/output.js';

/**
 * `millrace validate`: checks a configuration by the rules of the service, without connecting to one.
 *
 * @throws CommandError after printing the errors, line by line
 */
export async function validateFolder(io: Io, output: Output, path: string): Promise<void> {
  const folder = await readConfigurationFolder(path);
  const found = await checkSubProject(folder.document, folder.files);
  const [errors, warnings, ignored] = [found.errors, found.warnings, found.ignored].map((findings) =>
    findings.map((finding) => remarkFinding(finding, folder)),
  );
  const valid = found.errors.length === 0;
  await output.json({ valid, errors, warnings, ignored, notChecked: uncheckedWithoutDatabase });
  if (!output.isJson) {
    for (const warning of warnings ?? []) io.err(`warning: ${findingText(warning, folder)}`);
    for (const one of ignored ?? []) io.err(`no effect: ${findingText(one, folder)}`);
  }
  await output.text((errors ?? []).map((finding) => findingText(finding, folder)).join(''));
  if (!valid) throw configurationInvalid(found.errors.length);
  const count = found.workflowCount === 1 ? 'one workflow' : `${found.workflowCount} workflows`;
  await output.text(`${folder.documentName} is valid, with ${count}\n`);
  if (!output.isJson) io.err(`not checked offline: ${uncheckedWithoutDatabase.join('; ')} (--remote does)\n`);
}
