import type { Command } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';
import { findUser } from './find-user.js';

/** `token create|list|revoke`: personal tokens, for programs that act as you. */
export function addToken(program: Command, io: Io): void {
  const token = program
    .command('token')
    .helpGroup('Signing in:')
    .description('personal tokens, with which programs act as you');
  addCreate(token, io);
  addList(token, io);
  addRevoke(token, io);
}

function addCreate(token: Command, io: Io): void {
  token
    .command('create')
    .description('create a personal token; it is shown once')
    .argument('<name>', 'what it is for')
    .option('--scope <scopes>', 'space-separated scopes to limit it to. Default: those of your sign-in')
    .option('--days <number>', 'days until it ends. Default: 90', wholeNumber(1, 3650))
    .addHelpText(
      'after',
      `
Programs send the token as \`Authorization: Bearer <token>\`; commands read it from MILLRACE_TOKEN.
After \`millrace login\` in a browser this is refused, because what an application holds must not outlive the consent:
create the token on the account page of the console (Personal tokens), or sign in with a client id and secret.
${examples('millrace token create "Nightly report" --scope process.read --days 30')}`,
    )
    .action(async (name: string, options: { readonly scope?: string; readonly days?: number }, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.createPersonalToken({ name, scope: options.scope, expiresInDays: options.days });
      const { personalToken } = answer;
      await output.record(
        [
          ['id', personalToken.id],
          ['name', personalToken.name],
          ['scopes', personalToken.scope === '' ? 'all' : personalToken.scope],
          ['expires', shortTime(personalToken.expiresTs)],
          ['token', answer.token],
        ],
        answer,
      );
      if (!output.isJson) io.err('Save the token now: it is not shown again.\n');
    });
}

function addList(token: Command, io: Io): void {
  token
    .command('list')
    .description('list your personal tokens, or those of another user (administrator only)')
    .option('--user <user>', 'user id or e-mail address')
    .addHelpText('after', examples('millrace token list', 'millrace token list --user ann@example.com'))
    .action(async (options: { readonly user?: string }, command: Command) => {
      const { client, output } = await openSession(io, command);
      const userId = options.user === undefined ? undefined : await findUser(client, options.user);
      const answer = await client.getPersonalTokens({ userId });
      await output.list(
        [
          ['ID', 'id'],
          ['NAME', 'name'],
          ['SCOPES', ({ scope }) => (scope === '' ? 'all' : scope)],
          ['EXPIRES', ({ expiresTs }) => shortTime(expiresTs)],
          ['LAST USED', ({ usedTs }) => (usedTs === null ? 'never' : shortTime(usedTs))],
        ],
        answer.personalTokens,
        answer,
        'There are no personal tokens.',
      );
    });
}

function addRevoke(token: Command, io: Io): void {
  token
    .command('revoke')
    .description('end a personal token within 2 seconds')
    .argument('<id>', 'id of the personal token')
    .addHelpText('after', examples('millrace token revoke 01971f2e-6c00-7a11-8000-000000000151'))
    .action(async (personalTokenId: string, _options, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.revokePersonalToken({ personalTokenId });
      await output.done(`The personal token "${answer.personalToken.name}" is revoked`, answer);
    });
}
