import { Argument, type Command } from 'commander';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';

/** `sign-in-policy show|set` (administrator only) */
export function addSignInPolicy(program: Command, io: Io): void {
  const policy = program
    .command('sign-in-policy')
    .helpGroup('Administration:')
    .description('whether people need a second factor to sign in (administrator only)');

  policy
    .command('show')
    .description('show whether a second factor is required, and how many people have none')
    .addHelpText('after', examples('millrace sign-in-policy show'))
    .action(async (_options, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.getSignInPolicy({});
      await output.record(
        [
          ['second factor', answer.secondFactor],
          ['people without one', String(answer.withoutSecondFactor)],
        ],
        answer,
      );
    });

  policy
    .command('set')
    .description('require a second factor beside a password, or not; open sessions and programs go on')
    .addArgument(new Argument('<second factor>', 'what people need').choices(['optional', 'required']))
    .addHelpText('after', examples('millrace sign-in-policy set required'))
    .action(async (secondFactor: 'optional' | 'required', _options, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.setSignInPolicy({ secondFactor });
      await output.done(`The second factor is ${answer.secondFactor} now`, answer);
    });
}
