import type { Command } from 'commander';
import { type PagingOptions, pageOf, tellMore, withPaging } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';

interface SourceView {
  readonly source: string;
  readonly group: { readonly name: string; readonly source: string } | null;
  readonly roles: readonly string[];
}

/** `member list|set` */
export function addMember(program: Command, io: Io): void {
  const member = program
    .command('member')
    .helpGroup('Configuration:')
    .description('who has roles in a sub-project (with a role that has `members`)');

  withPaging(member.command('list'))
    .description('list the people with roles by name, and where each role comes from')
    .option('--user <id>', 'only this person')
    .addHelpText('after', examples('millrace member list', 'millrace member list --json'))
    .action(async (options: PagingOptions & { readonly user?: string }, command: Command) => {
      const session = await openSession(io, command);
      const answer = await session.client.getMembers({
        ...pageOf(options),
        subProjectId: await session.subProjectId(),
        userId: options.user,
      });
      await session.output.list(
        [
          { title: 'ID', value: ({ userId }) => userId },
          { title: 'NAME', value: ({ name, disabled }) => (disabled ? `${name} (disabled)` : name) },
          { title: 'EMAIL', value: ({ email }) => email },
          { title: 'ROLES', value: ({ roles }) => roles.join(' ') },
          { title: 'FROM', value: ({ sources }) => sources.map(sourceOf).join(', ') },
        ],
        answer.members,
        answer,
        'Nobody has a role here.',
      );
      tellMore(session, answer.meta);
    });

  member
    .command('set')
    .description('set the roles that a person or a group is given, without a deployment; none: remove the member')
    .argument('<member>', 'user id, e-mail address or client id; with --is-group the name or id of a group')
    .argument('[roles...]', 'all roles, also those that the document gives')
    .option('--is-group', 'the member is a group')
    .option('--none', 'take all roles away')
    .addHelpText(
      'after',
      examples(
        'millrace member set ann@example.com APPROVER',
        'millrace member set --is-group finance-approvers APPROVER',
      ),
    )
    .action(
      async (
        name: string,
        roles: readonly string[],
        options: { readonly isGroup?: boolean; readonly none?: boolean },
        command: Command,
      ) => {
        if ((roles.length === 0) !== (options.none === true)) {
          throw new CommandError('Name the roles, or --none to take all roles away.', exitCodes.usage);
        }
        const session = await openSession(io, command);
        const answer = await session.client.setMemberRoles({
          subProjectId: await session.subProjectId(),
          ...(options.isGroup === true ? { group: name } : { user: name }),
          roles,
        });
        await session.output.done(`${name} is given: ${answer.roles.join(' ') || 'nothing'}`, answer);
      },
    );
}

const sourceOf = ({ source, group, roles }: SourceView): string =>
  `${roles.join(' ')} by ${source}${group === null ? '' : ` through ${group.name} (${group.source})`}`;
