import type { MillraceClient } from '@millrace/client';
import type { Command } from 'commander';
import { type PagingOptions, pageOf, withPaging } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { isUuid } from '../../session/sub-project-choice.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';
import { findUser } from './find-user.js';

/** `group list|members|create|rename|delete|add|remove` (administrator only) */
export function addGroup(program: Command, io: Io): void {
  const group = program
    .command('group')
    .helpGroup('Administration:')
    .description('groups of people, which sub-projects give roles to (administrator only)');
  addList(group, io);
  addMembers(group, io);
  addCreate(group, io);
  addRename(group, io);
  addDelete(group, io);
  addChange(group, io, 'add', 'put people into a group');
  addChange(group, io, 'remove', 'take people out of a group');
}

function addList(group: Command, io: Io): void {
  withPaging(group.command('list'))
    .description('list groups by name')
    .option('--name <text>', 'only groups whose name contains this')
    .option('--user <user>', 'only groups that this user is in: user id or e-mail address')
    .addHelpText('after', examples('millrace group list', 'millrace group list --name finance'))
    .action(async (options: PagingOptions & { readonly name?: string; readonly user?: string }, command: Command) => {
      const session = await openSession(io, command);
      const { name, user } = options;
      const userId = user === undefined ? undefined : await findUser(session.client, user);
      const answer = await session.client.getGroups({ ...pageOf(options), name, userId });
      await session.output.page(
        [
          ['ID', 'id'],
          ['NAME', 'name'],
          ['PEOPLE', 'memberCount', 'right'],
          ['DESCRIPTION', 'description'],
        ],
        answer.groups,
        answer,
        'No group matches.',
      );
    });
}

function addMembers(group: Command, io: Io): void {
  withPaging(group.command('members'))
    .description('list the people of a group, and who says that they are in it')
    .argument('<group>', 'id or name')
    .addHelpText('after', examples('millrace group members finance-approvers'))
    .action(async (wanted: string, options: PagingOptions, command: Command) => {
      const session = await openSession(io, command);
      const groupId = await findGroup(session.client, wanted);
      const answer = await session.client.getGroupMembers({ ...pageOf(options), groupId });
      await session.output.page(
        [
          ['ID', 'userId'],
          ['NAME', 'name'],
          ['EMAIL', 'email'],
          ['STATUS', ({ disabled }) => (disabled ? 'disabled' : 'enabled')],
          [
            'SOURCES',
            ({ sources }) => sources.map(({ source, since }) => `${source} (${shortTime(since)})`).join(', '),
          ],
        ],
        answer.members,
        answer,
        'The group has no people.',
      );
    });
}

function addCreate(group: Command, io: Io): void {
  group
    .command('create')
    .description('create a group without people')
    .argument('<name>', 'name, unique in any case')
    .option('--description <text>', 'what the group is for')
    .addHelpText('after', examples("millrace group create finance-approvers --description 'Approve invoices'"))
    .action(async (name: string, { description }: { readonly description?: string }, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.createGroup({ name, description });
      await output.done(`Created group ${answer.group.id}`, answer);
    });
}

function addRename(group: Command, io: Io): void {
  group
    .command('rename')
    .description('rename a group; it keeps its people and its roles')
    .argument('<group>', 'id or name')
    .argument('<new name>', 'name, unique in any case')
    .addHelpText('after', examples('millrace group rename finance-approvers finance'))
    .action(async (wanted: string, name: string, _options, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.updateGroup({ groupId: await findGroup(client, wanted), name });
      await output.done(`The group is "${answer.group.name}" now`, answer);
    });
}

function addDelete(group: Command, io: Io): void {
  group
    .command('delete')
    .description('delete a group that no sub-project gives roles')
    .argument('<group>', 'id or name')
    .addHelpText('after', examples('millrace group delete finance-approvers'))
    .action(async (wanted: string, _options, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.deleteGroup({ groupId: await findGroup(client, wanted) });
      await output.done(answer.message, answer);
    });
}

function addChange(group: Command, io: Io, verb: 'add' | 'remove', description: string): void {
  group
    .command(verb)
    .description(description)
    .argument('<group>', 'id or name')
    .argument('<users...>', 'user ids or e-mail addresses')
    .addHelpText('after', examples(`millrace group ${verb} finance-approvers ann@example.com bob@example.com`))
    .action(async (wanted: string, users: readonly string[], _options, command: Command) => {
      const { client, output } = await openSession(io, command);
      const answer = await client.setGroupMembers({ groupId: await findGroup(client, wanted), [verb]: users });
      const kept = answer.kept === 0 ? '' : `; ${answer.kept} of them stay, because another source says so`;
      await output.done(`${answer.added} added, ${answer.removed} removed${kept}`, answer);
    });
}

/** @throws CommandError when no group has the name */
async function findGroup(client: MillraceClient, wanted: string): Promise<string> {
  if (isUuid(wanted)) return wanted;
  const { groups } = await client.getGroups({ name: wanted, perPageCount: '1000' });
  const found = groups.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (found === undefined) throw new CommandError(`There is no group ${wanted}.`, exitCodes.notFound);
  return found.id;
}
