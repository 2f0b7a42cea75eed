import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';

/** `settings` (administrator only) */
export function addSettings(program: Command, io: Io): void {
  program
    .command('settings')
    .helpGroup('Administration:')
    .description('list the settings of the server with their source; administrators only')
    .addHelpText('after', examples('millrace settings', 'millrace settings --json'))
    .action(async (_options: object, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.getSettings({});
      await output.list(
        [
          ['SETTING', 'name'],
          ['SOURCE', 'source'],
          [
            'VALUE',
            ({ value, isSecret, source }) => (isSecret && source === 'environment' ? '(not shown)' : (value ?? '')),
          ],
        ],
        answer.settings,
        answer,
        'There are no settings.',
      );
    });
}
