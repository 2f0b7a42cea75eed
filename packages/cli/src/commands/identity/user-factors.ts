import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';
import { findUser } from './find-user.js';

/** `user factors|remove-factors` (administrator only) */
export function addFactors(user: Command, io: Io): void {
  user
    .command('factors')
    .description('show in which ways a person can sign in, never a secret')
    .argument('<user>', 'user id or e-mail address')
    .addHelpText('after', examples('millrace user factors ann@example.com'))
    .action(async (wanted: string, _options, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.getFactors({ userId: await findUser(client, wanted) });
      const { password, passkeys, totp, recoveryCodes, secondFactor } = answer;
      await output.record(
        [
          ['password', password ? 'yes' : 'no'],
          ['authenticator app', totp === null ? 'no' : `since ${shortTime(totp.createdTs)}`],
          ['recovery codes', String(recoveryCodes)],
          ['passkeys', passkeys.length === 0 ? 'none' : String(passkeys.length)],
          ...passkeys.map(
            ({ name, usedTs }) =>
              ['', `${name}, ${usedTs === null ? 'never used' : `last used ${shortTime(usedTs)}`}`] as const,
          ),
          ['second factor', `${secondFactor} for everybody`],
        ],
        answer,
      );
    });

  user
    .command('remove-factors')
    .description('remove the passkeys, the authenticator app and the recovery codes of a person; the sessions end')
    .argument('<user>', 'user id or e-mail address')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples('millrace user remove-factors ann@example.com'))
    .action(async (wanted: string, { yes }: { readonly yes?: boolean }, command: Command) => {
      const session = await openSession(io, command);
      const userId = await findUser(session.client, wanted);
      await session.confirm(`Remove all second factors of ${wanted} and end the sessions?`, yes);
      const answer = await session.client.removeFactors({ userId });
      await session.output.done(answer.message, answer);
    });
}
