import type { Command } from 'commander';
import { type PagingOptions, pageOf, withPaging } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { tellInvited } from '../identity/invitation.js';

interface SourceView {
  readonly source: string;
  readonly group: { readonly name: string; readonly source: string } | null;
  readonly roles: readonly string[];
}

/** `member list|invite|set` */
export function addMember(program: Command, io: Io): void {
  const member = program
    .command('member')
    .helpGroup('Configuration:')
    .description('who has roles in a sub-project (with a role that has `members`)');

  withPaging(member.command('list'))
    .description('list the people with roles by name, and where each role comes from')
    .option('--user <id>', 'only this person')
    .option('--text <text>', 'only people whose name or e-mail address has this text')
    .addHelpText('after', examples('millrace member list', 'millrace member list --text ann'))
    .action(async (options: PagingOptions & { readonly user?: string; readonly text?: string }, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.getMembers({
        ...pageOf(options),
        subProjectId: await session.subProjectId(),
        userId: options.user,
        text: options.text,
      });
      await session.output.page(
        [
          ['ID', 'userId'],
          ['NAME', ({ name, disabled }) => (disabled ? `${name} (disabled)` : name)],
          ['EMAIL', 'email'],
          ['ROLES', ({ roles }) => roles.join(' ')],
          ['FROM', ({ sources }) => sources.map(sourceOf).join(', ')],
        ],
        answer.members,
        answer,
        'Nobody has a role here.',
      );
    });

  member
    .command('invite')
    .description('invite a person who has no user yet; the person gets these roles by accepting')
    .argument('<email>', 'e-mail address of the person')
    .argument('<roles...>', 'roles that you may give')
    .option('--name <name>', 'name that is suggested to the person')
    .addHelpText('after', examples('millrace member invite ben@example.com APPROVER'))
    .action(async (email: string, roles: readonly string[], { name }: { readonly name?: string }, command: Command) => {
      const session = await openSession(io, command);
      const subProjectId = await session.subProjectId();
      await tellInvited(io, session.output, await session.client.inviteMember({ subProjectId, email, name, roles }));
    });

  member
    .command('set')
    .description('set the roles that a person or a group is given, without a deployment; none: remove the member')
    .argument('<member>', 'user id, e-mail address or client id; with --is-group the name or id of a group')
    .argument('[roles...]', 'all roles, also those that the document gives')
    .option('--is-group', 'the member is a group')
    .option('--add', 'give these roles beside those that the member has')
    .option('--none', 'take all roles away')
    .addHelpText(
      'after',
      examples(
        'millrace member set ann@example.com APPROVER',
        'millrace member set ann@example.com AUDITOR --add',
        'millrace member set --is-group finance-approvers APPROVER',
      ),
    )
    .action(
      async (
        name: string,
        roles: readonly string[],
        options: { readonly isGroup?: boolean; readonly add?: boolean; readonly none?: boolean },
        command: Command,
      ) => {
        if ((roles.length === 0) !== (options.none === true)) {
          throw new CommandError('Name the roles, or --none to take all roles away.', exitCodes.usage);
        }
        if (options.add === true && options.none === true) {
          throw new CommandError('Use --add with roles to give, or --none to take all roles away.', exitCodes.usage);
        }
        const session = await openSession(io, command);
        const answer = await session.client.setMemberRoles({
          subProjectId: await session.subProjectId(),
          ...(options.isGroup === true ? { group: name } : { user: name }),
          ...(options.add === true ? { add: roles } : { roles }),
        });
        await session.output.done(`${name} is given: ${answer.roles.join(' ') || 'nothing'}`, answer);
      },
    );
}

const sourceOf = ({ source, group, roles }: SourceView): string =>
  `${roles.join(' ')} by ${source}${group === null ? '' : ` through ${group.name} (${group.source})`}`;
