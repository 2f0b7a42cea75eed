import { type Command, Option } from 'commander';
import { type PagingOptions, pageOf, withPaging } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';
import { findUser } from './find-user.js';
import { tellInvited } from './invitation.js';
import { addFactors } from './user-factors.js';

interface ListOptions {
  readonly email?: string;
  readonly text?: string;
  readonly kind?: 'person' | 'service';
  readonly state?: 'enabled' | 'disabled';
}

interface InviteOptions {
  readonly name?: string;
  readonly administrator?: boolean;
  readonly group?: readonly string[];
  readonly show?: boolean;
}

/** `user list|create|invite|password-link|factors|remove-factors|revoke-tokens|disable|enable` (administrator only) */
export function addUser(program: Command, io: Io): void {
  const user = program
    .command('user')
    .helpGroup('Administration:')
    .description('users of the installation (administrator only)');

  withPaging(user.command('list'))
    .description('list users by name')
    .option('--email <address>', 'only the user with this address')
    .option('--text <text>', 'only users whose name or address contains this')
    .addOption(new Option('--kind <kind>', 'only users of this kind').choices(['person', 'service']))
    .addOption(new Option('--state <state>', 'only users in this state').choices(['enabled', 'disabled']))
    .addHelpText('after', examples('millrace user list --per-page 100', 'millrace user list --email ann@example.com'))
    .action(async (options: PagingOptions & ListOptions, command: Command) => {
      const session = await openSession(io, command);
      const { email, text, kind, state } = options;
      const answer = await session.client.getUsers({ ...pageOf(options), email, text, kind, state });
      await session.output.page(
        [
          ['ID', 'id'],
          ['NAME', 'name'],
          ['EMAIL', 'email'],
          ['KIND', 'kind'],
          ['STATUS', ({ disabled }) => (disabled ? 'disabled' : 'enabled')],
          ['CREATED', ({ createdTs }) => shortTime(createdTs)],
        ],
        answer.users,
        answer,
        'No user matches.',
      );
    });

  user
    .command('create')
    .description('create a person or a service account; the configurations of sub-projects assign roles')
    .argument('<name>', 'full name')
    .argument('<email>', 'e-mail address, unique among users')
    .option('--service', 'create a service account instead of a person')
    .addHelpText(
      'after',
      examples(
        "millrace user create 'Ann Lee' ann@example.com",
        'millrace user create importer importer@example.com --service',
      ),
    )
    .action(async (name: string, email: string, { service }: { readonly service?: boolean }, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.createUser({ name, email, kind: service === true ? 'service' : 'person' });
      await output.done(`Created user ${answer.user.id}`, answer);
    });

  user
    .command('invite')
    .description('invite a person by e-mail, or by a link to pass on; the user is created when the person accepts')
    .argument('<email>', 'e-mail address of the person')
    .option('--name <name>', 'name that is suggested to the person')
    .option('--administrator', 'the person becomes an administrator of the installation')
    .option('--group <groups...>', 'names or ids of groups that the person joins')
    .option('--show', 'print the link instead of sending it')
    .addHelpText('after', examples("millrace user invite ben@example.com --name 'Ben Roe'"))
    .action(async (email: string, options: InviteOptions, command: Command) => {
      const { client, output } = await openSession(io, command);
      const { name, administrator, group: groups, show } = options;
      const link = show === true ? 'show' : undefined;
      await tellInvited(io, output, await client.inviteUser({ email, name, administrator, groups, link }));
    });

  user
    .command('password-link')
    .description('make a link with which a person sets a new password within 30 minutes; it is shown only once')
    .argument('<user>', 'user id or e-mail address')
    .addHelpText('after', examples('millrace user password-link ann@example.com'))
    .action(async (wanted: string, _options, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.createPasswordResetLink({ userId: await findUser(client, wanted) });
      await output.done(
        `Pass on this link; it works once, until ${shortTime(answer.expiresTs)}:\n${answer.link}`,
        answer,
      );
    });

  addFactors(user, io);

  user
    .command('revoke-tokens')
    .description('end the access tokens of all clients of a user within 2 seconds; secrets stay valid')
    .argument('<user>', 'user id or e-mail address')
    .addHelpText('after', examples('millrace user revoke-tokens ann@example.com'))
    .action(async (wanted: string, _options, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.revokeTokens({ userId: await findUser(client, wanted) });
      await output.done(answer.message, answer);
    });

  for (const { verb, disabled, effect } of [
    { verb: 'disable', disabled: true, effect: 'its clients and tokens stop working' },
    { verb: 'enable', disabled: false, effect: 'the user can sign in again' },
  ]) {
    user
      .command(verb)
      .description(`${verb} a user: ${effect}`)
      .argument('<user>', 'user id or e-mail address')
      .addHelpText('after', examples(`millrace user ${verb} ann@example.com`))
      .action(async (wanted: string, _options, command: Command) => {
        const { client, output } = await openSession(io, command);
        const answer = await client.updateUser({ userId: await findUser(client, wanted), disabled });
        await output.done(`User ${answer.user.name} <${answer.user.email}> is ${verb}d`, answer);
      });
  }
}
