import type { MillraceClient } from '@millrace/client';
import { isUuid } from '../../session/sub-project-choice.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';

/** Id of a user by its id or its e-mail address. @throws CommandError when no user has the address */
export async function findUser(client: MillraceClient, wanted: string): Promise<string> {
  if (isUuid(wanted)) return wanted;
  const { users } = await client.getUsers({ email: wanted });
  const [found] = users;
  if (found === undefined) throw new CommandError(`There is no user ${wanted}.`, exitCodes.notFound);
  return found.id;
}
