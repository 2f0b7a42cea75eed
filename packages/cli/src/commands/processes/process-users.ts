import type { Command } from 'commander';
import { type PagingOptions, pageOf, withPaging } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';

/** `process users` */
export function addProcessUsers(process: Command, io: Io): void {
  withPaging(process.command('users'))
    .description('list the users who can be assigned, by name')
    .argument('[process]', 'only users whose role covers the stage of this process')
    .addHelpText('after', examples('millrace process users', 'millrace process users 01980c4e-…'))
    .action(async (processId: string | undefined, options: PagingOptions, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.getUsersForProcess({
        ...pageOf(options),
        subProjectId: await session.subProjectId(),
        processId,
      });
      await session.output.page(
        [
          ['ID', 'id'],
          ['NAME', 'name'],
          ['EMAIL', 'email'],
          ['ROLE', 'role'],
        ],
        answer.users,
        answer,
        'There are no users who can be assigned.',
      );
    });
}
