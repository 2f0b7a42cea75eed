import { InvalidRequestError, type ResponseOf } from '@millrace/client';
import type { Session } from '../session/session.js';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';
import { errorFindings, findingLine, findingText, remarkFinding } from './findings.js';
import type { ConfigurationFolder } from './read-folder.js';

export type Deployment = ResponseOf<'deploySubProject'>;

/** A folder to deploy, and the sub-project to deploy it to when it differs from the one in the document. */
export interface Deployable {
  readonly folder: ConfigurationFolder;
  readonly subProjectId: string | undefined;
}

/**
 * Lets the service check a configuration and compare it with the deployed version, without saving it. Warnings and settings
 * without effect are printed on standard error.
 *
 * @throws CommandError after printing the errors, line by line
 */
export async function dryRun(
  { client, io, output }: Session,
  { folder, subProjectId }: Deployable,
): Promise<Deployment> {
  const { document, files } = folder;
  try {
    const answer = await client.deploySubProject({ subProjectId, document, files, dryRun: true });
    if (!output.isJson) {
      for (const warning of answer.warnings) io.err(`warning: ${findingLine(remarkFinding(warning, folder))}`);
      for (const ignored of answer.ignored) io.err(`no effect: ${findingLine(remarkFinding(ignored, folder))}`);
    }
    return answer;
  } catch (error) {
    if (!(error instanceof InvalidRequestError) || error.errors.length === 0) throw error;
    const findings = errorFindings(error, folder);
    await output.json({ valid: false, errors: findings });
    await output.text(findings.map((finding) => findingText(finding, folder)).join(''));
    throw configurationInvalid(findings.length);
  }
}

/** The error of a command that has printed the errors of a configuration. */
export const configurationInvalid = (count: number): CommandError =>
  new CommandError(
    count === 1 ? 'The configuration has an error.' : `The configuration has ${count} errors.`,
    exitCodes.invalid,
  );
