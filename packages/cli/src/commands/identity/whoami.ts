import type { Command } from 'commander';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';

/** `whoami`: the user that commands act as, and the roles in each sub-project. */
export function addWhoami(program: Command, io: Io): void {
  program
    .command('whoami')
    .helpGroup('Signing in:')
    .description('show who you are signed in as, and your roles in each sub-project')
    .addHelpText('after', examples('millrace whoami', 'millrace whoami --json | jq -r .user.email'))
    .action(async (_options, command: Command) => {
      const { client, settings, output } = await openSession(io, command);
      const me = await client.getMe({});
      await output.record(
        [
          ['user', `${me.user.name} <${me.user.email}>`],
          ['id', me.user.id],
          ['service', settings.url],
          ['administrator', me.administrator ? 'yes' : 'no'],
          ['signed in with', credentials[me.credential] ?? me.credential],
          ['scopes', me.scopes.length === 0 ? 'all' : me.scopes.join(' ')],
          ...me.subProjects.map(
            ({ name, roles }) => ['sub-project', `${name}: ${rolesText(roles, me.administrator)}`] as const,
          ),
          ...(me.moreSubProjects ? [['', 'and more; see `millrace sub-project list`'] as const] : []),
        ],
        me,
      );
    });
}

const credentials: Readonly<Record<string, string>> = {
  clientToken: 'client credentials',
  personalToken: 'a personal token',
  session: 'a session',
};

const rolesText = (roles: readonly string[], administrator: boolean): string =>
  roles.length > 0 ? roles.join(', ') : administrator ? 'everything, as the administrator' : 'no role';
