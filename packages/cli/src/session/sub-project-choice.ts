import { getSubProjects, type MillraceClient, type ResponseOf } from '@millrace/client';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';

export type SubProject = ResponseOf<'getSubProjects'>['subProjects'][number];

/**
 * Id of the sub-project that a command is about.
 *
 * @param wanted its id or its name; undefined for the only one the caller may see
 * @throws CommandError when there is no such sub-project, or more than one
 */
export async function findSubProject(client: MillraceClient, wanted: string | undefined): Promise<string> {
  if (wanted !== undefined && isUuid(wanted)) return wanted;
  const known = await allSubProjects(client);
  const matching = wanted === undefined ? known : known.filter(({ name }) => equalNames(name, wanted));
  const [first, ...others] = matching;
  if (first !== undefined && others.length === 0) return first.id;
  if (wanted === undefined) {
    if (first === undefined) {
      throw new CommandError(
        'There is no sub-project that you may see. Ask the administrator to deploy a configuration that lists you as a member.',
        exitCodes.notFound,
      );
    }
    throw new CommandError(`Name the sub-project with --sub-project, by id or name:\n${listed(known)}`);
  }
  if (first === undefined) {
    throw new CommandError(`There is no sub-project "${wanted}" among yours:\n${listed(known)}`, exitCodes.notFound);
  }
  throw new CommandError(`Several sub-projects are called "${wanted}"; take an id:\n${listed(matching)}`);
}

/** Every sub-project the caller may see, by name. */
export async function allSubProjects(client: MillraceClient): Promise<readonly SubProject[]> {
  const found: SubProject[] = [];
  for await (const subProject of client.all(getSubProjects, { perPageCount: 1000 })) found.push(subProject);
  return found;
}

/** Whether the text has the shape of an id (D2). */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Names are compared without regard to case. */
export const equalNames = (a: string, b: string): boolean =>
  a.localeCompare(b, undefined, { sensitivity: 'accent' }) === 0;

const MAX_LISTED = 20;

function listed(subProjects: readonly SubProject[]): string {
  const lines = subProjects.slice(0, MAX_LISTED).map(({ id, name }) => `  ${id}  ${name}`);
  if (subProjects.length > MAX_LISTED) lines.push(`  … and ${subProjects.length - MAX_LISTED} more`);
  return lines.join('\n');
}
