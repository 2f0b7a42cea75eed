import type { Command } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

/** `scim-token list|create|revoke` (administrator only) */
export function addScimToken(program: Command, io: Io): void {
  const token = program
    .command('scim-token')
    .helpGroup('Administration:')
    .description('tokens with which identity providers manage people and groups by SCIM (administrator only)');

  token
    .command('list')
    .description('list tokens and when they were used last')
    .addHelpText('after', examples('millrace scim-token list'))
    .action(async (_options, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.getScimTokens({});
      await session.output.list(
        [
          ['ID', 'id'],
          ['NAME', 'name'],
          ['CREATED', ({ createdTs }) => shortTime(createdTs)],
          ['EXPIRES', ({ expiresTs }) => (expiresTs === null ? 'never' : shortTime(expiresTs))],
          ['USED', ({ usedTs }) => (usedTs === null ? 'never' : shortTime(usedTs))],
        ],
        answer.tokens,
        answer,
        'There is no SCIM token.',
      );
    });

  token
    .command('create')
    .description('create a token; it is shown only once')
    .argument('<name>', 'name for people, for example of the identity provider')
    .option('--expires-in-days <days>', 'days until the token ends. Default: it does not end', wholeNumber(1, 3650))
    .addHelpText('after', examples("millrace scim-token create 'Entra ID' --expires-in-days 365"))
    .action(async (name: string, { expiresInDays }: { readonly expiresInDays?: number }, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.createScimToken({ name, expiresInDays });
      await output.done(`Created token ${answer.token.id}. Save it, it is not shown again:\n${answer.secret}`, answer);
    });

  token
    .command('revoke')
    .description('end a token at once; people and groups stay')
    .argument('<token>', 'id')
    .addHelpText('after', examples('millrace scim-token revoke 01980c4e-…'))
    .action(async (tokenId: string, _options, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.revokeScimToken({ tokenId });
      await output.done(answer.message, answer);
    });
}
